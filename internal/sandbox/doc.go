// Package sandbox runs somebody else's program once, under limits, so that
// nothing it does outlives the run or holds it up.
//
// Programs are started by a helper, a process of this very binary that serves
// one worker for many runs. On Linux the helper is a child subreaper: whatever a
// program leaves behind, in whatever session or process group, becomes the
// helper's child and is killed before the run counts as ended. Elsewhere the
// program's process group is killed. A helper whose parent is gone kills what it
// runs and ends.
//
// What is limited: CPU time of the whole tree, wall-clock time, resident memory
// of the whole tree (where /proc tells it), the bytes written to standard output
// and error, and the bytes of the files in the working folder. The program's
// standard input is empty, its environment is the one given.
package sandbox
