#define _GNU_SOURCE
#include "CSystem.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Linux stops CLOCK_MONOTONIC while the machine sleeps; elsewhere it goes on.
#ifdef __linux__
#define CSYSTEM_CLOCK CLOCK_BOOTTIME
#else
#define CSYSTEM_CLOCK CLOCK_MONOTONIC
#endif

uint64_t csystem_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CSYSTEM_CLOCK, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void csystem_limit_memory_arenas(int most) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, most);
#else
  (void)most;
#endif
}

void csystem_trim_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

uint64_t csystem_thread_nanoseconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

static void read_address(const struct sockaddr_storage *from, csystem_address *address) {
  memset(address, 0, sizeof *address);
  if (from->ss_family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)from;
    memcpy(address->bytes, &four->sin_addr, 4);
    address->port = ntohs(four->sin_port);
    address->family = 4;
  } else if (from->ss_family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
    address->port = ntohs(six->sin6_port);
    if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
      // A dual-stack listener reports IPv4 peers in this form; it is the same peer and counts as such.
      memcpy(address->bytes, (const uint8_t *)&six->sin6_addr + 12, 4);
      address->family = 4;
    } else {
      memcpy(address->bytes, &six->sin6_addr, 16);
      address->scope = six->sin6_scope_id;
      address->family = 6;
    }
  }
}

// Small messages leave at once, and a peer whose machine is gone is found out.
static void prepare_connection(int descriptor) {
  int on = 1, idle = 60, interval = 20, probes = 3;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#if defined(__linux__)
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
#else
  (void)idle, (void)interval, (void)probes;
#endif
}

static int make_listener(const struct addrinfo *candidate, int backlog) {
  int descriptor = socket(candidate->ai_family, SOCK_STREAM, IPPROTO_TCP);
  if (descriptor < 0) return -errno;
  int on = 1, off = 0;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  // Accepted sockets inherit these, which saves a system call each at every connection.
  prepare_connection(descriptor);
  if (candidate->ai_family == AF_INET6) {
    setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  }
  if (bind(descriptor, candidate->ai_addr, candidate->ai_addrlen) < 0 || listen(descriptor, backlog) < 0) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  return descriptor;
}

static struct addrinfo *look_up(const char *host, uint16_t port, int flags) {
  struct addrinfo hints, *found = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  char service[8];
  snprintf(service, sizeof service, "%u", (unsigned)port);
  return getaddrinfo(host, service, &hints, &found) == 0 ? found : NULL;
}

int csystem_listen(const char *host, uint16_t port, int backlog, csystem_address *bound) {
  struct addrinfo *found = look_up(host && host[0] ? host : NULL, port, AI_PASSIVE);
  if (!found) return CSYSTEM_UNKNOWN_HOST;
  int result = CSYSTEM_UNKNOWN_HOST;
  for (const struct addrinfo *candidate = found; candidate; candidate = candidate->ai_next) {
    result = make_listener(candidate, backlog);
    if (result >= 0) break;
  }
  freeaddrinfo(found);
  if (result < 0) return result;
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
  if (getsockname(result, (struct sockaddr *)&name, &length) < 0) {
    int error = errno;
    close(result);
    return -error;
  }
  read_address(&name, bound);
  return result;
}

int csystem_may_bind(const char *host) {
  struct addrinfo *found = look_up(host && host[0] ? host : NULL, 0, AI_PASSIVE);
  if (!found) return CSYSTEM_UNKNOWN_HOST;
  int result = CSYSTEM_UNKNOWN_HOST;
  for (const struct addrinfo *candidate = found; candidate && result != 0; candidate = candidate->ai_next) {
    int descriptor = socket(candidate->ai_family, SOCK_STREAM, IPPROTO_TCP);
    result = descriptor >= 0 && bind(descriptor, candidate->ai_addr, candidate->ai_addrlen) == 0 ? 0 : -errno;
    if (descriptor >= 0) close(descriptor);
  }
  freeaddrinfo(found);
  return result;
}

