// Package sandbox runs somebody else's program once, under limits and as confined as the
// system allows, so that nothing it does outlives the run, blocks it, forges its verdict, or
// reaches what does not belong to it.
//
// A Worker has a supervisor, a process of this very binary, which starts the programs one
// after another and makes sure that they end. What confines a program is set up by the
// program's own process between fork and exec (launch_linux.go), so that it applies to no
// process that lives on: to the program, the supervisor is a stranger that it cannot see,
// trace or signal, and whose limits it cannot set.
//
// There are two modes. The plain mode is available everywhere. It limits elapsed time, the
// CPU time and memory of the whole process tree, the bytes written to standard output and
// error, and the bytes of the files in the working folder, and it kills what is left
// behind. Standard input is empty, the environment is the given one, and no descriptor is
// inherited. How strictly that is enforced depends on how a system identifies the program's
// processes:
//
//	Linux    all descendants of this process: none escapes
//	Windows  those in a job object (portable_windows.go), which contains the program from
//	         its first instruction on, and which counts and ends all of them. It does not
//	         contain what other programs, such as the task scheduler, start on its behalf.
//	         Memory is committed memory.
//	others   those that ps shows in the supervisor's session, in the program's group, or
//	         below one of them (portable_unix.go). ps runs every 200 ms, and memory and CPU
//	         time are sampled at that interval. A process that leaves the session, and whose
//	         parent ends before the next sample, is neither counted nor killed. Each process
//	         has limits on CPU time, file sizes and open files, which it cannot raise.
//
// A supervisor ends what it runs when its caller is gone. On Windows a program ends with its
// supervisor; on other systems except Linux it survives if its supervisor is killed together
// with the caller. Every wait after a kill is limited: if something does not die, the outcome
// says so, and the worker is not used any more.
//
// The confined mode exists on Linux only. It needs no privileges, and has three tiers:
//
//	T1  namespaces and a separate /proc
//	T2  namespaces, but the old /proc, as in many containers
//	T3  no namespaces: Landlock, seccomp and, for root, another user
//
// In T1 and T2 a program sees a root folder in which only what it may read is mounted
// (view_linux.go), and writes to a file system in memory that is new for each run: what the
// program does to it disappears with it, and the kernel counts its size. In all tiers
// Landlock (landlock_linux.go) and a seccomp filter (seccomp_linux.go) apply to it, it has no
// privileges, and it joins control groups for memory, processes and CPU time where they are
// available (group_linux.go). docs/sandbox.md says which mechanism stops what on which tier.
//
// Several ideas come from other sandboxes: from bubblewrap, the order of setting up a new
// root, in which all mounts are made from the old root before that is released; from
// go-judge and nsjail, that the forked child alone sets limits, groups, descriptors, user,
// no_new_privs and filter, in this order; from isolate, a separate user for each box, whose
// keeper stays outside its rules; from DOMjudge's runguard, counting CPU time by the control
// group, and killing by it.
package sandbox
