// Package problem reads problem packages, the format 2025-09 that judges share, and makes assignments of them. A package
// names programs, validators, a reference, a generator and wrong submissions, which are run, confined like any
// submission.
//
// Refused by name are: the types multi-pass, interactive and submit-answer, static validators, input validators in
// VIVA and Checktestdata, constants, require_pass, and other versions of the format.
package problem
