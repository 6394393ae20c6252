#ifndef PETREL_CSQLITE_SHIM_H
#define PETREL_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import.
static inline int sqlite_bind_copied_blob(sqlite3_stmt *statement, int index, const void *octets, int count) {
    return sqlite3_bind_blob(statement, index, count ? octets : "", count, SQLITE_TRANSIENT);
}

static inline int sqlite_bind_copied_text(sqlite3_stmt *statement, int index, const void *octets, int count) {
    return sqlite3_bind_text(statement, index, count ? (const char *)octets : "", count, SQLITE_TRANSIENT);
}

// Swift cannot call variadic functions.
static inline int sqlite_keep_log_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
