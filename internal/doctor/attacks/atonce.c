/* Starts a child before anything else, which opens more files than a program may, dumps
 * its memory, or computes in a session of its own. */
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
	int open = 0;
	while (open < 5000 && dup(0) >= 0)
		open++;
	if (open >= 2000)
		say("GOT 5000 open files\n");
	getrlimit(RLIMIT_CPU, &l);
	if (l.rlim_max == RLIM_INFINITY)
		say("GOT no limit on its CPU time\n");
	getrlimit(RLIMIT_CORE, &l);
	if (l.rlim_max != 0)
		say("GOT leave to dump its memory\n");
	getrlimit(RLIMIT_FSIZE, &l);
	if (l.rlim_max == RLIM_INFINITY)
		say("GOT no limit on the size of files\n");
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
