// Starts a program in its own process group, confined as far as the kernel can, connected by pipes.
//
// Functions return a negative `errno` value on failure.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>

/// A program to start.
typedef struct {
  /// The absolute path of the executable.
  const char *path;
  /// NULL-terminated, starting with the name.
  char *const *arguments;
  /// NULL-terminated, `NAME=VALUE`.
  char *const *environment;
  /// The working directory.
  const char *directory;
  /// Descriptors for standard input, output and error.
  int input, output, error;
  /// The Landlock rule set; -1 for none.
  int ruleset;
  /// Whether to filter system calls: no sockets, no new processes, no signals to others.
  int filters_calls;
  /// Bytes of private memory; 0 for no limit.
  uint64_t memory;
  /// Seconds of processor time; 0 for no limit.
  uint64_t processor;
  /// Whether it starts with `nice 19`.
  int low_priority;
} csandbox_program;

/// Starts it. Returns the process id, which is the group's too. On failure `step` receives the step that failed.
int csandbox_start(const csandbox_program *program, const char **step);

/// The kernel's Landlock ABI version; 0 without Landlock.
int csandbox_landlock_version(void);

/// Whether the kernel and this library can filter system calls on this architecture.
int csandbox_filters_calls(void);

/// Creates a rule set that forbids all file access, and sockets and signals if the kernel supports that. Returns its
/// descriptor.
int csandbox_ruleset(void);

/// Access below a path.
enum { CSANDBOX_READ = 1, CSANDBOX_LIST = 2, CSANDBOX_WRITE = 4 };

/// Allows access below a path.
int csandbox_allow(int ruleset, const char *path, int access);

/// Creates a close-on-exec pipe: the read end first.
int csandbox_pipe(int ends[2]);

/// Makes a descriptor non-blocking.
int csandbox_unblock(int descriptor);

/// `read`, repeated after EINTR.
ptrdiff_t csandbox_read(int descriptor, void *bytes, size_t count);

/// `write`, repeated after EINTR. Never raises SIGPIPE.
ptrdiff_t csandbox_write(int descriptor, const void *bytes, size_t count);

/// Waits until `input` is writable, or `output` or `error` is readable or closed; -1 ignores one. Returns a bit set of
/// 1, 2 and 4 for them, 0 after the timeout.
int csandbox_wait_for(int input, int output, int error, int64_t nanoseconds);

/// Whether a child has exited: 0 while it runs, 1 with its status (`1000 + signal` if killed). It is not reaped, so its
/// id and its group stay valid.
int csandbox_has_exited(int process, int *status);

/// Waits until a child has exited and reaps it.
void csandbox_reap(int process);

/// Sends a signal to a process group.
void csandbox_signal_group(int process, int signal);

/// Processor time of a process in nanoseconds; 0 if unknown.
uint64_t csandbox_processor_time(int process);

/// Sets a group's priority to `nice 19`, irrevocably without privileges.
void csandbox_lower_priority(int process);

/// The number of threads of a process; 0 if unknown.
int csandbox_threads(int process);

/// Monotonic time in nanoseconds.
uint64_t csandbox_now(void);

void csandbox_sleep(uint64_t nanoseconds);

void csandbox_close(int descriptor);

#endif
