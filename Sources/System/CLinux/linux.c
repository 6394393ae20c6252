#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/nameser.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <resolv.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int linux_syncfs(int descriptor) {
    return syncfs(descriptor);
}

int linux_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
}

void linux_trim(void) { malloc_trim(0); }

void linux_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }

/* The first version of the structure, which glibc does not declare. */
struct scheduling_attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

int linux_request_short_slices(void) {
    const uint64_t shortest = 100000, reset_on_fork = 1;
    struct scheduling_attributes wanted = {.size = sizeof wanted};
    if (syscall(SYS_sched_getattr, 0, &wanted, (unsigned)sizeof wanted, 0) != 0) return -1;
    if (wanted.policy != SCHED_OTHER) return 0;
    wanted.runtime = shortest;
    wanted.flags = reset_on_fork;
    return (int)syscall(SYS_sched_setattr, 0, &wanted, 0);
}

int linux_thread_number(void) { return gettid(); }

int linux_current_processor(void) { return sched_getcpu(); }

int linux_confine_thread(int thread, int excluded) {
    cpu_set_t processors;
    if (sched_getaffinity(getpid(), sizeof processors, &processors) != 0) return -1;
    if (excluded >= 0 && excluded < CPU_SETSIZE && CPU_COUNT(&processors) > 1) CPU_CLR(excluded, &processors);
    return sched_setaffinity(thread, sizeof processors, &processors);
}

int linux_file_system_id(int descriptor, unsigned long long *id) {
    struct statfs facts;
    if (fstatfs(descriptor, &facts) != 0) return -1;
    _Static_assert(sizeof facts.f_fsid == sizeof *id, "f_fsid has 64 bits");
    memcpy(id, &facts.f_fsid, sizeof *id);
    return 0;
}

int linux_creation_time(int directory, const char *name, long long *nanoseconds) {
    struct statx facts;
    *nanoseconds = 0;
    if (statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &facts) != 0) {
        // A container may forbid the call, and an old kernel does not have it.
        return errno == ENOSYS || errno == EPERM ? 0 : -1;
    }
    if (facts.stx_mask & STATX_BTIME) *nanoseconds = facts.stx_btime.tv_sec * 1000000000LL + facts.stx_btime.tv_nsec;
    return 0;
}

int linux_is_local(int descriptor) {
    static const unsigned long known[] = {
        EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC, TMPFS_MAGIC, F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC,
    };
    struct statfs facts;
    if (fstatfs(descriptor, &facts) != 0) return 0;
    for (size_t index = 0; index < sizeof known / sizeof *known; index++)
        if ((unsigned long)facts.f_type == known[index]) return 1;
    return 0;
}

int linux_stamp(int descriptor) {
    struct timespec now, tick;
    if (clock_gettime(CLOCK_REALTIME_COARSE, &tick) != 0 || clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (now.tv_sec == tick.tv_sec && now.tv_nsec == tick.tv_nsec) now.tv_nsec += now.tv_nsec > 0 ? -1 : 1;
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, now};
    struct stat facts;
    if (futimens(descriptor, times) != 0 || fstat(descriptor, &facts) != 0) return -1;
    if (facts.st_mtim.tv_sec != now.tv_sec || facts.st_mtim.tv_nsec != now.tv_nsec) {
        errno = ENOTSUP;
        return -1;
    }
    return 0;
}

int linux_lock_record(int descriptor) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int result = fcntl(descriptor, F_OFD_SETLK, &whole);
    if (result != 0 && errno == EACCES) errno = EAGAIN;
    return result;
}

char **linux_environment(void) {
    return environ;
}

const short linux_spawn_session = POSIX_SPAWN_SETSID;

int linux_terminal_columns(int descriptor) {
    struct winsize size;
    /* A new pseudo-terminal has the size 0 until a program sets it. */
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col > 0 ? size.ws_col : 80;
}

int linux_terminal_rows(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

int linux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
}

int linux_memory_file(void) {
    return memfd_create("petrel", MFD_CLOEXEC);
}

