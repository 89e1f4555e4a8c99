// The system calls that Swift's C library modules leave out or import badly, each as one small function.
//
// Every function that can fail returns a negative `errno` value instead of -1, so that Swift need not read
// `errno` after the call and a fake in a test can answer in the same way.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/// An IP address as the kernel reported it. `family` is 4, 6 or 0 (unknown); IPv4 uses the first 4 bytes.
typedef struct {
  uint8_t bytes[16];
  uint32_t scope;
  uint16_t port;
  uint8_t family;
} csystem_address;

/// Nanoseconds of a clock that never goes backwards, has no relation to the date and goes on while the machine sleeps.
uint64_t csystem_monotonic_nanoseconds(void);

/// Nanoseconds of processor time that the calling thread has used.
uint64_t csystem_thread_nanoseconds(void);

/// Lets all threads share at most so many arenas of the C library's memory. Each arena keeps what was freed in it, and a
/// queue's work moves from thread to thread: without a bound the process grows by another arena now and then. To be called
/// before there are threads; does nothing where the library has no arenas.
void csystem_limit_memory_arenas(int most);

/// Gives memory back to the system that was freed between what is still in use: the C library keeps it otherwise. Takes
/// milliseconds; does nothing where the library has no such call.
void csystem_trim_memory(void);

/// A non-blocking, close-on-exec TCP listener on `host` (NULL or "" for every interface). `bound` receives
/// the address it got. Answers the descriptor, a negative errno, or CSYSTEM_UNKNOWN_HOST.
int csystem_listen(const char *host, uint16_t port, int backlog, csystem_address *bound);

/// Whether a listener could have that host, found out without one: 0, a negative errno, or CSYSTEM_UNKNOWN_HOST.
int csystem_may_bind(const char *host);
#define CSYSTEM_UNKNOWN_HOST (-100000)

/// Makes a descriptor that this process was started with a listener like those above; `bound` receives its address. Answers
/// the descriptor, or a negative errno: EINVAL for what is no TCP socket that listens.
int csystem_adopt_listener(int descriptor, csystem_address *bound);

/// Sends a datagram to a local socket, whose path begins with @ where it is an abstract name: 0, or a negative errno.
int csystem_notify(const char *path, const char *text);

/// Accepts one connection, non-blocking and close-on-exec, that never raises SIGPIPE.
int csystem_accept(int listener, csystem_address *peer);

/// A non-blocking, close-on-exec listener on a socket in the file system that only its owner may open (mode 0600), in the
/// place of one that nobody listens on any more. Answers the descriptor, a negative errno (EADDRINUSE where somebody
/// listens, EEXIST where the path is something else), or CSYSTEM_PATH_TOO_LONG.
int csystem_listen_local(const char *path, int backlog);
#define CSYSTEM_PATH_TOO_LONG (-100001)

/// The most bytes of such a path.
size_t csystem_local_path_bytes(void);

/// A blocking, close-on-exec connection to such a socket: the descriptor, a negative errno, or CSYSTEM_PATH_TOO_LONG.
int csystem_connect_local(const char *path);

/// Removes such a socket; anything else of that path stays.
void csystem_remove_local(const char *path);

/// The user on the other side of such a connection, as the kernel knows it: 0 or more, or a negative errno.
int64_t csystem_peer_user(int descriptor);

/// The user that this process acts as.
uint32_t csystem_own_user(void);

/// The environment's entries, `NAME=VALUE`, by their number from 0 on; NULL behind the last.
const char *csystem_environment(size_t index);

/// The name of a user, or the number where none is known, with a terminating NUL; `text` has room for `capacity` bytes.
void csystem_user_name(uint32_t user, char *text, size_t capacity);

/// Begins to connect to an IP address without waiting: a non-blocking, close-on-exec socket that is writable once the
/// connection is made or has failed, a negative errno, or CSYSTEM_UNKNOWN_HOST for what is no address.
int csystem_begin_connect(const char *host, uint16_t port, csystem_address *peer);

/// How the connection that was begun has ended: 0, or a negative errno.
int csystem_connect_result(int descriptor);

/// Reads up to `count` bytes: their number, 0 at the end of the stream, or a negative errno.
ptrdiff_t csystem_receive(int descriptor, void *bytes, size_t count);

