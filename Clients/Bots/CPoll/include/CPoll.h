// The system calls of the bots, each as one small function: sockets, waiting for thousands of them, the clock.
//
// Every function that can fail returns a negative `errno` value instead of -1, so that Swift need not read `errno`.
#ifndef CPOLL_H
#define CPOLL_H

#include <stddef.h>
#include <stdint.h>

/// Nanoseconds of the monotonic clock.
uint64_t cpoll_nanoseconds(void);

/// Nanoseconds of processor time that this process has used, user and system.
uint64_t cpoll_processor_nanoseconds(void);

/// Lets the calling thread run only while the machine has nothing else to do, for as long as it lives.
void cpoll_yield_to_others(void);

/// Clock ticks a second in which the system counts the processor time of other processes.
uint64_t cpoll_ticks_per_second(void);

/// A connected TCP socket, blocking, with Nagle's delay off and never a SIGPIPE. Answers the descriptor, a negative
/// errno, or CPOLL_UNKNOWN_HOST.
int cpoll_connect(const char *host, uint16_t port);
#define CPOLL_UNKNOWN_HOST (-100000)

/// The same from an address of this machine, such as 127.0.0.2.
int cpoll_connect_from(const char *source, const char *host, uint16_t port);

/// Begins to connect from an address of this machine, or from any (`source` NULL): a non-blocking socket that becomes
/// writable once it is connected, and readable where that failed.
int cpoll_begin_connect(const char *source, const char *host, uint16_t port);

/// Makes a descriptor non-blocking.
int cpoll_set_nonblocking(int descriptor);

/// Gives up on blocking reads and writes after so many seconds (they answer -EAGAIN then).
int cpoll_set_timeout(int descriptor, int seconds);

/// Reads up to `count` bytes: their number, 0 at the end of the stream, or a negative errno.
ptrdiff_t cpoll_receive(int descriptor, void *bytes, size_t count);

/// Sends up to `count` bytes: the number sent, or a negative errno.
ptrdiff_t cpoll_send(int descriptor, const void *bytes, size_t count);

/// Closes a descriptor.
void cpoll_close(int descriptor);

/// The sentence the C library has for an errno value, into `text` with a terminating NUL.
void cpoll_error_text(int error, char *text, size_t capacity);

/// Raises this process's limit of open descriptors as far as it may, and answers it.
uint64_t cpoll_raise_descriptor_limit(void);

/// A program with pipes on its standard input, output and error: a process group of its own, so that what it starts ends
/// with it. Answers its process number or a negative errno. Our ends of the pipes do not block.
int cpoll_spawn(char *const arguments[], char *const environment[], int *input, int *output, int *errors);

/// From now on the first SIGINT and the first SIGTERM do not end this process but are kept; a second one ends it.
void cpoll_catch_stop_signals(void);

/// The latest of these signals, or 0.
int cpoll_stop_signal(void);

/// Ends a program's whole process group at once.
void cpoll_kill(int process);

/// Waits for a program that has ended or is about to. Answers its exit status, or 1000 and the signal that ended it.
int cpoll_wait_for(int process);

/// Whether a program has ended; it still has to be waited for.
int cpoll_has_ended(int process);

/// Writes up to `count` bytes to a pipe: the number written, or a negative errno.
ptrdiff_t cpoll_write(int descriptor, const void *bytes, size_t count);

/// Reads up to `count` bytes from a pipe: their number, 0 at its end, or a negative errno.
ptrdiff_t cpoll_read(int descriptor, void *bytes, size_t count);

/// A socket that listens on the loopback address; `port` 0 takes a free one. Answers the descriptor or a negative errno.
int cpoll_listen(uint16_t *port);

/// The next connection that waits, not blocking: its descriptor or a negative errno.
int cpoll_accept(int listener);

/// Whether something can be read from (1) or written to (2) each of `count` descriptors, or its other end is closed;
/// waits at most so many milliseconds. `wanted` holds 1, 2 or 3 for each, and then what it is ready for.
int cpoll_poll(const int *descriptors, uint8_t *wanted, int count, int milliseconds);

/// What a descriptor is ready for.
typedef struct {
  uint32_t tag;
  uint8_t readable;
  uint8_t writable;
} cpoll_event;

/// Something that waits for many descriptors at once: its descriptor or a negative errno.
int cpoll_create(void);

/// Watches a descriptor for input from now on; events carry `tag`.
int cpoll_add(int poller, int descriptor, uint32_t tag);

/// Watches a descriptor for room to write as well, or no longer.
int cpoll_set_writable(int poller, int descriptor, uint32_t tag, int wanted);

/// Waits for events: how many there are, 0 once so many nanoseconds are over or after a signal, or a negative
/// errno.
int cpoll_wait(int poller, cpoll_event *events, int capacity, int64_t nanoseconds);

#endif