static volatile sig_atomic_t notes_descriptor = -1;
static volatile sig_atomic_t has_come[NSIG];
static struct sigaction former_actions[NSIG];
static int is_caught[NSIG];

static void note(int number) {
    int error = errno;
    has_come[number] = 1;
    /* If the pipe is full, the reader will wake up anyway. */
    ssize_t written = write(notes_descriptor, "", 1);
    (void)written;
    errno = error;
}

void linux_catch_signal(int number, int descriptor) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    struct sigaction former;
    notes_descriptor = descriptor;
    if (is_caught[number] || sigaction(number, NULL, &former) != 0 || former.sa_handler == SIG_IGN) return;
    sigemptyset(&action.sa_mask);
    former_actions[number] = former;
    has_come[number] = 0;
    is_caught[number] = sigaction(number, &action, NULL) == 0;
}

void linux_release_signal(int number) {
    if (is_caught[number]) sigaction(number, &former_actions[number], NULL);
    is_caught[number] = 0;
}

int linux_take_signal(int number) {
    int came = has_come[number];
    if (came) has_come[number] = 0;
    return came;
}

static const int leaving_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
static struct sigaction leaving_actions[sizeof leaving_signals / sizeof *leaving_signals];
static volatile sig_atomic_t silent_terminal = -1;
static struct termios audible_mode;

static void set_silent(int terminal) {
    struct termios silent = audible_mode;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    tcsetattr(terminal, TCSANOW, &silent);
}

static int is_in_foreground_of(int terminal) { return tcgetpgrp(terminal) == getpgrp(); }

/* Lets a signal act, with the terminal in its former mode. Returns only if the process was stopped and continued. */
static void leave_with(int number) {
    struct sigaction standard = {.sa_handler = SIG_DFL}, former;
    sigset_t only, blocked;
    int error = errno, terminal = silent_terminal;
    if (terminal >= 0) tcsetattr(terminal, TCSANOW, &audible_mode);
    sigemptyset(&standard.sa_mask);
    sigemptyset(&only);
    sigaddset(&only, number);
    sigaction(number, &standard, &former);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, &blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    sigaction(number, &former, NULL);
    if (silent_terminal >= 0 && is_in_foreground_of(terminal)) {
        set_silent(terminal);
        /* Another thread may have restored the mode meanwhile. */
        if (silent_terminal < 0) tcsetattr(terminal, TCSANOW, &audible_mode);
    }
    errno = error;
}

int linux_stop_echo(int descriptor) {
    struct sigaction action = {.sa_handler = leave_with, .sa_flags = SA_RESTART};
    if (silent_terminal >= 0 || !is_in_foreground_of(descriptor) || tcgetattr(descriptor, &audible_mode) != 0) return -1;
    silent_terminal = descriptor;
    sigfillset(&action.sa_mask);
    for (size_t index = 0; index < sizeof leaving_signals / sizeof *leaving_signals; index++) {
        struct sigaction *former = &leaving_actions[index];
        if (sigaction(leaving_signals[index], NULL, former) == 0 && former->sa_handler == SIG_DFL)
            sigaction(leaving_signals[index], &action, NULL);
    }
    set_silent(descriptor);
    return 0;
}

void linux_restore_echo(void) {
    int descriptor = silent_terminal;
    if (descriptor < 0) return;
    silent_terminal = -1;
    if (is_in_foreground_of(descriptor)) {
        tcflush(descriptor, TCIFLUSH);
        tcsetattr(descriptor, TCSANOW, &audible_mode);
    }
    for (size_t index = 0; index < sizeof leaving_signals / sizeof *leaving_signals; index++)
        if (leaving_actions[index].sa_handler == SIG_DFL) sigaction(leaving_signals[index], &leaving_actions[index], NULL);
}

void linux_stop_job(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    struct sigaction former;
    sigset_t stop, blocked;
    if (sigaction(SIGTSTP, NULL, &former) != 0 || former.sa_handler == SIG_IGN) return;
    sigemptyset(&standard.sa_mask);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &standard, NULL);
    pthread_sigmask(SIG_UNBLOCK, &stop, &blocked);
    kill(0, SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    sigaction(SIGTSTP, &former, NULL);
}

