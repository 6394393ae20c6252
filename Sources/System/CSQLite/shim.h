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

// Swift cannot call the variadic functions that these two call.

// Makes each connection allocate the pages of its cache one by one, instead of 20 of them when it opens. Must be called
// before the first connection is opened.
static inline int sqlite_allocate_pages_singly(void) {
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}

static inline int sqlite_keep_log_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Functions over sets of numbers from 0, which are blobs of one bit each, the lowest bit of the first octet first:
//
//     members(number, greatest)    the set of the numbers of all rows; others than 0...greatest are left out
//     is_member(number, set)       whether the set contains the number

struct sqlite_members {
    unsigned char *octets;
    sqlite3_int64 greatest;
};

static inline void sqlite_members_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct sqlite_members *set = sqlite3_aggregate_context(context, sizeof *set);
    (void)count;
    if (!set) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (!set->octets) {
        sqlite3_int64 greatest = sqlite3_value_int64(values[1]);
        sqlite3_uint64 size = greatest < 0 ? 1 : (sqlite3_uint64)greatest / 8 + 1;
        set->greatest = greatest;
        set->octets = sqlite3_malloc64(size);
        if (!set->octets) {
            sqlite3_result_error_nomem(context);
            return;
        }
        for (sqlite3_uint64 place = 0; place < size; place++) set->octets[place] = 0;
    }
    sqlite3_int64 number = sqlite3_value_int64(values[0]);
    if (number >= 0 && number <= set->greatest) set->octets[number / 8] |= (unsigned char)(1 << number % 8);
}

static inline void sqlite_members_final(sqlite3_context *context) {
    struct sqlite_members *set = sqlite3_aggregate_context(context, 0);
    if (!set || !set->octets) return;
    sqlite3_uint64 size = set->greatest < 0 ? 1 : (sqlite3_uint64)set->greatest / 8 + 1;
    sqlite3_result_blob64(context, set->octets, size, sqlite3_free);
}

static inline void sqlite_is_member(sqlite3_context *context, int count, sqlite3_value **values) {
    sqlite3_int64 number = sqlite3_value_int64(values[0]);
    const unsigned char *octets = sqlite3_value_blob(values[1]);
    (void)count;
    int isMember = octets && number >= 0 && number / 8 < sqlite3_value_bytes(values[1])
        && (octets[number / 8] >> number % 8 & 1);
    sqlite3_result_int(context, isMember);
}

static inline int sqlite_add_set_functions(sqlite3 *database) {
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    int code = sqlite3_create_function_v2(
        database, "members", 2, flags, 0, 0, sqlite_members_step, sqlite_members_final, 0);
    if (code != SQLITE_OK) return code;
    return sqlite3_create_function_v2(database, "is_member", 2, flags, 0, sqlite_is_member, 0, 0, 0);
}

#endif
