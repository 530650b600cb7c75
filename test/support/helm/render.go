// Renders a chart as Helm does: with Go's templates, sprig, and what Helm adds to them as far as the chart uses it.
// render <chart> <release> takes values as JSON from standard input and writes the files as JSON: name to text.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

func main() {
	if len(os.Args) != 3 {
		end(fmt.Errorf("render <chart> <release>"))
	}
	files, err := render(os.Args[1], os.Args[2])
	end(err)
	end(json.NewEncoder(os.Stdout).Encode(files))
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart, release string) (map[string]string, error) {
	values, about, given := object{}, object{}, object{}
	if err := readYaml(filepath.Join(chart, "values.yaml"), &values); err != nil {
		return nil, err
	}
	if err := readYaml(filepath.Join(chart, "Chart.yaml"), &about); err != nil {
		return nil, err
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		return nil, err
	}
	data := object{
		"Values":  merged(values, given),
		"Chart":   object{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": object{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	all, names, err := parse(filepath.Join(chart, "templates"))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, name := range names {
		var text bytes.Buffer
		if err := all.ExecuteTemplate(&text, name, data); err != nil {
			return nil, err
		}
		files[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	return files, nil
}

// parse reads all templates; the names are those of the files that are rendered.
func parse(folder string) (*template.Template, []string, error) {
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	all.Funcs(functions)
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	names := []string{}
	for _, path := range paths {
		text, failure := os.ReadFile(path)
		if failure != nil {
			return nil, nil, failure
		}
		name := filepath.Base(path)
		if _, failure := all.New(name).Parse(string(text)); failure != nil {
			return nil, nil, failure
		}
		if !strings.HasPrefix(name, "_") {
			names = append(names, name)
		}
	}
	return all, names, err
}

// merged is base with what is given over it, object by object; null takes a member away.
func merged(base, given object) object {
	for name, value := range given {
		inner, isObject := value.(object)
		below, wasObject := base[name].(object)
		switch {
		case value == nil:
			delete(base, name)
		case isObject && wasObject:
			base[name] = merged(below, inner)
		default:
			base[name] = value
		}
	}
	return base
}

func readYaml(path string, into *object) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}