int linux_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int linux_epoll_watch(int epoll, int descriptor, int reads, int writes) {
    struct epoll_event event = {.data.fd = descriptor};
    event.events = EPOLLONESHOT | (reads ? EPOLLIN | EPOLLRDHUP : 0) | (writes ? EPOLLOUT : 0);
    if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    return errno == ENOENT ? epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) : -1;
}

void linux_epoll_forget(int epoll, int descriptor) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

int linux_epoll_wait(int epoll, struct linux_ready *ready, int room, int milliseconds) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll, events, room < 64 ? room : 64, milliseconds);
    for (int index = 0; index < count; index++) {
        int failed = (events[index].events & (EPOLLERR | EPOLLHUP)) != 0;
        ready[index].descriptor = events[index].data.fd;
        ready[index].reads = failed || events[index].events & (EPOLLIN | EPOLLRDHUP);
        ready[index].writes = failed || events[index].events & EPOLLOUT;
    }
    return count < 0 ? 0 : count;
}

struct thread_start {
    void (*body)(void *);
    void *argument;
};

static void *run_thread(void *argument) {
    struct thread_start start = *(struct thread_start *)argument;
    free(argument);
    start.body(start.argument);
    return NULL;
}

int linux_thread_start(void (*body)(void *), void *argument) {
    struct thread_start *start = malloc(sizeof *start);
    if (start == NULL) return EAGAIN;
    *start = (struct thread_start){body, argument};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    /* The thread inherits the mask. */
    sigset_t blocked, former;
    sigfillset(&blocked);
    /* Those that report a fault of the thread itself. */
    const int faults[] = {SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&blocked, faults[index]);
    pthread_sigmask(SIG_SETMASK, &blocked, &former);
    pthread_t thread;
    int failure = pthread_create(&thread, &attributes, run_thread, start);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    pthread_attr_destroy(&attributes);
    if (failure != 0) free(start);
    return failure;
}

long long linux_boot_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int linux_timer_create(void) {
    return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
}

