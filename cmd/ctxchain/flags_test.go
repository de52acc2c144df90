package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// TestFlagsAreTaken hands each flag that the real vet tool describes to it as a
// unit, where another package parses it.
func TestFlagsAreTaken(t *testing.T) {
	data, err := exec.Command("real", "-flags").Output()
	if err != nil {
		t.Fatal(err)
	}
	var flags []struct {
		Name  string
		Bool  bool
		Usage string
	}
	if err := json.Unmarshal(data, &flags); err != nil {
		t.Fatalf("-flags gives no JSON: %v", err)
	}
	described := make(map[string]bool)
	for _, f := range flags {
		if f.Usage == "" || described[f.Name] {
			t.Errorf("flag %s: described twice, or with no usage", f.Name)
		}
		described[f.Name] = true
		value := "true"
		switch {
		case f.Name == "V" || f.Name == "flags":
			continue // these are answered at once
		case f.Name == "preset" || strings.HasSuffix(f.Name, ".preset"):
			value = "strict"
		case f.Name == "deps":
			value = "module"
		case f.Name == "api":
			value = "job example.com/a.F"
		case f.Name == "c":
			value = "1"
		}
		var stderr strings.Builder
		cmd := exec.Command("real", "-"+f.Name+"="+value, "nosuch.cfg")
		cmd.Stderr = &stderr
		cmd.Run() // fails, since there's no such unit
		if !strings.Contains(stderr.String(), "open nosuch.cfg: ") {
			t.Errorf("flag %s isn't taken: %s", f.Name, stderr.String())
		}
	}
	for _, name := range []string{"json", "api", "c", "diff", "preset", "deps", "ctxroot", "ctxroot.preset", "ctxroot.helper"} {
		if !described[name] {
			t.Errorf("flag %s isn't described", name)
		}
	}
}
