// What Parlor uses of SQLite 3, declared by ourselves for machines without <sqlite3.h>.
#ifndef CSQLITE_DECLARATIONS_H
#define CSQLITE_DECLARATIONS_H

#include <stdint.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;
typedef long long int sqlite3_int64;
typedef unsigned long long int sqlite3_uint64;
typedef void (*sqlite3_destructor_type)(void *);
#define SQLITE_TRANSIENT ((sqlite3_destructor_type) - 1)

#define SQLITE_OK 0
#define SQLITE_ERROR 1
#define SQLITE_CORRUPT 11
#define SQLITE_FULL 13
#define SQLITE_CONSTRAINT 19
#define SQLITE_MISMATCH 20
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101

#define SQLITE_INTEGER 1
#define SQLITE_NULL 5

#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_NOMUTEX 0x00008000
#define SQLITE_OPEN_EXRESCODE 0x02000000

#define SQLITE_PREPARE_PERSISTENT 0x01
#define SQLITE_UTF8 1
#define SQLITE_DETERMINISTIC 0x000000800
#define SQLITE_CHECKPOINT_PASSIVE 0
#define SQLITE_CHECKPOINT_TRUNCATE 3

#define SQLITE_CONFIG_MEMSTATUS 9
#define SQLITE_FCNTL_PERSIST_WAL 10

int sqlite3_libversion_number(void);
int sqlite3_config(int option, ...);

int sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *vfs);
int sqlite3_close_v2(sqlite3 *database);
int sqlite3_file_control(sqlite3 *database, const char *schema, int operation, void *argument);
int sqlite3_busy_timeout(sqlite3 *database, int milliseconds);
const char *sqlite3_errmsg(sqlite3 *database);
const char *sqlite3_errstr(int code);
int sqlite3_get_autocommit(sqlite3 *database);
void *sqlite3_wal_hook(sqlite3 *database, int (*committed)(void *, sqlite3 *, const char *, int), void *context);
int sqlite3_wal_checkpoint_v2(sqlite3 *database, const char *schema, int mode, int *frames, int *done);

typedef struct sqlite3_backup sqlite3_backup;
sqlite3_backup *sqlite3_backup_init(
    sqlite3 *destination, const char *destination_schema, sqlite3 *source, const char *source_schema);
int sqlite3_backup_step(sqlite3_backup *backup, int pages);
int sqlite3_backup_finish(sqlite3_backup *backup);

int sqlite3_exec(
    sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **), void *context, char **message);
int sqlite3_prepare_v3(
    sqlite3 *database, const char *sql, int count, unsigned int flags, sqlite3_stmt **statement, const char **tail);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_clear_bindings(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);
int sqlite3_bind_parameter_count(sqlite3_stmt *statement);

int sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 value);
int sqlite3_bind_null(sqlite3_stmt *statement, int index);
int sqlite3_bind_text64(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count, sqlite3_destructor_type destructor,
    unsigned char encoding);
int sqlite3_bind_blob64(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count, sqlite3_destructor_type destructor);

int sqlite3_create_function_v2(
    sqlite3 *database, const char *name, int count, int flags, void *context,
    void (*function)(sqlite3_context *, int, sqlite3_value **),
    void (*step)(sqlite3_context *, int, sqlite3_value **), void (*final)(sqlite3_context *), void (*destroy)(void *));
int sqlite3_value_type(sqlite3_value *value);
sqlite3_int64 sqlite3_value_int64(sqlite3_value *value);
const void *sqlite3_value_blob(sqlite3_value *value);
int sqlite3_value_bytes(sqlite3_value *value);
void sqlite3_result_int64(sqlite3_context *context, sqlite3_int64 value);

int sqlite3_column_type(sqlite3_stmt *statement, int column);
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *statement, int column);
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int column);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);

#endif
