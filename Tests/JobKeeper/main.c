// Starts a program as a shell does that was told to start it in the background, and tells what becomes of it: whenever it
// stops, a line names the signal, and a line from the keyboard, `bg` or `fg`, takes it up again.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char *arguments[]) {
  if (count < 2) return 64;
  // Who puts another group into the foreground is behind it.
  signal(SIGTTOU, SIG_IGN);
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    signal(SIGTTOU, SIG_DFL);
    execv(arguments[1], arguments + 1);
    _exit(127);
  }
  setpgid(child, child);
  int status;
  while (waitpid(child, &status, WUNTRACED) == child) {
    tcsetpgrp(0, getpgrp());
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (!WIFSTOPPED(status)) return 128 + WTERMSIG(status);
    printf("stopped by %d\n", WSTOPSIG(status));
    fflush(stdout);
    char line[16];
    if (fgets(line, sizeof line, stdin) == NULL) break;
    if (line[0] == 'f') tcsetpgrp(0, child);
    kill(-child, SIGCONT);
  }
  kill(-child, SIGKILL);
  return 70;
}
