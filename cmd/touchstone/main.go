// Command touchstone checks programs for adversarial-search assignments byte for byte against a reference,
// reports where and why they first go wrong, and solves inputs itself. "touchstone help" is its manual.
package main

import "github.com/touchstone-suite/touchstone/cli"

func main() { cli.Main() }
