/* Wraps the C library (LD_PRELOAD) and counts the calls, in all threads, that change files below one directory. At one
 * call it takes the action that scripts/crash/interrupt-file-changes sets in the environment:
 *
 *   PETREL_CRASH_ROOT   the directory, without links in its path; calls on other files are not counted
 *   PETREL_CRASH_AT     the number of the call, from 1; 0 only counts
 *   PETREL_CRASH_DO     before   kill the process instead of the call
 *                       after    kill the process after the call
 *                       fail     make the call fail with PETREL_CRASH_ERRNO
 *                       failing  make it and all later calls fail
 *                       short    make a write accept half of its bytes
 *                       torn     make a write accept half of its bytes, and kill the process
 *   PETREL_CRASH_LOG    a file to which each call appends a line: number, name, path
 *
 * Writes through mmap, and calls inside the C library such as those of stdio, are not seen.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum action { NOTHING, KILL_BEFORE, KILL_AFTER, FAIL, FAIL_ON, SHORT, TORN };

static struct {
    const char *root;
    size_t root_length;
    long at;
    enum action action;
    int error;
    int log;
} order = {.log = -1};

static atomic_long counter;

__attribute__((constructor)) static void read_order(void) {
    static const char *const names[] = {"", "before", "after", "fail", "failing", "short", "torn"};
    const char *root = getenv("PETREL_CRASH_ROOT"), *at = getenv("PETREL_CRASH_AT"), *act = getenv("PETREL_CRASH_DO");
    const char *error = getenv("PETREL_CRASH_ERRNO"), *log = getenv("PETREL_CRASH_LOG");
    order.at = at ? atol(at) : 0;
    order.error = error ? atoi(error) : EIO;
    for (int number = 1; act && number <= TORN; number++)
        if (strcmp(act, names[number]) == 0) order.action = (enum action)number;
    if (log) order.log = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    order.root_length = root ? strlen(root) : 0;
    order.root = root;
}

/* Paths ------------------------------------------------------------------------------------------------------------ */

static int stands_below(const char *path) {
    return order.root && strncmp(path, order.root, order.root_length) == 0 &&
           (path[order.root_length] == '/' || path[order.root_length] == 0);
}

static int path_of_descriptor(int descriptor, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return 1;
}

/* The path of a name in a directory. Links in the directory's path are followed; a link of that name is not. */
static int path_of_name(int directory, const char *name, char *path) {
    char joined[2 * PATH_MAX], parent[PATH_MAX];
    if (name == NULL || strlen(name) >= PATH_MAX) return 0;
    if (name[0] == '/') {
        strcpy(joined, name);
    } else {
        if (directory == AT_FDCWD ? getcwd(parent, sizeof parent) == NULL : !path_of_descriptor(directory, parent))
            return 0;
        snprintf(joined, sizeof joined, "%s/%s", parent, name);
    }
    size_t length = strlen(joined);
    while (length > 1 && joined[length - 1] == '/') joined[--length] = 0;
    char *slash = strrchr(joined, '/');
    *slash = 0;
    if (realpath(slash == joined ? "/" : joined, parent) == NULL) return 0;
    return snprintf(path, PATH_MAX, "%s/%s", strcmp(parent, "/") == 0 ? "" : parent, slash + 1) < PATH_MAX;
}

