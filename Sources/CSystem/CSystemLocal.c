#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

// Sockets in the file system.

size_t csystem_local_path_bytes(void) { return sizeof((struct sockaddr_un *)0)->sun_path - 1; }

static int fill(struct sockaddr_un *name, const char *path) {
  memset(name, 0, sizeof *name);
  name->sun_family = AF_UNIX;
  if (strlen(path) > csystem_local_path_bytes()) return CSYSTEM_PATH_TOO_LONG;
  memcpy(name->sun_path, path, strlen(path));
  return 0;
}

int csystem_connect_local(const char *path) {
  struct sockaddr_un name;
  int result = fill(&name, path);
  if (result < 0) return result;
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0) return -errno;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  if (connect(descriptor, (struct sockaddr *)&name, sizeof name) < 0) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  return descriptor;
}

// Takes a socket away on which nobody listens any more.
static int clear(const char *path) {
  struct stat found;
  if (lstat(path, &found) < 0) return errno == ENOENT ? 0 : -errno;
  if (!S_ISSOCK(found.st_mode)) return -EEXIST;
  int other = csystem_connect_local(path);
  if (other >= 0) {
    close(other);
    return -EADDRINUSE;
  }
  // A backlog that is full belongs to somebody who listens.
  if (other != -ECONNREFUSED) return other == -EAGAIN ? -EADDRINUSE : other;
  return unlink(path) < 0 ? -errno : 0;
}

int csystem_listen_local(const char *path, int backlog) {
  struct sockaddr_un name;
  int result = fill(&name, path);
  if (result < 0 || (result = clear(path)) < 0) return result;
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0) return -errno;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  // Nobody else can open it at any time, not even between these calls.
  mode_t before = umask(0177);
  int bound = bind(descriptor, (struct sockaddr *)&name, sizeof name);
  int error = errno;
  umask(before);
  if (bound < 0 || chmod(path, 0600) < 0 || listen(descriptor, backlog) < 0) {
    if (bound >= 0) error = errno;
    close(descriptor);
    if (bound >= 0) unlink(path);
    return -error;
  }
  return descriptor;
}

void csystem_remove_local(const char *path) {
  struct stat found;
  if (lstat(path, &found) == 0 && S_ISSOCK(found.st_mode)) unlink(path);
}

int64_t csystem_peer_user(int descriptor) {
#if defined(__linux__)
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -errno;
  return (int64_t)credentials.uid;
#else
  uid_t user;
  gid_t group;
  if (getpeereid(descriptor, &user, &group) < 0) return -errno;
  return (int64_t)user;
#endif
}

uint32_t csystem_own_user(void) { return (uint32_t)geteuid(); }

extern char **environ;

const char *csystem_environment(size_t index) { return environ ? environ[index] : NULL; }

void csystem_user_name(uint32_t user, char *text, size_t capacity) {
  struct passwd entry, *found = NULL;
  char buffer[4096];
  if (getpwuid_r((uid_t)user, &entry, buffer, sizeof buffer, &found) == 0 && found) {
    snprintf(text, capacity, "%s", found->pw_name);
  } else {
    snprintf(text, capacity, "%u", (unsigned)user);
  }
}