int csystem_adopt_listener(int descriptor, csystem_address *bound) {
  int type = 0, listens = 0;
  socklen_t size = sizeof type;
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
  if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) < 0) return -errno;
  size = sizeof listens;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0) return -errno;
  if (getsockname(descriptor, (struct sockaddr *)&name, &length) < 0) return -errno;
  if (type != SOCK_STREAM || !listens || (name.ss_family != AF_INET && name.ss_family != AF_INET6)) return -EINVAL;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  prepare_connection(descriptor);
  read_address(&name, bound);
  return descriptor;
}

int csystem_notify(const char *path, const char *text) {
  struct sockaddr_un name;
  size_t length = strlen(path);
  memset(&name, 0, sizeof name);
  name.sun_family = AF_UNIX;
  if (length < 2 || length >= sizeof name.sun_path) return -EINVAL;
  memcpy(name.sun_path, path, length);
  // An abstract name begins with a NUL and ends where its length says; a path takes the NUL behind it along.
  int isAbstract = path[0] == '@';
  if (isAbstract) name.sun_path[0] = 0;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (descriptor < 0) return -errno;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (isAbstract ? 0 : 1));
  // A service manager that does not read must not hold anybody up.
  ssize_t sent = sendto(descriptor, text, strlen(text), MSG_DONTWAIT, (const struct sockaddr *)&name, size);
  int error = sent < 0 ? -errno : 0;
  close(descriptor);
  return error;
}

int csystem_accept(int listener, csystem_address *peer) {
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
#if defined(__linux__)
  int descriptor = accept4(listener, (struct sockaddr *)&name, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor < 0) return -errno;
#else
  int descriptor = accept(listener, (struct sockaddr *)&name, &length);
  if (descriptor < 0) return -errno;
  int on = 1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#endif
  read_address(&name, peer);
  return descriptor;
}

static int begin_connection(const struct addrinfo *candidate) {
  int descriptor = socket(candidate->ai_family, SOCK_STREAM, IPPROTO_TCP);
  if (descriptor < 0) return -errno;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  prepare_connection(descriptor);
#if !defined(__linux__)
  int on = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  if (connect(descriptor, candidate->ai_addr, candidate->ai_addrlen) < 0 && errno != EINPROGRESS) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  return descriptor;
}

int csystem_begin_connect(const char *host, uint16_t port, csystem_address *peer) {
  struct addrinfo *found = look_up(host, port, AI_NUMERICHOST);
  if (!found) return CSYSTEM_UNKNOWN_HOST;
  int result = begin_connection(found);
  struct sockaddr_storage name;
  memset(&name, 0, sizeof name);
  memcpy(&name, found->ai_addr, found->ai_addrlen < sizeof name ? found->ai_addrlen : sizeof name);
  read_address(&name, peer);
  freeaddrinfo(found);
  return result;
}

int csystem_connect_result(int descriptor) {
  int error = 0;
  socklen_t length = sizeof error;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) < 0) return -errno;
  return -error;
}

static int connect_within(const struct addrinfo *candidate, int milliseconds) {
  int descriptor = begin_connection(candidate);
  if (descriptor < 0) return descriptor;
  int result = csystem_wait_writable(descriptor, milliseconds);
  if (result > 0) result = csystem_connect_result(descriptor);
  else if (result == 0) result = -ETIMEDOUT;
  if (result == 0) return descriptor;
  close(descriptor);
  return result;
}

int csystem_connect(const char *host, uint16_t port, int milliseconds) {
  struct addrinfo *found = look_up(host, port, 0);
  int result = CSYSTEM_UNKNOWN_HOST;
  uint64_t end = csystem_monotonic_nanoseconds() + (uint64_t)(milliseconds > 0 ? milliseconds : 0) * 1000000u;
  for (const struct addrinfo *candidate = found; candidate; candidate = candidate->ai_next) {
    uint64_t now = csystem_monotonic_nanoseconds();
    result = connect_within(candidate, now < end ? (int)((end - now + 999999u) / 1000000u) : 0);
    if (result >= 0) break;
  }
  if (found) freeaddrinfo(found);
  return result;
}