/// Sends up to `count` bytes without ever raising SIGPIPE: the number sent, or a negative errno.
ptrdiff_t csystem_send(int descriptor, const void *bytes, size_t count);

/// Tells the peer that nothing more will be sent; reading goes on.
int csystem_finish_sending(int descriptor);

/// A connection to the first address of `host` that takes one within so many milliseconds, all addresses together:
/// non-blocking, close-on-exec, without Nagle's delay, never raising SIGPIPE. Answers the descriptor, a negative errno
/// (ETIMEDOUT when the time is over), or CSYSTEM_UNKNOWN_HOST. A name that is no address is looked up first, which has
/// a time limit of its own.
int csystem_connect(const char *host, uint16_t port, int milliseconds);

/// Ends a connection in both directions and wakes whoever waits for it; the descriptor stays open.
int csystem_shutdown(int descriptor);

/// Closes a descriptor.
int csystem_close(int descriptor);

/// A descriptor that is held only to be given up when the process has no other left.
int csystem_spare(void);

/// The address as text ("127.0.0.1", "::1") with a terminating NUL; `text` has room for 64 bytes.
void csystem_address_text(const csystem_address *address, char *text);

/// Reads an address as people write it, IPv6 addresses that stand for IPv4 ones as those: 0, or a negative errno.
int csystem_parse_address(const char *text, csystem_address *address);

/// The sentence the C library has for an errno value, into `text` with a terminating NUL.
void csystem_error_text(int error, char *text, size_t capacity);

/// Raises this process's limit of open descriptors as far as it may, and answers it.
uint64_t csystem_raise_descriptor_limit(void);

/// From now on these signals write a byte each to a pipe, whose reading end is answered (non-blocking, close-on-exec),
/// instead of what they did before; or a negative errno. A second call adds signals to the same pipe. A handler of the
/// kernel's needs no thread and no event loop: a signal is kept from the moment of the call on.
int csystem_catch_signals(const int *numbers, int count);

/// From now on standard output goes to the end of a file, which is made if it is missing, and whenever SIGHUP comes
/// to the one that has the path by then; where that cannot be opened the old one stays in use, and the line `failure` goes
/// to standard error. Answers 0 or a negative errno. To be called once.
int csystem_log_to(const char *path, const char *failure);

/// Makes a write to a closed connection an error of that write and never a signal, in the whole process.
void csystem_ignore_sigpipe(void);

/// Starts this program once more, with `arguments` (its name first, NULL last) and a socket as its standard input and
/// output, whose other end goes to `stream`; its standard error goes nowhere. Answers the process's number or a
/// negative errno.
int csystem_start_self(char *const arguments[], int *stream);

/// Waits until there is something to read: 1, 0 when the time is over, or a negative errno.
int csystem_wait_readable(int descriptor, int milliseconds);

/// Waits until something can be sent: 1, 0 when the time is over, or a negative errno.
int csystem_wait_writable(int descriptor, int milliseconds);

/// Ends a process at once.
void csystem_kill(int process);

/// Waits for the end of a child: its exit status, 1000 and the signal that ended it, or a negative errno.
int csystem_wait_for(int process);

#if defined(__linux__)

/// One readiness event: what the descriptor was registered with, and what it is ready for.
typedef struct {
  uint64_t token;
  uint32_t flags;
} csystem_event;

enum {
  CSYSTEM_READABLE = 1,
  CSYSTEM_WRITABLE = 2,
  CSYSTEM_HANGUP = 4,
  CSYSTEM_EDGE = 8,
  CSYSTEM_FINISHED = 16,
};

int csystem_epoll_create(void);
int csystem_epoll_add(int epoll, int descriptor, uint32_t flags, uint64_t token);
int csystem_epoll_change(int epoll, int descriptor, uint32_t flags, uint64_t token);

/// Waits up to `nanoseconds` (0: only looks) for at most 256 events; answers how many, or a negative errno.
int csystem_epoll_wait(int epoll, csystem_event *events, int capacity, int64_t nanoseconds);

/// An event counter that wakes a poller from any thread.
int csystem_eventfd(void);
void csystem_eventfd_signal(int descriptor);

/// A timer on the monotonic clock; arming replaces the time set before. A time in the past fires at once.
int csystem_timerfd(void);
int csystem_timerfd_arm(int descriptor, uint64_t monotonic_nanoseconds);

#endif
#endif
