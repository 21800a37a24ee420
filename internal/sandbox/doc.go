// Package sandbox runs somebody else's program once, under limits and as confined as
// the system allows, so that nothing it does outlives the run, holds it up, forges its
// verdict, or reaches what is not its own.
//
// A Worker has a supervisor, a process of this very binary, which starts the programs,
// one after the other, and sees to their end. What confines a program is put on by the
// program's own process between fork and exec (launch_linux.go), so that nothing that
// lives on wears it: to the program the supervisor is a stranger that it cannot see,
// trace or signal, and whose limits it cannot set.
//
// There are two modes. The plain one is there everywhere. Limited are the time by the
// clock, the CPU time and the memory of the whole tree, the bytes written to standard
// output and error, and the bytes of the files in the working folder; what is left
// behind is killed. Standard input is empty, the environment is the one given, and no
// descriptor is inherited. How well that holds depends on how a system tells which
// processes are the program's:
//
//	Linux    all that have this one for an ancestor: none gets away
//	Windows  those of a job object (job_windows.go), which the program is in before its
//	         first instruction, and which counts and ends all of them. What other
//	         programs start at its wish, such as the task scheduler, is not in there.
//	         Memory is what is committed.
//	others   those that ps shows in its session, in its group, or below one of them
//	         (tree_posix.go). ps is asked every 200 ms, and memory and CPU time are
//	         watched with that gap. A process that leaves its session, and whose parent
//	         ends before the next look, is neither counted nor killed. Each process has
//	         limits of its own (launch_posix.go), of CPU time, of the size of files and
//	         of open files, which it cannot raise.
//
// A supervisor ends what it runs when its caller is gone. On Windows both end with the
// caller at once; elsewhere off Linux a program outlives a supervisor that is killed
// together with its caller. No wait after a kill is without a bound: if something does
// not die, the outcome says so, and the worker is used no more.
//
// The confined mode is Linux's, without privileges, in three tiers:
//
//	T1  namespaces and a /proc of its own
//	T2  namespaces, but the old /proc, as in many containers
//	T3  no namespaces: Landlock, seccomp and, for an administrator, another user
//
// In T1 and T2 a program sees a root folder in which only what it may read is mounted
// (view_linux.go), and writes into a file system in memory that is new for each run:
// what the program did to it is gone with it, and its size is counted by the kernel.
// In all tiers it wears Landlock (landlock_linux.go), a seccomp filter
// (seccomp_linux.go), no privileges, and joins control groups for memory, processes and
// CPU time where they can be had (group_linux.go). docs/sandbox.md tells which mechanism
// stops what on which tier.
//
// What was taken from whom: the order of a new root, that all mounts are made from the
// old root before that is let go, is bubblewrap's; that limits, groups, descriptors,
// user, no_new_privs and filter are set in this order by the forked child alone is
// go-judge's and nsjail's; another user for each box, and that the keeper of a box
// stays outside of its rules, is isolate's; counting CPU time by the control group, and
// killing by it, is that of DOMjudge's runguard.
package sandbox
