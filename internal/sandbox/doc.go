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
// There are two modes. The plain one is there everywhere. Limited are the CPU time of
// the whole tree, the time by the clock, the bytes written to standard output and
// error, and the bytes of the files in the working folder; what is left behind is
// killed. Standard input is empty, the environment is the one given, and no descriptor
// is inherited.
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
