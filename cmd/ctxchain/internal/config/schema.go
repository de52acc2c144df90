package config

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/ctxchain/ctxchain/cmd/ctxchain/internal/catalogue"
)

// object is a JSON schema, or a part of one.
type object map[string]any

// Schema returns a JSON schema (draft 2020-12) of the file, indented: what it
// accepts, the loader accepts, and the other way round, but for what JSON schema
// can't say, such as whether a pattern is valid and a function exists. Editors
// use it to complete and to explain.
func Schema(checks catalogue.Catalogue) []byte {
	schema := object{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"$id":         "https://raw.githubusercontent.com/ctxchain/ctxchain/main/docs/ctxchain.schema.json",
		"title":       "ctxchain",
		"description": "Configuration of ctxchain, " + Name,
		"type":        []string{"object", "null"},
		"properties": object{
			"preset":          described(enum(presets()), "the categories that are on to begin with: strict has all"),
			"tests":           described(object{"type": "boolean"}, "whether findings in _test.go files are reported"),
			"checks":          described(checksSchema(checks), "checks and categories that are on, off, or of another severity"),
			"exclude":         described(list(exclusionSchema(checks)), "files without findings"),
			"baseline":        described(relative(), "the file with what was found before, relative to the configuration"),
			"api":             described(apiSchema(), "what functions of your own libraries do"),
			"jobs":            described(list(rowSchema("job", nil)), "functions in which background work starts"),
			"timeout-headers": described(list(object{"type": "string", "pattern": `^[^ \t\r\n;]+$`}), "headers and metadata keys that carry how much time is left"),
		},
		"additionalProperties": false,
	}
	data, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		panic(err) // maps, lists, texts and booleans
	}
	return append(data, '\n')
}

func described(o object, text string) object {
	o["description"] = text
	return o
}

func enum(words []string) object { return object{"enum": words} }

func list(of object) object { return object{"type": "array", "items": of} }

// relative is a path that isn't absolute.
func relative() object { return object{"type": "string", "pattern": "^[^/]"} }

// names lists all checks and categories.
func names(checks catalogue.Catalogue) []string {
	var all []string
	for _, check := range checks {
		all = append(all, check.Name)
		for _, cat := range check.Categories {
			all = append(all, cat.String())
		}
	}
	return all
}

func checksSchema(checks catalogue.Catalogue) object {
	words := []any{on, off, true, false}
	for _, s := range severities() {
		words = append(words, s)
	}
	properties := make(object)
	for _, check := range checks {
		properties[check.Name] = object{"enum": words, "description": check.Summary}
		for _, cat := range check.Categories {
			properties[cat.String()] = object{"enum": words, "description": cat.Summary}
		}
	}
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

func exclusionSchema(checks catalogue.Catalogue) object {
	path := func() object {
		return object{"type": "string", "pattern": `^[^\\]+$`, "not": object{"pattern": `^\.?/`}, "description": "a pattern relative to the configuration"}
	}
	return object{"oneOf": []object{path(), {
		"type": "object",
		"properties": object{
			"path":   path(),
			"checks": list(enum(names(checks))),
		},
		"required":             []string{"path"},
		"additionalProperties": false,
	}}}
}

// apiSchema describes the rows by their role.
func apiSchema() object {
	properties := make(object)
	for role, options := range roleOptions() {
		properties[role] = list(rowSchema(role, options))
	}
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

// rowSchema describes a row: a function's name, or a mapping with it and options.
func rowSchema(role string, options map[string]optionKind) object {
	// path.Func, (path.Type).Name, (*path.Type).Name
	const name = `^(\(\*?[^\s;*()]*[^\s;*()/.]\.[\w*]+\)\.[\w*]+|[^\s;*()]*[^\s;*()/.]\.[\w*]+)$`
	function := func() object {
		return object{"type": "string", "pattern": name, "description": "path.Func, (path.Type).Method or (*path.Type).Method"}
	}
	properties := object{"func": function()}
	for _, key := range slices.Sorted(maps.Keys(options)) {
		properties[key] = optionSchema(options[key])
	}
	mapping := object{"type": "object", "properties": properties, "required": []string{"func"}, "additionalProperties": false}
	if role == "variant" {
		mapping["required"] = []string{"func", "sibling"}
		return mapping
	}
	return object{"oneOf": []object{function(), mapping}}
}

func optionSchema(kind optionKind) object {
	switch kind {
	case indexOption:
		return object{"type": "integer", "minimum": 0}
	case flagOption:
		return object{"type": "boolean"}
	case joinedOption:
		return enum(joinedWords())
	case addsOption:
		return object{"type": "array", "items": enum(addsWords()), "minItems": 1}
	case nameOption:
		return object{"type": "string", "pattern": `^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`}
	case durationOption:
		return object{"type": "string", "pattern": `^([0-9.]+(ns|us|µs|ms|s|m|h))+$`}
	}
	return object{"type": "string", "pattern": `^[A-Za-z_]\w*$`}
}
