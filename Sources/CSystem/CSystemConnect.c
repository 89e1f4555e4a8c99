#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int wait_for(int descriptor, short events, int milliseconds) {
  struct pollfd asked = {.fd = descriptor, .events = events};
  for (;;) {
    int result = poll(&asked, 1, milliseconds);
    if (result >= 0) return result;
    if (errno != EINTR) return -errno;
  }
}

int csystem_wait_readable(int descriptor, int milliseconds) { return wait_for(descriptor, POLLIN, milliseconds); }

int csystem_wait_writable(int descriptor, int milliseconds) { return wait_for(descriptor, POLLOUT, milliseconds); }

int csystem_shutdown(int descriptor) { return shutdown(descriptor, SHUT_RDWR) < 0 ? -errno : 0; }

static int make_connection(const struct addrinfo *candidate, int milliseconds) {
  int descriptor = socket(candidate->ai_family, SOCK_STREAM, IPPROTO_TCP);
  if (descriptor < 0) return -errno;
  int on = 1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#if defined(SO_NOSIGPIPE)
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  int error = 0;
  if (connect(descriptor, candidate->ai_addr, candidate->ai_addrlen) < 0) error = errno;
  if (error == EINPROGRESS || error == EINTR) {
    int ready = csystem_wait_writable(descriptor, milliseconds);
    socklen_t length = sizeof error;
    if (ready < 0) {
      error = -ready;
    } else if (ready == 0) {
      error = ETIMEDOUT;
    } else if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) < 0) {
      error = errno;
    }
  }
  if (error == 0) return descriptor;
  close(descriptor);
  return -error;
}

int csystem_connect(const char *host, uint16_t port, int milliseconds) {
  struct addrinfo hints, *found = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  char service[8];
  snprintf(service, sizeof service, "%u", (unsigned)port);
  if (getaddrinfo(host, service, &hints, &found) != 0) return CSYSTEM_UNKNOWN_HOST;
  int result = CSYSTEM_UNKNOWN_HOST;
  uint64_t end = csystem_monotonic_nanoseconds() + (uint64_t)(milliseconds > 0 ? milliseconds : 0) * 1000000u;
  for (const struct addrinfo *candidate = found; candidate; candidate = candidate->ai_next) {
    uint64_t now = csystem_monotonic_nanoseconds();
    result = make_connection(candidate, now < end ? (int)((end - now + 999999u) / 1000000u) : 0);
    if (result >= 0) break;
  }
  freeaddrinfo(found);
  return result;
}
