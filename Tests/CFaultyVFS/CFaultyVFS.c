#include "CFaultyVFS.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "SQLiteFiles.h"

struct faulty_vfs {
  sqlite3_vfs vfs;  // First, so that SQLite's pointer is ours.
  sqlite3_vfs *real;
  atomic_int operations;
  atomic_int code;
  atomic_int allowed;
  atomic_int failures;
};

typedef struct {
  sqlite3_file file;  // First, as above.
  faulty_vfs *vfs;
  sqlite3_file *real;
} faulty_file;

static sqlite3_file *real(sqlite3_file *file) { return ((faulty_file *)file)->real; }

/// The code with which an operation is to fail, or SQLITE_OK.
static int fault(faulty_vfs *vfs, int operation) {
  if (!(atomic_load(&vfs->operations) & operation)) return SQLITE_OK;
  if (atomic_fetch_sub(&vfs->allowed, 1) > 0) return SQLITE_OK;
  atomic_fetch_add(&vfs->failures, 1);
  return atomic_load(&vfs->code);
}

static int file_fault(sqlite3_file *file, int operation) { return fault(((faulty_file *)file)->vfs, operation); }

static int close_file(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = file_fault(file, FAULTY_READ);
  return code ? code : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = file_fault(file, FAULTY_WRITE);
  if (!code) return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
  if (atomic_load(&((faulty_file *)file)->vfs->operations) & FAULTY_TORN) {
    real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
  }
  return code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  int code = file_fault(file, FAULTY_TRUNCATE);
  return code ? code : real(file)->pMethods->xTruncate(real(file), size);
}

static int sync_file(sqlite3_file *file, int flags) {
  int code = file_fault(file, FAULTY_SYNC);
  return code ? code : real(file)->pMethods->xSync(real(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }

static int unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }

static int check_lock(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int shm_unmap(sqlite3_file *file, int remove) { return real(file)->pMethods->xShmUnmap(real(file), remove); }

// Version 2: shared memory for the write-ahead log, but no mapping of the database itself.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock,
    .xUnlock = unlock,
    .xCheckReservedLock = check_lock,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened) {
  faulty_vfs *faulty = (faulty_vfs *)vfs;
  faulty_file *own = (faulty_file *)file;
  own->file.pMethods = NULL;
  int code = fault(faulty, FAULTY_OPEN);
  if (code) return code;
  own->vfs = faulty;
  own->real = (sqlite3_file *)(own + 1);
  code = faulty->real->xOpen(faulty->real, name, own->real, flags, opened);
  if (own->real->pMethods) own->file.pMethods = &methods;
  return code;
}

faulty_vfs *faulty_vfs_create(const char *name) {
  if (sqlite3_initialize() != SQLITE_OK) return NULL;
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  faulty_vfs *vfs = system ? calloc(1, sizeof *vfs) : NULL;
  if (!vfs) return NULL;
  vfs->real = system;
  vfs->vfs = *system;
  vfs->vfs.pNext = NULL;
  vfs->vfs.zName = strdup(name);
  vfs->vfs.szOsFile = (int)sizeof(faulty_file) + system->szOsFile;
  vfs->vfs.xOpen = open_file;
  if (!vfs->vfs.zName || sqlite3_vfs_register(&vfs->vfs, 0) != SQLITE_OK) {
    free((void *)vfs->vfs.zName);
    free(vfs);
    return NULL;
  }
  return vfs;
}

void faulty_vfs_destroy(faulty_vfs *vfs) {
  sqlite3_vfs_unregister(&vfs->vfs);
  free((void *)vfs->vfs.zName);
  free(vfs);
}

void faulty_vfs_fail(faulty_vfs *vfs, int operations, int code, int allowed) {
  atomic_store(&vfs->operations, 0);
  atomic_store(&vfs->code, code);
  atomic_store(&vfs->allowed, allowed);
  atomic_store(&vfs->operations, operations);
}

void faulty_vfs_mend(faulty_vfs *vfs) { atomic_store(&vfs->operations, 0); }

int faulty_vfs_failures(const faulty_vfs *vfs) { return atomic_load(&((faulty_vfs *)vfs)->failures); }
