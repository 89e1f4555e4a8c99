// Starts a program in a process group of its own, confined as far as the kernel can, and talks to it through pipes.
//
// Every function that can fail returns a negative `errno` value.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>

/// What a program is started with.
typedef struct {
  /// The absolute path of the file to execute.
  const char *path;
  /// NULL-terminated, the name first.
  char *const *arguments;
  /// NULL-terminated entries, `NAME=VALUE`.
  char *const *environment;
  /// The working directory.
  const char *directory;
  /// Become standard input, output and error.
  int input, output, error;
  /// A Landlock rule set that the program is held to; -1 for none.
  int ruleset;
  /// Whether system calls are filtered: no sockets, no new processes, no signals to others.
  int filters_calls;
  /// Bytes of private memory; 0 for no limit.
  uint64_t memory;
  /// Seconds of processor time; 0 for no limit.
  uint64_t processor;
  /// Whether it has only the processor time that nobody else wants.
  int yields;
} csandbox_program;

/// Starts it: the process's number, which is its group's too, or a negative errno. `step` receives what failed, in words.
int csandbox_start(const csandbox_program *program, const char **step);

/// The version of Landlock that this kernel has; 0 for none.
int csandbox_landlock_version(void);

/// Whether this kernel filters system calls, and this library knows the processor's.
int csandbox_filters_calls(void);

/// A rule set that forbids every access to files, and sockets and signals where the kernel knows how: its descriptor.
int csandbox_ruleset(void);

/// What may be done below a path.
enum { CSANDBOX_READ = 1, CSANDBOX_LIST = 2, CSANDBOX_WRITE = 4 };

/// Allows it: 0, or a negative errno.
int csandbox_allow(int ruleset, const char *path, int access);

/// A close-on-exec pipe: reading end first.
int csandbox_pipe(int ends[2]);

/// Makes a descriptor non-blocking.
int csandbox_unblock(int descriptor);

/// Up to `count` bytes: their number, 0 at the end, or a negative errno.
ptrdiff_t csandbox_read(int descriptor, void *bytes, size_t count);

/// The number written, or a negative errno. Never raises SIGPIPE.
ptrdiff_t csandbox_write(int descriptor, const void *bytes, size_t count);

/// Waits until `input` takes bytes, or `output` or `error` has some or has ended; -1 leaves one out. Answers a sum of
/// 1, 2 and 4 for them, 0 when the time is over, or a negative errno.
int csandbox_wait_for(int input, int output, int error, int64_t nanoseconds);

/// Whether a child has ended: 0 while it runs, 1 with its status (`1000 + signal` where one ended it), or a negative errno.
/// Its number stays taken, and its group can be sent signals, until it is reaped.
int csandbox_has_ended(int process, int *status);

/// Waits until a child has ended and gives its number back.
void csandbox_reap(int process);

/// Sends a signal to a process group.
void csandbox_signal_group(int process, int signal);

/// Nanoseconds of processor time of a process; 0 where it is not known.
uint64_t csandbox_processor_time(int process);

/// Leaves a group only the processor time that nobody else wants: it cannot be taken back without privileges.
void csandbox_yield(int process);

/// How many threads a process has; 0 where it is not known.
int csandbox_threads(int process);

/// Nanoseconds of a clock that never goes backwards.
uint64_t csandbox_now(void);

void csandbox_sleep(uint64_t nanoseconds);

void csandbox_close(int descriptor);

#endif
