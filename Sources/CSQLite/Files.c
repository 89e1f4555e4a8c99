// What backups need of files beyond what a running server does.
#define _GNU_SOURCE
#include "CSQLite.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

int csqlite_rename_to_new(const char *from, const char *to) {
#if defined(__APPLE__)
  if (renamex_np(from, to, RENAME_EXCL) == 0) return 0;
#else
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
#endif
  // Some file systems, NFS among them, cannot do both at once.
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return -errno;
  if (access(to, F_OK) == 0) return -EEXIST;
  return rename(from, to) == 0 ? 0 : -errno;
}

int csqlite_sync_file(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -errno;
  int result = fsync(descriptor) == 0 ? 0 : -errno;
  close(descriptor);
  return result;
}

int csqlite_write_private_file(const char *path, const void *bytes, uint64_t count) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return -errno;
  const char *rest = bytes;
  int result = 0;
  while (count > 0 && result == 0) {
    ssize_t written = write(descriptor, rest, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      result = written < 0 ? -errno : -EIO;
    } else {
      rest += written;
      count -= (uint64_t)written;
    }
  }
  if (result == 0 && fsync(descriptor) != 0) result = -errno;
  close(descriptor);
  return result;
}

int csqlite_is_folder(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int csqlite_is_link(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

int csqlite_is_file(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static int is_own(const char *path, mode_t type) {
  struct stat status;
  return lstat(path, &status) == 0 && (status.st_mode & S_IFMT) == type && status.st_uid == geteuid();
}

int csqlite_is_own_file(const char *path) { return is_own(path, S_IFREG); }

int csqlite_is_own_folder(const char *path) { return is_own(path, S_IFDIR); }

int csqlite_list_folder(const char *path, void *context, void (*say)(const char *name, void *context)) {
  DIR *folder = opendir(path);
  if (!folder) return -errno;
  errno = 0;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) say(entry->d_name, context);
    errno = 0;
  }
  int result = -errno;
  closedir(folder);
  return result;
}

int csqlite_may_use(const char *path, int is_folder) {
  if (is_folder && !csqlite_is_folder(path)) return -ENOTDIR;
  return faccessat(AT_FDCWD, path, R_OK | W_OK | (is_folder ? X_OK : 0), AT_EACCESS) == 0 ? 0 : -errno;
}

int csqlite_has_others(const char *path, const char *first, const char *second) {
  DIR *folder = opendir(path);
  if (!folder) return errno == ENOENT ? 0 : -errno;
  int found = 0;
  for (struct dirent *entry = readdir(folder); entry && !found; entry = readdir(folder)) {
    const char *name = entry->d_name;
    found = strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && strcmp(name, first) != 0 && strcmp(name, second) != 0;
  }
  closedir(folder);
  return found;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place) {
  (void)status;
  (void)type;
  (void)place;
  return remove(path) == 0 || errno == ENOENT ? 0 : -errno;
}

int csqlite_remove_tree(const char *path) {
  int result = nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  return result == -1 && errno == ENOENT ? 0 : result == -1 ? -errno : result;
}

int csqlite_set_time(const char *path, int64_t seconds) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return -errno;
  struct timespec times[2] = {{.tv_sec = (time_t)seconds}, {.tv_sec = (time_t)seconds}};
  int result = futimens(descriptor, times) == 0 ? 0 : -errno;
  close(descriptor);
  return result;
}

int64_t csqlite_time(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? (int64_t)status.st_mtime : -1;
}

int64_t csqlite_file_bytes(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? (int64_t)status.st_size : 0;
}

int64_t csqlite_free_bytes(const char *path) {
  struct statvfs status;
  return statvfs(path, &status) == 0 ? (int64_t)(status.f_bavail * status.f_frsize) : 0;
}