static int wait_until(int descriptor, short events, int milliseconds) {
  struct pollfd asked = {.fd = descriptor, .events = events};
  for (;;) {
    int result = poll(&asked, 1, milliseconds);
    if (result >= 0) return result;
    if (errno != EINTR) return -errno;
  }
}

int csystem_wait_readable(int descriptor, int milliseconds) { return wait_until(descriptor, POLLIN, milliseconds); }

int csystem_wait_writable(int descriptor, int milliseconds) { return wait_until(descriptor, POLLOUT, milliseconds); }

int csystem_shutdown(int descriptor) { return shutdown(descriptor, SHUT_RDWR) < 0 ? -errno : 0; }

ptrdiff_t csystem_receive(int descriptor, void *bytes, size_t count) {
  ptrdiff_t result = recv(descriptor, bytes, count, 0);
  return result < 0 ? -errno : result;
}

ptrdiff_t csystem_send(int descriptor, const void *bytes, size_t count) {
#if defined(MSG_NOSIGNAL)
  ptrdiff_t result = send(descriptor, bytes, count, MSG_NOSIGNAL);
#else
  ptrdiff_t result = send(descriptor, bytes, count, 0);
#endif
  return result < 0 ? -errno : result;
}

int csystem_finish_sending(int descriptor) { return shutdown(descriptor, SHUT_WR) < 0 ? -errno : 0; }

int csystem_close(int descriptor) { return close(descriptor) < 0 ? -errno : 0; }

int csystem_spare(void) {
  int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

void csystem_address_text(const csystem_address *address, char *text) {
  text[0] = 0;
  if (address->family == 4) inet_ntop(AF_INET, address->bytes, text, 64);
  if (address->family == 6) inet_ntop(AF_INET6, address->bytes, text, 64);
}

int csystem_parse_address(const char *text, csystem_address *address) {
  struct sockaddr_storage name;
  memset(&name, 0, sizeof name);
  struct sockaddr_in *four = (struct sockaddr_in *)&name;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)&name;
  if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
    name.ss_family = AF_INET;
  } else {
    memset(&name, 0, sizeof name);
    if (inet_pton(AF_INET6, text, &six->sin6_addr) != 1) return -EINVAL;
    name.ss_family = AF_INET6;
  }
  read_address(&name, address);
  return 0;
}

void csystem_error_text(int error, char *text, size_t capacity) {
  text[0] = 0;
#if defined(__linux__)
  // The GNU variant answers a pointer that need not be the buffer.
  char buffer[128];
  snprintf(text, capacity, "%s", strerror_r(error, buffer, sizeof buffer));
#else
  strerror_r(error, text, capacity);
#endif
}

uint64_t csystem_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 0;
  struct rlimit wanted = limit;
#if defined(__linux__)
  wanted.rlim_cur = limit.rlim_max;
#else
  // macOS names a limit it does not grant; this is the most that it does.
  if (wanted.rlim_cur < 10240) wanted.rlim_cur = limit.rlim_max < 10240 ? limit.rlim_max : 10240;
#endif
  if (setrlimit(RLIMIT_NOFILE, &wanted) == 0) limit = wanted;
  return (uint64_t)limit.rlim_cur;
}

void csystem_ignore_sigpipe(void) { signal(SIGPIPE, SIG_IGN); }

static int caught[2] = {-1, -1};

static void note_signal(int number) {
  int error = errno;
  char byte = (char)number;
  // A full pipe is readable already.
  if (write(caught[1], &byte, 1) < 0) errno = error;
  errno = error;
}

