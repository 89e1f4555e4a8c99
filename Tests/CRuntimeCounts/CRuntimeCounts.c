#include "CRuntimeCounts.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// What the runtime offers to instruments (stdlib/public/runtime/HeapObject.cpp): it makes objects by this function
// once swizzling is enabled.
extern void *(*_swift_allocObject)(const void *metadata, size_t size, size_t alignment_mask);
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static void *(*make_object)(const void *metadata, size_t size, size_t alignment_mask);
static _Thread_local bool is_counting;
static _Thread_local long objects;

static void *count_and_make(const void *metadata, size_t size, size_t alignment_mask) {
  if (is_counting) objects += 1;
  return make_object(metadata, size, alignment_mask);
}

static void install(void) {
  make_object = _swift_allocObject;
  _swift_allocObject = count_and_make;
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
}

void runtime_counts_begin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  objects = 0;
  is_counting = true;
}

long runtime_counts_end(void) {
  is_counting = false;
  return objects;
}