void linux_timer_set(int timer, long long seconds, long nanoseconds) {
    struct itimerspec time = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

void linux_timer_wait(int timer) {
    uint64_t expirations;
    ssize_t got = read(timer, &expirations, sizeof expirations);
    (void)got;
}

int linux_event_create(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void linux_event_signal(int event) {
    uint64_t one = 1;
    /* If the counter is at its maximum, the descriptor is already readable. */
    ssize_t written = write(event, &one, sizeof one);
    (void)written;
}

void linux_event_clear(int event) {
    uint64_t count;
    ssize_t got = read(event, &count, sizeof count);
    (void)got;
}

static void set_option(int descriptor, int level, int option, int value) {
    setsockopt(descriptor, level, option, &value, sizeof value);
}

int linux_tcp_connect(const void *address, unsigned length) {
    const struct sockaddr *peer = address;
    int descriptor = socket(peer->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
    if (descriptor < 0) return -1;
    set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 15);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 4);
    if (connect(descriptor, peer, length) == 0 || errno == EINPROGRESS || errno == EINTR) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

int linux_tcp_failure(int descriptor) {
    int failure = 0;
    socklen_t length = sizeof failure;
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 ? failure : errno;
}

void linux_tcp_acknowledge(int descriptor) {
    set_option(descriptor, IPPROTO_TCP, TCP_QUICKACK, 1);
}

int linux_dns_is_missing(int failure) {
    return failure == EAI_NONAME || failure == EAI_NODATA;
}

int linux_dns_records(const char *name, int type, int port, int seconds, unsigned char *answer, int room, int *failure) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    *failure = NO_RECOVERY;
    if (res_ninit(&state) != 0) return -1;
    if (port) {
        state.nscount = 1;
        state.nsaddr_list[0] = (struct sockaddr_in){
            .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    }
    state.retry = 2;
    state.retrans = seconds > 4 ? seconds / 4 : 1;
    int length = res_nquery(&state, name, ns_c_in, type, answer, room);
    *failure = state.res_h_errno;
    res_nclose(&state);
    return length > room ? room : length;
}

int linux_network_changes(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE,
    };
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

int linux_clock_changes(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (descriptor >= 0) linux_clock_changes_next(descriptor);
    return descriptor;
}

void linux_clock_changes_next(int descriptor) {
    uint64_t expirations;
    /* Fails with ECANCELED behind a change. */
    if (read(descriptor, &expirations, sizeof expirations) < 0) errno = 0;
    /* The time itself is never reached. */
    struct itimerspec never = {.it_value = {.tv_sec = INT32_MAX}};
    timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

/* A name in a directory is addressed through the descriptor of the directory, because a socket's path is limited to 107
   bytes. Returns the descriptor, which must stay open until the address has been used. */
static int local_address(const char *directory, const char *name, struct sockaddr_un *address) {
    int folder = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return -1;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    int length = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", folder, name);
    if (length > 0 && (size_t)length < sizeof address->sun_path) return folder;
    close(folder);
    errno = ENAMETOOLONG;
    return -1;
}

static void limit_sending(int descriptor, int milliseconds) {
    struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

int linux_local_listen(const char *directory, const char *name) {
    struct sockaddr_un address;
    int folder = local_address(directory, name, &address);
    if (folder < 0) return -1;
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    /* The mode of the file is that of the socket. */
    if (listener >= 0
        && ((unlinkat(folder, name, 0) != 0 && errno != ENOENT) || fchmod(listener, 0600) != 0
            || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 64) != 0)) {
        int failure = errno;
        close(listener);
        listener = -1;
        errno = failure;
    }
    close(folder);
    return listener;
}

int linux_local_connect(const char *directory, const char *name, int milliseconds) {
    struct sockaddr_un address;
    int folder = local_address(directory, name, &address);
    if (folder < 0) return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0) {
        /* This limits connecting, too: a stopped process does not accept. */
        limit_sending(descriptor, milliseconds);
        struct ucred peer;
        socklen_t size = sizeof peer;
        int is_connected = connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0;
        /* Another user may have put a socket of its own into a directory that it can write to. */
        if (is_connected
            && (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid())) {
            is_connected = 0;
            errno = ECONNREFUSED;
        }
        if (!is_connected) {
            int failure = errno;
            close(descriptor);
            descriptor = -1;
            errno = failure;
        }
    }
    close(folder);
    return descriptor;
}

int linux_local_accept(int listener, int milliseconds) {
    for (;;) {
        int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EINTR || errno == ECONNABORTED) continue;
            return -1;
        }
        struct ucred peer;
        socklen_t size = sizeof peer;
        if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid()) {
            limit_sending(descriptor, milliseconds);
            return descriptor;
        }
        close(descriptor);
    }
}

long linux_local_receive(int descriptor, void *bytes, unsigned long room) {
    ssize_t count;
    do count = recv(descriptor, bytes, room, MSG_DONTWAIT);
    while (count < 0 && errno == EINTR);
    return count;
}

int linux_local_send(int descriptor, const void *bytes, unsigned long length) {
    const char *start = bytes;
    while (length > 0) {
        ssize_t count = send(descriptor, start, length, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return -1;
        start += count;
        length -= (unsigned long)count;
    }
    return 0;
}

int linux_notify_manager(const char *path, const char *text) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = '\0';
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + length;
    ssize_t sent = sendto(descriptor, text, strlen(text), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
    close(descriptor);
    return sent < 0 ? -1 : 0;
}

unsigned long linux_raise_descriptor_limit(unsigned long most) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    rlim_t former = limit.rlim_cur;
    rlim_t wanted = limit.rlim_max < most ? limit.rlim_max : most;
    if (former >= wanted) return 0;
    limit.rlim_cur = wanted;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 ? former : 0;
}

unsigned long linux_descriptor_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0;
}

void linux_set_descriptor_limit(int process, unsigned long soft) {
    struct rlimit limit;
    if (prlimit(process, RLIMIT_NOFILE, NULL, &limit) != 0 || limit.rlim_cur <= soft) return;
    limit.rlim_cur = soft;
    prlimit(process, RLIMIT_NOFILE, &limit, NULL);
}

void linux_forbid_core_dumps(void) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
