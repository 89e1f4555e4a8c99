#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CPoll.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <poll.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#else
#include <sys/event.h>
#endif

uint64_t cpoll_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t cpoll_processor_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void cpoll_yield_to_others(void) {
#if defined(__APPLE__)
  pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0);
#else
  // On Linux a priority belongs to a thread, for which 0 stands here.
  struct sched_param parameter = {0};
  if (sched_setscheduler(0, SCHED_IDLE, &parameter) < 0) setpriority(PRIO_PROCESS, 0, 19);
#endif
}

uint64_t cpoll_ticks_per_second(void) {
  long ticks = sysconf(_SC_CLK_TCK);
  return ticks > 0 ? (uint64_t)ticks : 100;
}

static int open_socket(const struct addrinfo *source, const struct addrinfo *address, int waits) {
  int descriptor = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
  if (descriptor < 0) return -errno;
  int one = 1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
#if defined(SO_NOSIGPIPE)
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
#endif
  if (source != NULL && bind(descriptor, source->ai_addr, source->ai_addrlen) < 0) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  if (!waits) fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  if (connect(descriptor, address->ai_addr, address->ai_addrlen) == 0) return descriptor;
  if (!waits && errno == EINPROGRESS) return descriptor;
  int error = errno;
  close(descriptor);
  return -error;
}

static int connect_from(const char *source, const char *host, uint16_t port, int waits);

int cpoll_connect(const char *host, uint16_t port) { return connect_from(NULL, host, port, 1); }

int cpoll_connect_from(const char *source, const char *host, uint16_t port) {
  return connect_from(source, host, port, 1);
}

int cpoll_begin_connect(const char *source, const char *host, uint16_t port) {
  return connect_from(source, host, port, 0);
}

static int connect_from(const char *source, const char *host, uint16_t port, int waits) {
  char service[8];
  snprintf(service, sizeof service, "%u", (unsigned)port);
  struct addrinfo hints;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  struct addrinfo *found = NULL;
  struct addrinfo *from = NULL;
  if (source != NULL && getaddrinfo(source, NULL, &hints, &from) != 0) return CPOLL_UNKNOWN_HOST;
  if (getaddrinfo(host, service, &hints, &found) != 0) {
    if (from != NULL) freeaddrinfo(from);
    return CPOLL_UNKNOWN_HOST;
  }
  int result = -ECONNREFUSED;
  for (const struct addrinfo *address = found; address != NULL; address = address->ai_next) {
    if (from != NULL && from->ai_family != address->ai_family) continue;
    result = open_socket(from, address, waits);
    if (result >= 0) break;
  }
  freeaddrinfo(found);
  if (from != NULL) freeaddrinfo(from);
  return result;
}

int cpoll_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -errno;
  return fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int cpoll_set_timeout(int descriptor, int seconds) {
  struct timeval time = {seconds, 0};
  if (setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) < 0) return -errno;
  return setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) < 0 ? -errno : 0;
}

ptrdiff_t cpoll_receive(int descriptor, void *bytes, size_t count) {
  for (;;) {
    ssize_t result = recv(descriptor, bytes, count, 0);
    if (result >= 0) return result;
    if (errno != EINTR) return -errno;
  }
}

ptrdiff_t cpoll_send(int descriptor, const void *bytes, size_t count) {
#if defined(MSG_NOSIGNAL)
  const int flags = MSG_NOSIGNAL;
#else
  const int flags = 0;
#endif
  for (;;) {
    ssize_t result = send(descriptor, bytes, count, flags);
    if (result >= 0) return result;
    if (errno != EINTR) return -errno;
  }
}

void cpoll_close(int descriptor) { close(descriptor); }

void cpoll_error_text(int error, char *text, size_t capacity) {
  snprintf(text, capacity, "%s", strerror(error));
}

uint64_t cpoll_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 0;
  rlim_t wanted = limit.rlim_max;
#if defined(__APPLE__)
  // The kernel refuses more than this whatever the hard limit says.
  if (wanted > 10240) wanted = 10240;
#endif
  if (wanted > limit.rlim_cur) {
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
  }
  return (uint64_t)limit.rlim_cur;
}

#if defined(__linux__)

int cpoll_create(void) {
  // Who waits for a moment is to be woken at it, and not up to 50 microseconds later, as threads usually are.
  prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
  int poller = epoll_create1(EPOLL_CLOEXEC);
  return poller < 0 ? -errno : poller;
}

static int control(int poller, int operation, int descriptor, uint32_t tag, uint32_t flags) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = flags;
  event.data.u32 = tag;
  return epoll_ctl(poller, operation, descriptor, &event) < 0 ? -errno : 0;
}

int cpoll_add(int poller, int descriptor, uint32_t tag) {
  return control(poller, EPOLL_CTL_ADD, descriptor, tag, EPOLLIN);
}

int cpoll_set_writable(int poller, int descriptor, uint32_t tag, int wanted) {
  return control(poller, EPOLL_CTL_MOD, descriptor, tag, wanted ? EPOLLIN | EPOLLOUT : EPOLLIN);
}

// epoll_wait counts in milliseconds; ppoll, which can wait for a poller as well, in nanoseconds, for a call more.
int cpoll_wait(int poller, cpoll_event *events, int capacity, int64_t nanoseconds) {
  struct epoll_event ready[256];
  if (capacity > 256) capacity = 256;
  int isWhole = nanoseconds % 1000000 == 0;
  int count = epoll_wait(poller, ready, capacity, isWhole ? (int)(nanoseconds / 1000000) : 0);
  if (count == 0 && !isWhole) {
    struct pollfd poll = {poller, POLLIN, 0};
    struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    if (ppoll(&poll, 1, &time, NULL) > 0) count = epoll_wait(poller, ready, capacity, 0);
  }
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int index = 0; index < count; index++) {
    events[index].tag = ready[index].data.u32;
    events[index].readable = (ready[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0;
    events[index].writable = (ready[index].events & EPOLLOUT) != 0;
  }
  return count;
}

#else

int cpoll_create(void) {
  int poller = kqueue();
  return poller < 0 ? -errno : poller;
}

static int control(int poller, int descriptor, uint32_t tag, short filter, unsigned short flags) {
  struct kevent change;
  EV_SET(&change, descriptor, filter, flags, 0, 0, (void *)(uintptr_t)tag);
  return kevent(poller, &change, 1, NULL, 0, NULL) < 0 ? -errno : 0;
}

int cpoll_add(int poller, int descriptor, uint32_t tag) {
  return control(poller, descriptor, tag, EVFILT_READ, EV_ADD);
}

int cpoll_set_writable(int poller, int descriptor, uint32_t tag, int wanted) {
  return control(poller, descriptor, tag, EVFILT_WRITE, wanted ? EV_ADD : EV_DELETE);
}

int cpoll_wait(int poller, cpoll_event *events, int capacity, int64_t nanoseconds) {
  struct kevent ready[256];
  if (capacity > 256) capacity = 256;
  struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  int count = kevent(poller, NULL, 0, ready, capacity, &time);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int index = 0; index < count; index++) {
    events[index].tag = (uint32_t)(uintptr_t)ready[index].udata;
    events[index].readable = ready[index].filter == EVFILT_READ;
    events[index].writable = ready[index].filter == EVFILT_WRITE;
  }
  return count;
}

#endif