/* Deciding --------------------------------------------------------------------------------------------------------- */

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Counts a call on `path` and returns the action for it. KILL_BEFORE is carried out here. */
static enum action decide(const char *name, const char *path) {
    if (!stands_below(path)) return NOTHING;
    long number = atomic_fetch_add(&counter, 1) + 1;
    if (order.log >= 0) {
        char line[PATH_MAX + 64];
        int length = snprintf(line, sizeof line, "%ld %s %s\n", number, name, path);
        syscall(SYS_write, order.log, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    }
    if (order.action == FAIL_ON && number >= order.at && order.at > 0) return FAIL;
    if (number != order.at) return NOTHING;
    if (order.action == KILL_BEFORE) die();
    return order.action;
}

static enum action decide_descriptor(const char *name, int descriptor) {
    char path[PATH_MAX];
    int former = errno;
    enum action action = path_of_descriptor(descriptor, path) ? decide(name, path) : NOTHING;
    errno = former;
    return action;
}

static enum action decide_name(const char *name, int directory, const char *file) {
    char path[PATH_MAX];
    int former = errno;
    enum action action = path_of_name(directory, file, path) ? decide(name, path) : NOTHING;
    errno = former;
    return action;
}

/* Wrapping --------------------------------------------------------------------------------------------------------- */

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

/* Makes the call, unless it must fail, and then kills the process if requested. */
#define PERFORM(decision, call)                       \
    do {                                              \
        enum action chosen = (decision);              \
        if (chosen == FAIL) {                         \
            errno = order.error;                      \
            return -1;                                \
        }                                             \
        __auto_type result = (call);                  \
        if (chosen == KILL_AFTER) die();              \
        return result;                                \
    } while (0)

/* The same for a write, which can also be partial: `half` is the call with half of the bytes. */
#define PERFORM_WRITE(decision, call, half)           \
    do {                                              \
        enum action decided = (decision);             \
        if (decided == SHORT) return (half);          \
        if (decided == TORN) {                        \
            (void)(half);                             \
            die();                                    \
        }                                             \
        PERFORM(decided, call);                       \
    } while (0)

static size_t half_of(size_t count) {
    return count > 1 ? count / 2 : count;
}

#define DESCRIPTOR_CALL(name, parameters, arguments, descriptor) \
    int name parameters { PERFORM(decide_descriptor(#name, descriptor), REAL(name) arguments); }
#define NAME_CALL(name, parameters, arguments, directory, file) \
    int name parameters { PERFORM(decide_name(#name, directory, file), REAL(name) arguments); }

/* Opening ---------------------------------------------------------------------------------------------------------- */

static int changes(int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

static int open_any(const char *name, int directory, const char *file, int flags, mode_t mode) {
    __typeof__(&openat) call = REAL(openat);
    PERFORM(changes(flags) ? decide_name(name, directory, file) : NOTHING, call(directory, file, flags, mode));
}

#define OPEN_BODY(name, directory, file, flags)       \
    mode_t mode = 0;                                  \
    va_list list;                                     \
    va_start(list, flags);                            \
    if (flags & (O_CREAT | O_TMPFILE)) mode = va_arg(list, mode_t); \
    va_end(list);                                     \
    return open_any(name, directory, file, flags, mode)

int open(const char *file, int flags, ...) { OPEN_BODY("open", AT_FDCWD, file, flags); }
int open64(const char *file, int flags, ...) { OPEN_BODY("open", AT_FDCWD, file, flags); }
int openat(int directory, const char *file, int flags, ...) { OPEN_BODY("openat", directory, file, flags); }
int openat64(int directory, const char *file, int flags, ...) { OPEN_BODY("openat", directory, file, flags); }
int __open_2(const char *file, int flags) { return open_any("open", AT_FDCWD, file, flags, 0); }
int __open64_2(const char *file, int flags) { return open_any("open", AT_FDCWD, file, flags, 0); }
int __openat_2(int directory, const char *file, int flags) { return open_any("openat", directory, file, flags, 0); }
int __openat64_2(int directory, const char *file, int flags) { return open_any("openat", directory, file, flags, 0); }

int creat(const char *file, mode_t mode) {
    return open_any("creat", AT_FDCWD, file, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char *file, mode_t mode) {
    return open_any("creat", AT_FDCWD, file, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* Writing ---------------------------------------------------------------------------------------------------------- */

ssize_t write(int file, const void *octets, size_t count) {
    PERFORM_WRITE(decide_descriptor("write", file), REAL(write)(file, octets, count),
                  REAL(write)(file, octets, half_of(count)));
}

ssize_t pwrite(int file, const void *octets, size_t count, off_t offset) {
    PERFORM_WRITE(decide_descriptor("pwrite", file), REAL(pwrite)(file, octets, count, offset),
                  REAL(pwrite)(file, octets, half_of(count), offset));
}

ssize_t pwrite64(int file, const void *octets, size_t count, off64_t offset) {
    PERFORM_WRITE(decide_descriptor("pwrite", file), REAL(pwrite64)(file, octets, count, offset),
                  REAL(pwrite64)(file, octets, half_of(count), offset));
}

/* Half of several pieces is half of the first one that is not empty. */
static struct iovec half_piece(const struct iovec *pieces, int count) {
    struct iovec half = {NULL, 0};
    for (int index = 0; index < count && half.iov_len == 0; index++) half = pieces[index];
    half.iov_len = half_of(half.iov_len);
    return half;
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
    struct iovec half = half_piece(pieces, count);
    PERFORM_WRITE(decide_descriptor("writev", file), REAL(writev)(file, pieces, count), REAL(writev)(file, &half, 1));
}

ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
    struct iovec half = half_piece(pieces, count);
    PERFORM_WRITE(decide_descriptor("pwritev", file), REAL(pwritev)(file, pieces, count, offset),
                  REAL(pwritev)(file, &half, 1, offset));
}

ssize_t pwritev64(int file, const struct iovec *pieces, int count, off64_t offset) {
    struct iovec half = half_piece(pieces, count);
    PERFORM_WRITE(decide_descriptor("pwritev", file), REAL(pwritev64)(file, pieces, count, offset),
                  REAL(pwritev64)(file, &half, 1, offset));
}

ssize_t pwritev2(int file, const struct iovec *pieces, int count, off_t offset, int flags) {
    struct iovec half = half_piece(pieces, count);
    PERFORM_WRITE(decide_descriptor("pwritev2", file), REAL(pwritev2)(file, pieces, count, offset, flags),
                  REAL(pwritev2)(file, &half, 1, offset, flags));
}

ssize_t pwritev64v2(int file, const struct iovec *pieces, int count, off64_t offset, int flags) {
    struct iovec half = half_piece(pieces, count);
    PERFORM_WRITE(decide_descriptor("pwritev2", file), REAL(pwritev64v2)(file, pieces, count, offset, flags),
                  REAL(pwritev64v2)(file, &half, 1, offset, flags));
}

ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *place, size_t count, unsigned flags) {
    PERFORM_WRITE(decide_descriptor("copy_file_range", to), REAL(copy_file_range)(from, start, to, place, count, flags),
                  REAL(copy_file_range)(from, start, to, place, half_of(count), flags));
}

ssize_t sendfile(int to, int from, off_t *start, size_t count) {
    PERFORM_WRITE(decide_descriptor("sendfile", to), REAL(sendfile)(to, from, start, count),
                  REAL(sendfile)(to, from, start, half_of(count)));
}

ssize_t sendfile64(int to, int from, off64_t *start, size_t count) {
    PERFORM_WRITE(decide_descriptor("sendfile", to), REAL(sendfile64)(to, from, start, count),
                  REAL(sendfile64)(to, from, start, half_of(count)));
}

DESCRIPTOR_CALL(ftruncate, (int file, off_t length), (file, length), file)
DESCRIPTOR_CALL(ftruncate64, (int file, off64_t length), (file, length), file)
DESCRIPTOR_CALL(fallocate, (int file, int mode, off_t from, off_t count), (file, mode, from, count), file)
DESCRIPTOR_CALL(fallocate64, (int file, int mode, off64_t from, off64_t count), (file, mode, from, count), file)
NAME_CALL(truncate, (const char *file, off_t length), (file, length), AT_FDCWD, file)
NAME_CALL(truncate64, (const char *file, off64_t length), (file, length), AT_FDCWD, file)

/* Returns the error and does not set errno. */
int posix_fallocate(int file, off_t from, off_t count) {
    enum action action = decide_descriptor("fallocate", file);
    if (action == FAIL) return order.error;
    int result = REAL(posix_fallocate)(file, from, count);
    if (action == KILL_AFTER) die();
    return result;
}

int posix_fallocate64(int file, off64_t from, off64_t count) {
    return posix_fallocate(file, from, count);
}

/* Synchronizing ---------------------------------------------------------------------------------------------------- */

DESCRIPTOR_CALL(fsync, (int file), (file), file)
DESCRIPTOR_CALL(fdatasync, (int file), (file), file)
DESCRIPTOR_CALL(syncfs, (int file), (file), file)
DESCRIPTOR_CALL(sync_file_range, (int file, off64_t from, off64_t count, unsigned flags), (file, from, count, flags),
                file)

/* Names ------------------------------------------------------------------------------------------------------------ */

/* A call with two names is counted for the first if it is below the directory, and otherwise for the second. */
static enum action decide_names(const char *name, int from, const char *old, int to, const char *new) {
    char path[PATH_MAX];
    int former = errno;
    int is_first = path_of_name(from, old, path) && stands_below(path);
    errno = former;
    return is_first ? decide_name(name, from, old) : decide_name(name, to, new);
}

int rename(const char *old, const char *new) {
    PERFORM(decide_names("rename", AT_FDCWD, old, AT_FDCWD, new), REAL(rename)(old, new));
}

int renameat(int from, const char *old, int to, const char *new) {
    PERFORM(decide_names("renameat", from, old, to, new), REAL(renameat)(from, old, to, new));
}

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    PERFORM(decide_names("renameat2", from, old, to, new), REAL(renameat2)(from, old, to, new, flags));
}

int link(const char *old, const char *new) {
    PERFORM(decide_name("link", AT_FDCWD, new), REAL(link)(old, new));
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
    PERFORM(decide_name("linkat", to, new), REAL(linkat)(from, old, to, new, flags));
}

NAME_CALL(symlink, (const char *target, const char *file), (target, file), AT_FDCWD, file)
NAME_CALL(symlinkat, (const char *target, int directory, const char *file), (target, directory, file), directory, file)
NAME_CALL(unlink, (const char *file), (file), AT_FDCWD, file)
NAME_CALL(unlinkat, (int directory, const char *file, int flags), (directory, file, flags), directory, file)
NAME_CALL(rmdir, (const char *file), (file), AT_FDCWD, file)
NAME_CALL(mkdir, (const char *file, mode_t mode), (file, mode), AT_FDCWD, file)
NAME_CALL(mkdirat, (int directory, const char *file, mode_t mode), (directory, file, mode), directory, file)
NAME_CALL(chmod, (const char *file, mode_t mode), (file, mode), AT_FDCWD, file)
NAME_CALL(fchmodat, (int directory, const char *file, mode_t mode, int flags), (directory, file, mode, flags),
          directory, file)
DESCRIPTOR_CALL(fchmod, (int file, mode_t mode), (file, mode), file)
