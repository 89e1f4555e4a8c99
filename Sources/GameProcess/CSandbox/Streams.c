#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int csandbox_pipe(int ends[2]) {
  if (pipe(ends) < 0) return -errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  // Writing to a program that has exited returns EPIPE instead of raising SIGPIPE.
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) signal(SIGPIPE, SIG_IGN);
  return 0;
}

int csandbox_unblock(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

ptrdiff_t csandbox_read(int descriptor, void *bytes, size_t count) {
  ptrdiff_t result;
  while ((result = read(descriptor, bytes, count)) < 0) {
    if (errno != EINTR) return -errno;
  }
  return result;
}

ptrdiff_t csandbox_write(int descriptor, const void *bytes, size_t count) {
  ptrdiff_t result;
  while ((result = write(descriptor, bytes, count)) < 0) {
    if (errno != EINTR) return -errno;
  }
  return result;
}

int csandbox_wait_for(int input, int output, int error, int64_t nanoseconds) {
  struct pollfd streams[3] = {
    {.fd = input, .events = POLLOUT}, {.fd = output, .events = POLLIN}, {.fd = error, .events = POLLIN}};
  if (nanoseconds < 0) nanoseconds = 0;
#ifdef __linux__
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int count = ppoll(streams, 3, &time, NULL);
#else
  int count = poll(streams, 3, (int)((nanoseconds + 999999) / 1000000));
#endif
  if (count < 0) return errno == EINTR ? 0 : -errno;
  int ready = 0;
  for (int stream = 0; stream < 3; stream++) {
    if (streams[stream].revents) ready |= 1 << stream;
  }
  return ready;
}

uint64_t csandbox_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t csandbox_processor_time(int process) {
#ifdef __linux__
  clockid_t clock;
  struct timespec time;
  if (process < 2 || clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) < 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
#else
  (void)process;
  return 0;
#endif
}

int csandbox_threads(int process) {
#ifdef __linux__
  char path[32], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ptrdiff_t count = csandbox_read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  // The name may contain any character and ends with the last parenthesis; num_threads is the 18th field after it.
  char *field = strrchr(text, ')');
  for (int number = 0; field && number < 18; number++) field = strchr(field + 1, ' ');
  return field ? atoi(field + 1) : 0;
#else
  (void)process;
  return 0;
#endif
}

void csandbox_sleep(uint64_t nanoseconds) {
  struct timespec time = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
  nanosleep(&time, NULL);
}

void csandbox_close(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}
