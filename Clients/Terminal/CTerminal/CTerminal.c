#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// All of this is touched by signal handlers: plain memory, set before the handlers are.
static int input_descriptor = -1;
static int output_descriptor = -1;
static int wake_descriptor = -1;
static struct termios settings;
static volatile sig_atomic_t is_taken = 0;
static char restoring[256];
static volatile size_t restoring_count = 0;

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
static struct sigaction actions_before[sizeof crashes / sizeof crashes[0]];
static const int told[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};

static void tell(int signal) {
  int error = errno;
  unsigned char byte = (unsigned char)signal;
  (void)!write(wake_descriptor, &byte, 1);
  errno = error;
}

static void set_action(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = handler;
  sigaction(number, &action, NULL);
}

// Raises a signal so that it has its usual effect before this returns, if it returns.
static void raise_now(int number) {
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, number);
  set_action(number, SIG_DFL);
  // Threads that run tasks have nearly all signals blocked: what is raised there would wait for ever.
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void crash(int signal, siginfo_t *info, void *context) {
  cterminal_give_back();
  // What was there before is heard: a runtime that prints where it happened. It may return, and then this is the end,
  // also where the signal came from outside and nothing would fault again.
  for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++) {
    if (crashes[index] != signal) continue;
    struct sigaction before = actions_before[index];
    sigaction(signal, &before, NULL);
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) before.sa_handler(signal);
  }
  raise_now(signal);
}

int cterminal_open(int input, int output, int wake) {
  // A stack of its own, since a stack that is full is one way to crash.
  static char stack[65536];
  if (tcgetattr(input, &settings) != 0) return -1;
  input_descriptor = input;
  output_descriptor = output;
  wake_descriptor = wake;
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
  sigaltstack(&alternative, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = crash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++)
    sigaction(crashes[index], &action, &actions_before[index]);
  action.sa_handler = tell;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  for (size_t index = 0; index < sizeof told / sizeof told[0]; index++) sigaction(told[index], &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  return 0;
}

void cterminal_set_restoring(const char *bytes, size_t count) {
  if (count > sizeof restoring - 1) count = sizeof restoring - 1;
  memcpy(restoring, bytes, count);
  restoring_count = count;
}

// Stops, as a program does that wants the terminal from the background, until it is in the foreground. A group that
// nobody can wake is not stopped: there the tries end.
static void wait_for_foreground(void) {
  for (int tries = 0; tries < 100; tries++) {
    pid_t foreground = tcgetpgrp(input_descriptor);
    if (foreground < 0 || foreground == getpgrp()) return;
    raise_now(SIGTTOU);
  }
}

int cterminal_take(void) {
  if (!is_taken) {
    wait_for_foreground();
    // Not before: from the background one sees the settings of the shell that is being typed in.
    if (tcgetattr(input_descriptor, &settings) != 0) return -1;
  }
  struct termios raw = settings;
  raw.c_iflag &= (tcflag_t) ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  raw.c_oflag &= (tcflag_t)~OPOST;
  raw.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cflag = (raw.c_cflag & (tcflag_t) ~(CSIZE | PARENB)) | CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  // Taken before it is: a signal in between gives back once too often rather than not at all.
  is_taken = 1;
  if (tcsetattr(input_descriptor, TCSANOW, &raw) == 0) return 0;
  is_taken = 0;
  return -1;
}

void cterminal_give_back(void) {
  if (!is_taken) return;
  is_taken = 0;
  int error = errno;
  size_t written = 0;
  // A terminal that takes nothing for a second is gone, or as good as.
  while (written < restoring_count) {
    struct pollfd item = {.fd = output_descriptor, .events = POLLOUT};
    if (poll(&item, 1, 1000) <= 0 || !(item.revents & POLLOUT)) break;
    ssize_t count = write(output_descriptor, restoring + written, restoring_count - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += (size_t)count;
  }
  tcsetattr(input_descriptor, TCSANOW, &settings);
  errno = error;
}

void cterminal_die(int number) { raise_now(number); }

void cterminal_suspend(void) {
  struct sigaction before;
  sigaction(SIGTSTP, NULL, &before);
  // The whole group is suspended, as the terminal itself would do it: a program that started us waits for that. First
  // the others, then this one, on this very thread: a signal to all might find our own handler in place again.
  set_action(SIGTSTP, SIG_IGN);
  kill(0, SIGTSTP);
  raise_now(SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
}

int cterminal_size(int *columns, int *rows) {
  struct winsize size;
  if (ioctl(output_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int cterminal_open_output(void) {
  const char *name = ttyname(output_descriptor);
  // A file description of its own: what shares ours must not find it non-blocking when we are gone.
  return name ? open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
}
