// Package docs holds the documents that the command prints.
package docs

import _ "embed"

// CourseSchema is the JSON Schema of course files.
//
//go:embed course.schema.json
var CourseSchema string
