#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static int close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

// After fork in a process with threads only functions that are safe in a signal handler may be called.
static void become(const char *terminal, int leash, const char *path, char *const arguments[],
                   char *const environment[]) {
  setsid();
  int descriptor = open(terminal, O_RDWR);
  if (descriptor < 0) _exit(126);
  ioctl(descriptor, TIOCSCTTY, 0);
  for (int number = 0; number < 3; number++) dup2(descriptor, number);
  // The leash becomes the one further descriptor that the program has.
  if (leash != 3) dup2(leash, 3);
  else fcntl(3, F_SETFD, 0);
  for (int number = 4; number < 4096; number++) close(number);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  execve(path, arguments, environment);
  _exit(127);
}

int cpty_start(cpty_child *child, const char *path, char *const arguments[], char *const environment[],
               uint16_t columns, uint16_t rows) {
  char name[128];
  int ends[2];
  int keyboard = posix_openpt(O_RDWR | O_NOCTTY);
  if (keyboard < 0) return -errno;
  close_on_exec(keyboard);
  const char *known = NULL;
  if (grantpt(keyboard) == 0 && unlockpt(keyboard) == 0) known = ptsname(keyboard);
  int terminal = -1;
  if (known != NULL && strlen(known) < sizeof name) {
    strcpy(name, known);
    terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  if (terminal < 0 || pipe(ends) < 0) {
    int error = errno;
    close(keyboard);
    if (terminal >= 0) close(terminal);
    return -(error ? error : EIO);
  }
  close_on_exec(ends[0]);
  close_on_exec(ends[1]);
  int result = cpty_resize(keyboard, columns, rows);
  pid_t process = result < 0 ? -1 : fork();
  if (process == 0) become(name, ends[1], path, arguments, environment);
  if (process < 0) {
    result = result < 0 ? result : -errno;
    close(keyboard);
    close(terminal);
    close(ends[0]);
    close(ends[1]);
    return result;
  }
  close(ends[1]);
  fcntl(keyboard, F_SETFL, fcntl(keyboard, F_GETFL) | O_NONBLOCK);
  *child = (cpty_child){process, keyboard, terminal, ends[0]};
  return 0;
}

int cpty_resize(int keyboard, uint16_t columns, uint16_t rows) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  return ioctl(keyboard, TIOCSWINSZ, &size) < 0 ? -errno : 0;
}

int cpty_is_cooked(int terminal) {
  struct termios settings;
  if (tcgetattr(terminal, &settings) < 0) return -errno;
  tcflag_t local = ICANON | ECHO | ISIG | IEXTEN;
  return (settings.c_lflag & local) == local && (settings.c_oflag & OPOST) && (settings.c_iflag & ICRNL);
}

pid_t cpty_foreground_group(int terminal) {
  pid_t group = tcgetpgrp(terminal);
  return group < 0 ? -errno : group;
}

int cpty_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : -errno;
#else
  if (pipe(ends) != 0) return -errno;
  close_on_exec(ends[0]);
  close_on_exec(ends[1]);
  return 0;
#endif
}
