// Standard output as a file that can be put away while it is written.
#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *log_path;
static const char *failure_line;
static size_t failure_bytes;

// Calls that a signal's handler may make, all of them. A line is written either to the one file or to the other: taking the
// place of a descriptor is one step.
static int reopen(void) {
  int descriptor = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
  if (descriptor < 0) return -errno;
  int result = dup2(descriptor, STDOUT_FILENO) < 0 ? -errno : 0;
  close(descriptor);
  return result;
}

static void note_hangup(int number) {
  (void)number;
  int error = errno;
  if (reopen() < 0 && write(STDERR_FILENO, failure_line, failure_bytes) < 0) errno = error;
  errno = error;
}

int csystem_log_to(const char *path, const char *failure) {
  log_path = strdup(path);
  failure_bytes = strlen(failure) + 1;
  char *line = malloc(failure_bytes);
  if (!log_path || !line) return -ENOMEM;
  memcpy(line, failure, failure_bytes - 1);
  line[failure_bytes - 1] = '\n';
  failure_line = line;
  int result = reopen();
  if (result < 0) return result;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_hangup;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  if (sigaction(SIGHUP, &action, NULL) < 0) return -errno;
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGHUP);
  pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
  return 0;
}
