// Package sandbox runs somebody else's program once, under limits and as confined
// as the system allows, so that nothing it does outlives the run, holds it up,
// or reaches what is not its own.
//
// Programs are started by a helper, a process of this very binary that serves
// one worker for many runs. There are two tiers, chosen by a Policy's Mode, and
// what is really active is told by a worker's Mechanisms; nothing is assumed.
//
// The plain tier is there everywhere. On Linux the helper is a child subreaper:
// whatever a program leaves behind, in whatever session or process group, becomes
// the helper's child and is killed before the run counts as ended. Elsewhere the
// program's process group is killed. A helper whose parent is gone kills what it
// runs and ends. Limited are the CPU time of the whole tree, the time by the
// clock, the resident memory of the whole tree (watched, where /proc tells it),
// the bytes written to standard output and error, and the bytes of the files in
// the working folder. Standard input is empty, the environment is the one given.
//
// The confined tier is Linux's, without privileges. The helper lives in user,
// mount, PID, IPC and network namespaces of its own (spaces_linux.go), in which
// all files but the folder of the runs are read-only. Each program starts from a
// thread that was made for it: the thread joins control groups for memory and
// processes where they can be had (group_linux.go), gives up all privileges, puts
// on Landlock (landlock_linux.go: read the system and what the policy names, write
// in one folder, no TCP, no signals to others) and a seccomp filter
// (seccomp_linux.go: no namespaces, no sockets, no tracing). The program inherits
// that, the helper's other threads do not, so one helper can confine many runs
// without a further process for each.
package sandbox
