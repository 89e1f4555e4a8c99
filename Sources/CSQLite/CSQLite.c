#define _GNU_SOURCE
#include "CSQLite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void csqlite_stop_counting_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count) {
  return sqlite3_bind_text64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count) {
  return sqlite3_bind_blob64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT);
}

static int note_pages(void *context, sqlite3 *database, const char *schema, int pages) {
  (void)database;
  (void)schema;
  *(int32_t *)context = pages;
  return SQLITE_OK;
}

void csqlite_watch_log(sqlite3 *database, int32_t *pages) {
  // SQLite's own moving out of the log is done by the hook that this one replaces.
  sqlite3_wal_hook(database, pages ? note_pages : NULL, pages);
}

void csqlite_keep_log(sqlite3 *database, int keeps) {
  sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps);
}

static int make_one(const char *path) {
  if (mkdir(path, 0700) == 0) return 0;
  int error = errno;
  struct stat status;
  if (stat(path, &status) != 0) return -error;
  return S_ISDIR(status.st_mode) ? 0 : -ENOTDIR;
}

int csqlite_make_folder(const char *path) {
  char *prefix = strdup(path);
  if (!prefix) return -ENOMEM;
  for (char *slash = strchr(prefix + (prefix[0] == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    int result = make_one(prefix);
    *slash = '/';
    if (result < 0) {
      free(prefix);
      return result;
    }
  }
  free(prefix);
  return make_one(path);
}

// Behind the process number, of a file whose folder has data.
static const char data_mark[] = "data\n";

static void write_holder(int descriptor, int has_data) {
  char text[48];
  int length = snprintf(text, sizeof text, "%lld\n%s", (long long)getpid(), has_data ? data_mark : "");
  // Over the old text, so that a mark that is there stays there. That it cannot be written is no reason not to start.
  if (pwrite(descriptor, text, (size_t)length, 0) == length && ftruncate(descriptor, length) != 0) errno = 0;
}

int csqlite_lock_file(const char *path, int64_t *holder, int *has_data) {
  *holder = 0;
  *has_data = 0;
  int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return -errno;
  char text[32] = {0};
  // flock and not fcntl: it excludes a second opening in the same process too, and is not lost when some other
  // part of the process opens and closes the file.
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    int error = errno;
    if (error == EWOULDBLOCK && pread(descriptor, text, sizeof text - 1, 0) > 0) *holder = strtoll(text, NULL, 10);
    close(descriptor);
    return error == EWOULDBLOCK ? CSQLITE_LOCKED : -error;
  }
  // Who holds it is told to whoever is refused.
  *has_data = pread(descriptor, text, sizeof text - 1, 0) > 0 && strstr(text, data_mark) != NULL;
  write_holder(descriptor, *has_data);
  return descriptor;
}

int64_t csqlite_lock_holder(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -errno;
  char text[32] = {0};
  int64_t holder = pread(descriptor, text, sizeof text - 1, 0) > 0 ? strtoll(text, NULL, 10) : 0;
  // Where the process is gone nobody holds it. Else the lock is asked for a moment, which could only be in the way of a
  // start that finds the folder taken anyway.
  if (holder <= 0 || (kill((pid_t)holder, 0) != 0 && errno == ESRCH)) {
    holder = 0;
  } else if (flock(descriptor, LOCK_SH | LOCK_NB) == 0) {
    holder = 0;
  }
  close(descriptor);
  return holder;
}

int csqlite_has_data_mark(const char *path) {
  char text[48] = {0};
  return csqlite_read_start(path, text, sizeof text - 1) > 0 && strstr(text, data_mark) != NULL;
}

void csqlite_mark_lock(int descriptor) { write_holder(descriptor, 1); }

void csqlite_unlock_file(int descriptor) {
  if (descriptor < 0) return;
  // A child has the descriptor too until it runs its own program, and would hold the lock for that long.
  flock(descriptor, LOCK_UN);
  close(descriptor);
}

void csqlite_make_private_file(const char *path) {
  int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0) close(descriptor);
}

void csqlite_make_file_private(const char *path) {
  struct stat status;
  if (stat(path, &status) == 0 && (status.st_mode & 077) != 0) chmod(path, status.st_mode & 0700);
}

int csqlite_exists(const char *path) { return access(path, F_OK) == 0; }

int csqlite_identify(const char *path, uint64_t *device, uint64_t *number) {
  struct stat status;
  if (stat(path, &status) != 0) return -errno;
  *device = (uint64_t)status.st_dev;
  *number = (uint64_t)status.st_ino;
  return 0;
}

int csqlite_read_start(const char *path, void *bytes, int count) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -errno;
  ssize_t result = pread(descriptor, bytes, (size_t)count, 0);
  int error = errno;
  close(descriptor);
  return result < 0 ? -error : (int)result;
}

void csqlite_sync_folder(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

int csqlite_rename(const char *from, const char *to) { return rename(from, to) == 0 ? 0 : -errno; }

int csqlite_remove(const char *path) { return unlink(path) == 0 || errno == ENOENT ? 0 : -errno; }

void csqlite_error_text(int error, char *text, uint64_t capacity) {
  if (capacity == 0) return;
  snprintf(text, capacity, "%s", strerror(error));
}
