#define _GNU_SOURCE
#include "CCallCounts.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(IS_SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local call_counts counts;

int call_counts_work(void) { return 1; }

call_counts call_counts_of_thread(void) { return counts; }

// A program's definition takes precedence over one of a library, for calls from the library too. The runtime's hooks
// (`_swift_retain` and others) do not serve: with Swift 6.3 on Linux, `swift_bridgeObjectRetain` passes the bits of a
// short string on to `swift_retain`, whose adapter for hooks masks off the bit by which a retain knows that there is
// no object.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

void *malloc(size_t size) {
  counts.allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  counts.allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  counts.allocations++;
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  counts.allocations++;
  int before = errno;
  void *found = __libc_memalign(alignment, size);
  errno = before;
  if (found == NULL) return ENOMEM;
  *block = found;
  return 0;
}

// With `malloc`, since a program that replaces one has to replace the other.
void free(void *block) { __libc_free(block); }

/// Forwards a call to the runtime's function of that name and counts its result as retained `number` times.
#define FORWARD(name, number, parameters, arguments)                                  \
  void *name parameters {                                                             \
    static _Atomic(void *) found;                                                     \
    void *real = atomic_load_explicit(&found, memory_order_relaxed);                  \
    if (real == NULL) {                                                               \
      real = dlsym(RTLD_NEXT, #name);                                                 \
      atomic_store_explicit(&found, real, memory_order_relaxed);                      \
    }                                                                                 \
    counts.retains += number;                                                         \
    return ((void *(*)parameters)real)arguments;                                      \
  }

FORWARD(swift_retain, 1, (void *object), (object))
FORWARD(swift_retain_n, count, (void *object, uint32_t count), (object, count))
FORWARD(swift_bridgeObjectRetain, 1, (void *object), (object))
FORWARD(swift_bridgeObjectRetain_n, count, (void *object, int count), (object, count))

#else

int call_counts_work(void) { return 0; }

call_counts call_counts_of_thread(void) { return (call_counts){0, 0}; }

#endif
