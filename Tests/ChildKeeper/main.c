// Starts a program that must not outlive a test and says its number. It ends with the program, and ends the program once
// nobody can read its own output any more, which is so when the test's process is gone, in whatever way it went.
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void ignore(int number) { (void)number; }

int main(int count, char *arguments[]) {
  if (count < 2) return 64;
  // So that the end of the child interrupts the waiting below.
  struct sigaction action = {.sa_handler = ignore};
  sigaction(SIGCHLD, &action, NULL);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGCHLD, SIG_DFL);
    // The program's output must not keep the pipe open.
    dup2(2, 1);
    execv(arguments[1], arguments + 1);
    _exit(127);
  }
  printf("%d\n", (int)child);
  fflush(stdout);
  int status;
  for (;;) {
    if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    struct pollfd output = {.fd = 1, .events = 0};
    // A signal that comes just before this is noticed a moment later.
    if (poll(&output, 1, 200) > 0) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return 70;
    }
  }
}
