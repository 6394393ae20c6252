#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Headers of Linux 6.1 do not define the right of version 3. */
#define ACCESS_TRUNCATE (1ULL << 14)

/* The versions of Landlock: with the second, files can be renamed to another directory. */
enum { MINIMUM_VERSION = 2, TRUNCATE_VERSION = 3 };

static const uint64_t file_rights = LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE;
static const uint64_t directory_rights =
    LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_REFER;
/* Allowed nowhere. */
static const uint64_t refused_rights = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                       LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                       LANDLOCK_ACCESS_FS_MAKE_SYM;

static uint64_t supported_rights(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < MINIMUM_VERSION) return 0;
    uint64_t rights = directory_rights | refused_rights;
    return version < TRUNCATE_VERSION ? rights & ~ACCESS_TRUNCATE : rights;
}

int linux_sandbox_create(void) {
    struct landlock_ruleset_attr attributes = {.handled_access_fs = supported_rights()};
    if (attributes.handled_access_fs == 0) return -1;
    return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

int linux_sandbox_allow(int sandbox, const char *path) {
    struct stat status;
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return -1;
    int failure = fstat(place, &status);
    struct landlock_path_beneath_attr rule = {
        .allowed_access = (S_ISDIR(status.st_mode) ? directory_rights : file_rights) & supported_rights(),
        .parent_fd = place,
    };
    if (failure == 0) failure = (int)syscall(SYS_landlock_add_rule, sandbox, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(place);
    return failure;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSED RETURN(SECCOMP_RET_ERRNO | EPERM)
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), REFUSED

/* Refuses system calls that petrel never makes. */
static void refuse_system_calls(void) {
    static struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        REFUSED,
        LOAD(nr),
#ifdef __x86_64__
        /* The numbers from here on are those of the x32 interface. */
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        REFUSED,
#endif
        REFUSE(execve), REFUSE(execveat),
        REFUSE(ptrace), REFUSE(process_vm_readv), REFUSE(process_vm_writev), REFUSE(kcmp), REFUSE(pidfd_getfd),
        REFUSE(mount), REFUSE(umount2), REFUSE(pivot_root), REFUSE(chroot), REFUSE(open_tree), REFUSE(move_mount),
        REFUSE(fsopen), REFUSE(fsmount), REFUSE(fspick), REFUSE(mount_setattr),
        REFUSE(unshare), REFUSE(setns), REFUSE(name_to_handle_at), REFUSE(open_by_handle_at),
        REFUSE(init_module), REFUSE(finit_module), REFUSE(delete_module), REFUSE(kexec_load), REFUSE(reboot),
        REFUSE(bpf), REFUSE(perf_event_open), REFUSE(userfaultfd),
        REFUSE(io_uring_setup), REFUSE(io_uring_enter), REFUSE(io_uring_register),
        REFUSE(add_key), REFUSE(request_key), REFUSE(keyctl),
        REFUSE(acct), REFUSE(quotactl), REFUSE(swapon), REFUSE(swapoff), REFUSE(syslog),
        REFUSE(settimeofday), REFUSE(clock_settime), REFUSE(adjtimex), REFUSE(sethostname), REFUSE(setdomainname),
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
#else
static void refuse_system_calls(void) {}
#endif

/* A thread outside of the sandbox, which starts programs for the others: a program would inherit the sandbox of the thread
   that starts it. */

struct start {
    int *child;
    const char *program;
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attributes;
    char *const *arguments, *const *variables;
    int failure, is_done;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct start *waiting;
static int has_starter;

static void start_programs(void *argument) {
    (void)argument;
    pthread_mutex_lock(&mutex);
    while (1) {
        while (!waiting || waiting->is_done) pthread_cond_wait(&changed, &mutex);
        struct start *start = waiting;
        start->failure = posix_spawnp(start->child, start->program, start->actions, start->attributes, start->arguments,
                                      start->variables);
        start->is_done = 1;
        pthread_cond_broadcast(&changed);
    }
}

int linux_start_program(int *child, const char *program, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const arguments[], char *const variables[]) {
    struct start start = {child, program, actions, attributes, arguments, variables, 0, 0};
    pthread_mutex_lock(&mutex);
    if (!has_starter) {
        pthread_mutex_unlock(&mutex);
        return posix_spawnp(child, program, actions, attributes, arguments, variables);
    }
    while (waiting) pthread_cond_wait(&changed, &mutex);
    waiting = &start;
    pthread_cond_broadcast(&changed);
    while (!start.is_done) pthread_cond_wait(&changed, &mutex);
    waiting = NULL;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return start.failure;
}

int linux_sandbox_enter(int sandbox) {
    int is_restricted = 0;
    if (linux_thread_start(start_programs, NULL) == 0) {
        has_starter = 1;
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
            is_restricted = sandbox >= 0 && syscall(SYS_landlock_restrict_self, sandbox, 0) == 0;
            refuse_system_calls();
        }
    }
    if (sandbox >= 0) close(sandbox);
    return is_restricted;
}
