#include "CPoll.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void close_pair(int pair[2]) {
  if (pair[0] >= 0) close(pair[0]);
  if (pair[1] >= 0) close(pair[1]);
}

static int make_pipes(int pipes[3][2]) {
  for (int index = 0; index < 3; index++) {
    if (pipe(pipes[index]) < 0) return -errno;
    for (int end = 0; end < 2; end++) fcntl(pipes[index][end], F_SETFD, FD_CLOEXEC);
  }
  return 0;
}

// Held from making pipes until they are marked close-on-exec and the program has its own: a program that is started by
// another thread in between would inherit them, and hold them open when this one ends.
static pthread_mutex_t spawning = PTHREAD_MUTEX_INITIALIZER;

static int spawn(char *const arguments[], char *const environment[], int *input, int *output, int *errors) {
  // A bot that dies while it is being written to is a verdict, not the end of this process.
  signal(SIGPIPE, SIG_IGN);
  int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  int result = make_pipes(pipes);
  pid_t process = -1;
  if (result == 0) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    result = -posix_spawnp(&process, arguments[0], &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  if (result < 0) {
    for (int index = 0; index < 3; index++) close_pair(pipes[index]);
    return result;
  }
  close(pipes[0][0]);
  close(pipes[1][1]);
  close(pipes[2][1]);
  *input = pipes[0][1];
  *output = pipes[1][0];
  *errors = pipes[2][0];
  cpoll_set_nonblocking(*input);
  cpoll_set_nonblocking(*output);
  cpoll_set_nonblocking(*errors);
  return (int)process;
}

int cpoll_spawn(char *const arguments[], char *const environment[], int *input, int *output, int *errors) {
  pthread_mutex_lock(&spawning);
  int result = spawn(arguments, environment, input, output, errors);
  pthread_mutex_unlock(&spawning);
  return result;
}

static volatile sig_atomic_t stop_signal;

static void keep_signal(int number) { stop_signal = number; }

void cpoll_catch_stop_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = keep_signal;
  // Once each: a second one means that nobody wants to wait.
  action.sa_flags = SA_RESTART | SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

int cpoll_stop_signal(void) { return stop_signal; }

void cpoll_kill(int process) {
  if (process > 1) kill(-process, SIGKILL);
}

int cpoll_wait_for(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

int cpoll_has_ended(int process) {
  siginfo_t information;
  memset(&information, 0, sizeof information);
  if (waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT) < 0) return 1;
  return information.si_pid == process;
}

ptrdiff_t cpoll_write(int descriptor, const void *bytes, size_t count) {
  for (;;) {
    ssize_t result = write(descriptor, bytes, count);
    if (result >= 0) return result;
    if (errno != EINTR) return -errno;
  }
}

ptrdiff_t cpoll_read(int descriptor, void *bytes, size_t count) {
  for (;;) {
    ssize_t result = read(descriptor, bytes, count);
    if (result >= 0) return result;
    if (errno != EINTR) return -errno;
  }
}

int cpoll_listen(uint16_t *port) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return -errno;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  int on = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(*port);
  socklen_t length = sizeof address;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 || listen(descriptor, 64) < 0 ||
      getsockname(descriptor, (struct sockaddr *)&address, &length) < 0) {
    int result = -errno;
    close(descriptor);
    return result;
  }
  *port = ntohs(address.sin_port);
  cpoll_set_nonblocking(descriptor);
  return descriptor;
}

int cpoll_accept(int listener) {
  int descriptor = accept(listener, NULL, NULL);
  if (descriptor < 0) return -errno;
  int on = 1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#if defined(SO_NOSIGPIPE)
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  cpoll_set_nonblocking(descriptor);
  return descriptor;
}

int cpoll_poll(const int *descriptors, uint8_t *wanted, int count, int milliseconds) {
  struct pollfd entries[64];
  if (count > 64) count = 64;
  for (int index = 0; index < count; index++) {
    entries[index].fd = descriptors[index];
    entries[index].events = (short)((wanted[index] & 1 ? POLLIN : 0) | (wanted[index] & 2 ? POLLOUT : 0));
    entries[index].revents = 0;
  }
  int result = poll(entries, (nfds_t)count, milliseconds);
  if (result < 0 && errno != EINTR) return -errno;
  for (int index = 0; index < count; index++) {
    short ready = result < 0 ? 0 : entries[index].revents;
    wanted[index] = (uint8_t)((ready & (POLLIN | POLLHUP | POLLERR) ? 1 : 0) | (ready & POLLOUT ? 2 : 0));
  }
  return result < 0 ? 0 : result;
}
