// The system's SQLite, and the few calls on files that storage needs.
//
// Where the header <sqlite3.h> is not installed, the declarations below stand in for it: exactly what Parlor
// uses, as SQLite's documentation has fixed it for version 3 (https://www.sqlite.org/c3ref/intro.html). Define
// CSQLITE_OWN_DECLARATIONS to use them although the header is there.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdint.h>

#if !defined(CSQLITE_OWN_DECLARATIONS) && defined(__has_include)
#if __has_include(<sqlite3.h>)
#define CSQLITE_HAS_HEADER 1
#endif
#endif

#if defined(CSQLITE_HAS_HEADER)
#include <sqlite3.h>
#else
#include "CSQLiteDeclarations.h"
#endif

/// Lets the library stop counting its memory, which takes a lock at every allocation. To be called before anything is
/// opened; later it changes nothing.
void csqlite_stop_counting_memory(void);

/// Binds a copy of `count` bytes as text or as a blob: SQLITE_TRANSIENT is a cast that Swift cannot import.
/// Answers SQLite's code. A NULL pointer with a count of 0 is an empty value, not SQL's NULL.
int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count);
int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count);

/// From now on, each commit of this connection leaves the number of pages in the write-ahead log in `pages`, which
/// must live as long as the connection, and nothing is moved out of the log by itself. NULL ends it.
void csqlite_watch_log(sqlite3 *database, int32_t *pages);

/// Whether the write-ahead log stays, emptied, when the last connection closes. A connection that was opened by mistake,
/// or failed to be set up, would otherwise take it away.
void csqlite_keep_log(sqlite3 *database, int keeps);

/// Gives a connection the function `fingerprint(…)`: 64 bits of all its arguments (FNV-1a of words), by which a row is
/// told from what a flipped bit makes of it. Answers SQLite's code.
int csqlite_add_fingerprint(sqlite3 *database);

/// 32 bits of bytes (FNV-1a of words of four), begun with `start`.
uint32_t csqlite_sum(const void *bytes, uint64_t count, uint64_t start);

/// Looks through the write-ahead log at `path` for commits behind a damaged frame, which SQLite drops without a word.
/// Answers how many there are, 0 without a log, or a negative errno value.
int64_t csqlite_lost_commits(const char *path);

/// Makes a folder, and those above it, for this user alone. Answers 0 or a negative errno value; a folder that is
/// there already is left as it is.
int csqlite_make_folder(const char *path);

/// Takes the lock of a file, which is made if it is missing, without waiting; the kernel gives it up when the
/// process ends in whatever way. Answers a descriptor that holds it, a negative errno value, or
/// CSQLITE_LOCKED when somebody has it, whose process number then is in `holder`, or 0. `has_data` says whether the file was
/// marked with `csqlite_mark_lock`, which stays so.
int csqlite_lock_file(const char *path, int64_t *holder, int *has_data);
#define CSQLITE_LOCKED (-100000)

/// Marks a file that is locked: its folder has data.
void csqlite_mark_lock(int descriptor);

/// Gives up a lock.
void csqlite_unlock_file(int descriptor);

/// Makes an empty file for this user alone, unless there is one already. What cannot be made is found out by whoever opens
/// it.
void csqlite_make_private_file(const char *path);

/// Takes a file away from everybody but its owner. One that is missing, or somebody else's, is left as it is.
void csqlite_make_file_private(const char *path);

/// Whether there is something at a path: 1 or 0.
int csqlite_exists(const char *path);

/// Which file stands at a path. Answers 0 or a negative errno value.
int csqlite_identify(const char *path, uint64_t *device, uint64_t *number);

/// Reads the first bytes of a file: how many there were of `count`, or a negative errno value.
int csqlite_read_start(const char *path, void *bytes, int count);

/// Makes what was created and removed in a folder survive a loss of power, where the system can.
void csqlite_sync_folder(const char *path);

/// Puts a file in the place of another. Answers 0 or a negative errno value.
int csqlite_rename(const char *from, const char *to);

/// Removes a file. Answers 0, also when there was none, or a negative errno value.
int csqlite_remove(const char *path);

/// Gives a file a name that nothing else has. Answers 0, -EEXIST where something has it, or another negative errno value.
int csqlite_rename_to_new(const char *from, const char *to);

/// Brings a file onto the disk. Answers 0 or a negative errno value.
int csqlite_sync_file(const char *path);

/// Writes a file for this user alone and brings it onto the disk. Answers 0 or a negative errno value.
int csqlite_write_private_file(const char *path, const void *bytes, uint64_t count);

/// Whether this process may read and write a file or, with `is_folder`, make files in a folder: 0 or a negative errno.
int csqlite_may_use(const char *path, int is_folder);

/// Whether a path is itself, and not by a link, a file, or a folder, that belongs to this process's user.
int csqlite_is_own_file(const char *path);
int csqlite_is_own_folder(const char *path);

/// Says the name of everything in a folder but `.` and `..`: 0 or a negative errno.
int csqlite_list_folder(const char *path, void *context, void (*say)(const char *name, void *context));

/// Whether a path is that of a file, and no folder, pipe or device.
int csqlite_is_file(const char *path);

/// The number of the process that holds the lock of `csqlite_lock_file`, 0 for none, or a negative errno. Changes
/// nothing.
int64_t csqlite_lock_holder(const char *path);

/// Whether a lock's file says that its folder has data.
int csqlite_has_data_mark(const char *path);

/// Whether there is a folder at a path: 1 or 0.
int csqlite_is_folder(const char *path);

/// Whether there is a symbolic link of that name, wherever it leads.
int csqlite_is_link(const char *path);

/// Whether a folder holds anything but what has these two names: 1 or 0, also where there is no folder, or a negative errno
/// value.
int csqlite_has_others(const char *path, const char *first, const char *second);

/// Removes a folder with all that is in it. Answers 0, also when there was none, or a negative errno value.
int csqlite_remove_tree(const char *path);

/// Says that a file, which is made if it is missing, was changed at a time: seconds since 1970. Answers 0 or a negative
/// errno value.
int csqlite_set_time(const char *path, int64_t seconds);

/// When a file was changed, in seconds since 1970; -1 where there is none.
int64_t csqlite_time(const char *path);

/// How long a file is; 0 where there is none.
int64_t csqlite_file_bytes(const char *path);

/// How many bytes can still be written by this user where a folder is; 0 where that cannot be said.
int64_t csqlite_free_bytes(const char *path);

/// The C library's sentence for an errno value, into `text` with a terminating NUL.
void csqlite_error_text(int error, char *text, uint64_t capacity);

#endif
