#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char **environ;

static const char *own_path(char *path, uint32_t capacity) {
#ifdef __APPLE__
  return _NSGetExecutablePath(path, &capacity) == 0 ? path : NULL;
#else
  (void)path;
  (void)capacity;
  return "/proc/self/exe";
#endif
}

static int spawn_self(pid_t *process, char *const arguments[], int stream) {
  char buffer[4096];
  const char *path = own_path(buffer, sizeof buffer);
  size_t count = 0;
  while (environ[count]) count++;
  char **environment = calloc(count + 2, sizeof *environment);
  if (!path || !environment) {
    free(environment);
    return -ENOMEM;
  }
  // A child that is expected to trap need not say at length where.
  environment[0] = "SWIFT_BACKTRACE=enable=no";
  for (size_t index = 0; index < count; index++) environment[index + 1] = environ[index];
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, stream, 0);
  posix_spawn_file_actions_adddup2(&actions, stream, 1);
  // What the runtime says of a trap is no line of the log; the parent says which match it was.
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  sigset_t defaults, blocked;
  sigemptyset(&defaults);
  sigemptyset(&blocked);
  int signals[] = {SIGPIPE, SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaddset(&defaults, signals[index]);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  int result = -posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  free(environment);
  return result;
}

int csystem_start_self(char *const arguments[], int *stream) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) return -errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  int on = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  pid_t process = -1;
  int result = spawn_self(&process, arguments, ends[1]);
  close(ends[1]);
  if (result < 0) {
    close(ends[0]);
    return result;
  }
  *stream = ends[0];
  return (int)process;
}

void csystem_kill(int process) {
  if (process > 1) kill(process, SIGKILL);
}

int csystem_wait_for(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}