int csystem_catch_signals(const int *numbers, int count) {
  if (caught[0] < 0) {
    if (pipe(caught) < 0) return -errno;
    for (int end = 0; end < 2; end++) {
      fcntl(caught[end], F_SETFD, FD_CLOEXEC);
      fcntl(caught[end], F_SETFL, fcntl(caught[end], F_GETFL) | O_NONBLOCK);
    }
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigset_t wanted;
  sigemptyset(&wanted);
  for (int index = 0; index < count; index++) {
    if (sigaction(numbers[index], &action, NULL) < 0) return -errno;
    sigaddset(&wanted, numbers[index]);
  }
  // A parent may have handed on a mask that would keep them waiting for ever.
  pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
  return caught[0];
}

#if defined(__linux__)
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

int csystem_epoll_create(void) {
  int descriptor = epoll_create1(EPOLL_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

static int control(int epoll, int operation, int descriptor, uint32_t flags, uint64_t token) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  if (flags & CSYSTEM_READABLE) event.events |= EPOLLIN;
  if (flags & CSYSTEM_WRITABLE) event.events |= EPOLLOUT;
  if (flags & CSYSTEM_EDGE) event.events |= EPOLLET;
  if (flags & CSYSTEM_FINISHED) event.events |= EPOLLRDHUP;
  event.data.u64 = token;
  return epoll_ctl(epoll, operation, descriptor, &event) < 0 ? -errno : 0;
}

int csystem_epoll_add(int epoll, int descriptor, uint32_t flags, uint64_t token) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, flags, token);
}

int csystem_epoll_change(int epoll, int descriptor, uint32_t flags, uint64_t token) {
  return control(epoll, EPOLL_CTL_MOD, descriptor, flags, token);
}

// epoll_wait counts in milliseconds; epoll_pwait2 (Linux 5.11) in nanoseconds. It is called by number since
// older C libraries lack it, and never again after a kernel or a sandbox has once refused it.
static int wait_for(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds) {
  if (nanoseconds <= 0) return epoll_wait(epoll, events, capacity, 0);
#if defined(SYS_epoll_pwait2) && defined(__LP64__)
  static atomic_bool refused = false;
  if (!atomic_load_explicit(&refused, memory_order_relaxed)) {
    struct timespec timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    int count = (int)syscall(SYS_epoll_pwait2, epoll, events, capacity, &timeout, NULL, (size_t)0);
    if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
    atomic_store_explicit(&refused, true, memory_order_relaxed);
  }
#endif
  return epoll_wait(epoll, events, capacity, (int)((nanoseconds + 999999) / 1000000));
}

int csystem_epoll_wait(int epoll, csystem_event *events, int capacity, int64_t nanoseconds) {
  struct epoll_event ready[256];
  int count = wait_for(epoll, ready, capacity < 256 ? capacity : 256, nanoseconds);
  if (count < 0) return -errno;
  for (int index = 0; index < count; index++) {
    uint32_t flags = 0;
    if (ready[index].events & EPOLLIN) flags |= CSYSTEM_READABLE;
    if (ready[index].events & EPOLLOUT) flags |= CSYSTEM_WRITABLE;
    if (ready[index].events & (EPOLLHUP | EPOLLERR)) flags |= CSYSTEM_HANGUP;
    if (ready[index].events & EPOLLRDHUP) flags |= CSYSTEM_FINISHED;
    events[index].token = ready[index].data.u64;
    events[index].flags = flags;
  }
  return count;
}

int csystem_eventfd(void) {
  int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

void csystem_eventfd_signal(int descriptor) {
  uint64_t one = 1;
  while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

int csystem_timerfd(void) {
  int descriptor = timerfd_create(CSYSTEM_CLOCK, TFD_NONBLOCK | TFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int csystem_timerfd_arm(int descriptor, uint64_t monotonic_nanoseconds) {
  // All zeros would disarm the timer; the first nanosecond after boot has passed as well.
  uint64_t at = monotonic_nanoseconds ? monotonic_nanoseconds : 1;
  struct itimerspec timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = (time_t)(at / 1000000000u);
  timer.it_value.tv_nsec = (long)(at % 1000000000u);
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &timer, NULL) < 0 ? -errno : 0;
}
#endif
