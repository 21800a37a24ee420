/* Starts a child before anything else, which opens more files than a program may, dumps
 * its memory, computes, or writes too large a file, in a session of its own. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *text) { write(1, text, strlen(text)); }

static void child(void) {
	struct rlimit l;
	setsid();
	usleep(20000); /* its parent may get limits meanwhile: it does not */
	getrlimit(RLIMIT_CPU, &l);
	if (l.rlim_max == RLIM_INFINITY)
		say("GOT no limit on its CPU time\n");
	getrlimit(RLIMIT_CORE, &l);
	if (l.rlim_max != 0)
		say("GOT leave to dump its memory\n");
	static char block[1 << 20];
	int f = openat(AT_FDCWD, "large", O_CREAT | O_WRONLY, 0600), written = 0;
	signal(SIGXFSZ, SIG_IGN);
	while (written < 256 && write(f, block, sizeof block) == sizeof block)
		written++;
	if (written == 256)
		say("GOT a file of 256 MB\n");
	int opened = 0;
	while (opened < 5000 && dup(0) >= 0)
		opened++;
	if (opened >= 2000)
		say("GOT 5000 open files\n");
	_exit(0);
}

int main(void) {
	if (fork() == 0)
		child();
	say("BEGUN\n");
	wait(0);
	say("DONE\n");
	return 0;
}
