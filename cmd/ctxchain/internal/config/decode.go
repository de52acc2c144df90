package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A value is a piece of the file, and where it stands.
type value struct {
	node    *yaml.Node
	at      Place
	keyLine int // of its key in a mapping
}

// newValue follows aliases.
func newValue(node *yaml.Node, at Place) value {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	at.Line = node.Line
	return value{node: node, at: at}
}

// document returns the value that a file holds; ok is false if it has none, or
// nothing but comments. More than one document is an error.
func document(file string, data []byte) (v value, ok bool, err error) {
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	var doc yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if err.Error() == "EOF" {
			return value{}, false, nil
		}
		return value{}, false, syntaxError(file, err)
	}
	var more yaml.Node
	if err := dec.Decode(&more); err == nil {
		return value{}, false, Place{File: file, Line: more.Line}.Errorf("there is a second document")
	} else if err.Error() != "EOF" {
		return value{}, false, syntaxError(file, err)
	}
	v = newValue(doc.Content[0], Place{File: file})
	return v, !v.null(), nil
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxError puts the library's error about YAML itself into our form.
func syntaxError(file string, err error) error {
	at := Place{File: file}
	text := err.Error()
	if m := yamlLine.FindStringSubmatch(strings.SplitN(text, "\n", 2)[0]); m != nil {
		at.Line, _ = strconv.Atoi(m[1])
		text = m[2]
	}
	return at.Errorf("%s", text)
}

func (v value) null() bool { return v.node.Kind == yaml.ScalarNode && v.node.Tag == "!!null" }

// describe says what a value is, for errors about what it isn't.
func (v value) describe() string {
	switch v.node.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	if v.null() {
		return "nothing"
	}
	return strconv.Quote(v.node.Value)
}

// wants returns an error about a value of another kind or content.
func (v value) wants(what string) error {
	return v.at.Errorf("is %s, want %s", v.describe(), what)
}

// text returns a string. Numbers and the like are none: what was meant by 1.10?
func (v value) text() (string, error) {
	if v.node.Kind != yaml.ScalarNode || v.node.Tag != "!!str" || v.node.Value == "" {
		return "", v.wants("a text")
	}
	return v.node.Value, nil
}

// oneOf returns a string that is one of some.
func (v value) oneOf(choices ...string) (string, error) {
	s, err := v.text()
	if err == nil {
		for _, c := range choices {
			if s == c {
				return s, nil
			}
		}
	}
	return "", v.wants(strings.Join(choices, ", "))
}

// boolean returns true or false.
func (v value) boolean() (bool, error) {
	if v.node.Kind != yaml.ScalarNode || v.node.Tag != "!!bool" {
		return false, v.wants("true or false")
	}
	return v.node.Value[0]|0x20 == 't', nil
}

// index returns the digits of a number from 0 up.
func (v value) index() (string, error) {
	n, err := strconv.Atoi(v.node.Value)
	if v.node.Kind != yaml.ScalarNode || v.node.Tag != "!!int" || err != nil || n < 0 {
		return "", v.wants("a number from 0 up")
	}
	return strconv.Itoa(n), nil
}

// list calls f for each element of a list.
func (v value) list(f func(value) error) error {
	if v.node.Kind != yaml.SequenceNode {
		return v.wants("a list")
	}
	for i, node := range v.node.Content {
		at := v.at
		at.Key += fmt.Sprintf("[%d]", i)
		if err := f(newValue(node, at)); err != nil {
			return err
		}
	}
	return nil
}

// mapping calls f for each key of a mapping, in the order of the file. A key that
// is there twice is an error.
func (v value) mapping(f func(key string, v value) error) error {
	if v.node.Kind != yaml.MappingNode {
		return v.wants("a mapping")
	}
	seen := make(map[string]bool)
	for i := 0; i < len(v.node.Content); i += 2 {
		key := newValue(v.node.Content[i], v.at)
		name, err := key.text()
		if err != nil {
			return key.at.Errorf("a key is %s, want a text", key.describe())
		}
		at := Place{File: v.at.File, Line: key.at.Line, Key: join(v.at.Key, name)}
		if seen[name] {
			return at.Errorf("is there twice")
		}
		seen[name] = true
		element := newValue(v.node.Content[i+1], at)
		element.keyLine = at.Line
		if err := f(name, element); err != nil {
			return err
		}
	}
	return nil
}

// fields is mapping for a fixed set of keys, each with what takes its value.
func (v value) fields(known map[string]func(value) error) error {
	return v.mapping(func(key string, v value) error {
		take := known[key]
		if take == nil {
			v.at.Line = v.keyLine
			return v.at.Errorf("unknown key")
		}
		return take(v)
	})
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
