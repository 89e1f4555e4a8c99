#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Confine.h"

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// Runs in the child, which shares this process's memory until it executes the program: nothing but system calls.
static int limit(int resource, uint64_t most) {
  if (most == 0) return 0;
  struct rlimit bound = {.rlim_cur = most, .rlim_max = most};
  return setrlimit(resource, &bound);
}

// Leaves no descriptor open above standard error.
static void close_others(void) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, 3, ~0u, 0) == 0) return;
#endif
  for (int descriptor = 3; descriptor < 4096; descriptor++) close(descriptor);
}

static const char *take_streams(const csandbox_program *program) {
  int streams[3] = {program->input, program->output, program->error};
  for (int stream = 0; stream < 3; stream++) {
    // Out of the way of the numbers 0 to 2.
    streams[stream] = fcntl(streams[stream], F_DUPFD, 16);
    if (streams[stream] < 0) return "its streams";
  }
  for (int stream = 0; stream < 3; stream++) {
    if (dup2(streams[stream], stream) < 0) return "its streams";
  }
  return NULL;
}

static const char *bound(const csandbox_program *program) {
  if (limit(RLIMIT_CPU, program->processor) < 0) return "its processor limit";
  struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  if (setrlimit(RLIMIT_CORE, &none) < 0) return "its core limit";
  struct rlimit files = {.rlim_cur = 256, .rlim_max = 256};
  if (setrlimit(RLIMIT_NOFILE, &files) < 0) return "its limit of files";
  if (limit(RLIMIT_FSIZE, 1) < 0) return "its limit of file sizes";
#ifdef RLIMIT_DATA
  if (limit(RLIMIT_DATA, program->memory) < 0) return "its memory limit";
#endif
  return NULL;
}

// Returns only where something has failed, which it names.
static const char *become(const csandbox_program *program) {
  if (setpgid(0, 0) < 0) return "its process group";
  const char *failure = take_streams(program);
  if (failure) return failure;
  if (chdir(program->directory) < 0) return "its directory";
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Before the number of descriptors is limited: the server may hold more than the program is going to have. It is what
  // the program is started with: some runtimes read their arguments there.
  if (program->ruleset >= 0 && csandbox_allow(program->ruleset, "/proc/self", CSANDBOX_READ) < 0) return "its arguments";
  if ((failure = bound(program))) return failure;
  if ((failure = confine(program->ruleset, program->filters_calls))) return failure;
  close_others();
  execve(program->path, program->arguments, program->environment);
  return program->path;
}

int csandbox_start(const csandbox_program *program, const char **step) {
  const char *volatile failed = NULL;
  volatile int error = 0;
  sigset_t all, before;
  sigfillset(&all);
  // A handler of this process must not run in the child.
  pthread_sigmask(SIG_SETMASK, &all, &before);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  pid_t process = vfork();
#pragma clang diagnostic pop
  if (process == 0) {
    failed = become(program);
    error = errno;
    _exit(127);
  }
  if (process < 0) {
    error = errno;
    failed = "a process";
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!failed) return (int)process;
  *step = failed;
  if (process > 0) waitpid(process, NULL, 0);
  return error ? -error : -EINVAL;
}

int csandbox_has_ended(int process, int *status) {
  siginfo_t ended = {.si_pid = 0};
  while (waitid(P_PID, (id_t)process, &ended, WEXITED | WNOHANG | WNOWAIT) < 0) {
    if (errno != EINTR) return -errno;
  }
  if (ended.si_pid == 0) return 0;
  *status = ended.si_code == CLD_EXITED ? ended.si_status : 1000 + ended.si_status;
  return 1;
}

void csandbox_reap(int process) {
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}

void csandbox_signal_group(int process, int signal) {
  if (process > 1) kill(-process, signal);
}
