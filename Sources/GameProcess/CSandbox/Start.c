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

enum { MAXIMUM_STACK = 64 << 20 };

// All functions up to `execute_confined` run in the child, which shares this process's memory until execve: they may only make
// system calls.
static int limit(int resource, uint64_t most) {
  if (most == 0) return 0;
  struct rlimit bound;
  if (getrlimit(resource, &bound) < 0) return -1;
  // Raising a stricter hard limit needs a privilege, so it stays.
  if (bound.rlim_max > most) bound.rlim_max = most;
  bound.rlim_cur = bound.rlim_max;
  return setrlimit(resource, &bound);
}

// Closes all descriptors above standard error.
static void close_others(void) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, 3, ~0u, 0) == 0) return;
#endif
  for (int descriptor = 3; descriptor < 4096; descriptor++) close(descriptor);
}

static const char *redirect_streams(const csandbox_program *program) {
  int streams[3] = {program->input, program->output, program->error};
  for (int stream = 0; stream < 3; stream++) {
    // Moved away from 0 to 2, which dup2 overwrites.
    streams[stream] = fcntl(streams[stream], F_DUPFD, 16);
    if (streams[stream] < 0) return "redirecting its streams";
  }
  for (int stream = 0; stream < 3; stream++) {
    if (dup2(streams[stream], stream) < 0) return "redirecting its streams";
  }
  return NULL;
}

static const char *set_limits(const csandbox_program *program) {
  if (limit(RLIMIT_CPU, program->processor) < 0) return "limiting its processor time";
  struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  if (setrlimit(RLIMIT_CORE, &none) < 0) return "limiting core dumps";
  if (limit(RLIMIT_NOFILE, 256) < 0) return "limiting its open files";
  if (limit(RLIMIT_FSIZE, 1) < 0) return "limiting file sizes";
  // RLIMIT_DATA does not count the stack, and a program may raise its soft limit up to the hard one.
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0) {
    if (stack.rlim_max > MAXIMUM_STACK) stack.rlim_max = MAXIMUM_STACK;
    if (stack.rlim_cur > stack.rlim_max) stack.rlim_cur = stack.rlim_max;
    if (setrlimit(RLIMIT_STACK, &stack) < 0) return "limiting its stack";
  }
#ifdef RLIMIT_DATA
  if (limit(RLIMIT_DATA, program->memory) < 0) return "limiting its memory";
#endif
  return NULL;
}

// Returns only on failure, with the step that failed.
static const char *execute_confined(const csandbox_program *program) {
  if (setpgid(0, 0) < 0) return "creating a process group";
  const char *failure = redirect_streams(program);
  if (failure) return failure;
  if (chdir(program->directory) < 0) return "changing to its directory";
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Some runtimes read their arguments in /proc/self. Before limiting descriptors: the server may have more open than
  // the limit, and opening the path would fail.
  if (program->ruleset >= 0 && csandbox_allow(program->ruleset, "/proc/self", CSANDBOX_READ) < 0) return "its /proc";
  if ((failure = set_limits(program))) return failure;
  if (program->low_priority) csandbox_lower_priority(0);
  if ((failure = confine(program->ruleset, program->filters_calls))) return failure;
  close_others();
  execve(program->path, program->arguments, program->environment);
  return program->path;
}

static int start(const csandbox_program *program, const char **step) {
  const char *volatile failed = NULL;
  volatile int error = 0;
  sigset_t all, before;
  sigfillset(&all);
  // Signal handlers of this process must not run in the child.
  pthread_sigmask(SIG_SETMASK, &all, &before);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  pid_t process = vfork();
#pragma clang diagnostic pop
  if (process == 0) {
    failed = execute_confined(program);
    error = errno;
    _exit(127);
  }
  if (process < 0) {
    error = errno;
    failed = "creating a process";
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!failed) return (int)process;
  *step = failed;
  if (process > 0) waitpid(process, NULL, 0);
  return error ? -error : -EINVAL;
}

// The parent-death signal is sent when the thread that started the program ends. One thread therefore starts all
// programs and runs as long as this process.
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int runs;
  const csandbox_program *program;
  const char *step;
  int result;
  enum { FREE, ASKED, DONE } state;
} starter = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *starter_loop(void *unused) {
  (void)unused;
  pthread_mutex_lock(&starter.lock);
  while (1) {
    while (starter.state != ASKED) pthread_cond_wait(&starter.changed, &starter.lock);
    starter.result = start(starter.program, &starter.step);
    starter.state = DONE;
    pthread_cond_broadcast(&starter.changed);
  }
  return NULL;
}

int csandbox_start(const csandbox_program *program, const char **step) {
  pthread_mutex_lock(&starter.lock);
  if (!starter.runs) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, starter_loop, NULL);
    if (error) {
      pthread_mutex_unlock(&starter.lock);
      *step = "creating a thread";
      return -error;
    }
    pthread_detach(thread);
    starter.runs = 1;
  }
  while (starter.state != FREE) pthread_cond_wait(&starter.changed, &starter.lock);
  starter.program = program;
  starter.state = ASKED;
  pthread_cond_broadcast(&starter.changed);
  while (starter.state != DONE) pthread_cond_wait(&starter.changed, &starter.lock);
  int result = starter.result;
  if (result < 0) *step = starter.step;
  starter.state = FREE;
  pthread_cond_broadcast(&starter.changed);
  pthread_mutex_unlock(&starter.lock);
  return result;
}

int csandbox_has_exited(int process, int *status) {
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

void csandbox_lower_priority(int process) { setpriority(PRIO_PGRP, (id_t)process, 19); }

void csandbox_signal_group(int process, int signal) {
  if (process > 1) kill(-process, signal);
}
