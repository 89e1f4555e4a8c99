// A file system for SQLite that fails on command: disk full, I/O errors, torn writes, without a broken disk.
#ifndef CFAULTYVFS_H
#define CFAULTYVFS_H

/// A VFS of SQLite over the system's own, with faults of its own.
typedef struct faulty_vfs faulty_vfs;

/// What may fail, to be added up.
typedef enum {
  FAULTY_WRITE = 1,
  FAULTY_SYNC = 2,
  FAULTY_TRUNCATE = 4,
  FAULTY_OPEN = 8,
  FAULTY_READ = 16,
  /// Together with FAULTY_WRITE: the first half of the bytes is written.
  FAULTY_TORN = 32,
} faulty_operation;

/// Registers a file system under a name. Answers NULL when that fails.
faulty_vfs *faulty_vfs_create(const char *name);

/// Takes it away; no connection may use it any more.
void faulty_vfs_destroy(faulty_vfs *vfs);

/// From now on, after `allowed` more of the operations, all of them answer SQLite's `code`.
void faulty_vfs_fail(faulty_vfs *vfs, int operations, int code, int allowed);

/// Nothing fails any more.
void faulty_vfs_mend(faulty_vfs *vfs);

/// How many operations have failed so far.
int faulty_vfs_failures(const faulty_vfs *vfs);

#endif
