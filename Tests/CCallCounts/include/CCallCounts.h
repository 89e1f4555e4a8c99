// Counts what a thread allocates and retains, by definitions that the test program's own take precedence over.
#ifndef CCALLCOUNTS_H
#define CCALLCOUNTS_H

#include <stdint.h>

/// How often something was called.
typedef struct {
  /// Blocks of memory asked for, with or without an object in them; growing one in place counts as well.
  uint64_t allocations;
  /// Strong references taken by the program's own code; those that the standard library takes inside are not seen.
  uint64_t retains;
} call_counts;

/// Whether calls are counted: on Linux with glibc, without a sanitizer, which has definitions of its own.
int call_counts_work(void);

/// The calls of this thread since it began.
call_counts call_counts_of_thread(void);

#endif
