#ifndef PETREL_CLINUX_H
#define PETREL_CLINUX_H

#include <spawn.h>

/* Functions missing from Swift's Glibc module, mostly because they require _GNU_SOURCE. Unless stated otherwise, they
   return -1 and set errno on failure. */

/* Writes all cached data of the file system that contains `descriptor` to disk [syncfs(2)]. */
int linux_syncfs(int descriptor);

/* Renames a file. Fails with EEXIST if the new name exists, and with EINVAL if the file system does not support
   this. */
int linux_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name);

/* Stores the f_fsid of the file system that contains `descriptor`, with its bytes in memory order. Some file systems
   report 0 [statfs(2)]. */
int linux_file_system_id(int descriptor, unsigned long long *id);

/* Sets `nanoseconds` to when the file was created, since 1970, or to 0 if the file system does not record it [statx(2)].
   Renaming preserves the time, and no program can set it. */
int linux_creation_time(int directory, const char *name, long long *nanoseconds);

/* Returns 1 if `descriptor` is on a known local file system, otherwise 0. A local file system is changed through this
   kernel only, so notifications report every change [statfs(2)]. */
int linux_is_local(int descriptor);

/* Sets the modification time of a directory to a value that no change to it can produce: the kernel takes times from a
   clock that ticks some hundred times per second, and this value lies between two ticks. Fails with ENOTSUP if the file
   system does not store it exactly. */
int linux_stamp(int descriptor);

/* Locks the whole file exclusively with a record lock of the open file, which conflicts with those that other programs
   take with F_SETLK. Returns 0, or fails with EAGAIN if another program holds one [fcntl(2), F_OFD_SETLK]. */
int linux_lock_record(int descriptor);

/* Returns freed memory to the system. Otherwise the allocator keeps it for each thread that used it. */
void linux_trim(void);

/* Makes threads share at most this many heaps. By default there are eight for each processor. */
void linux_limit_arenas(int count);

/* Asks the kernel to run the calling thread soon after it wakes, although others are busy, by giving it short slices of
   time. Does not concern threads and processes that it creates. Kernels before 6.12 ignore it [sched_setattr(2)]. */
int linux_request_short_slices(void);

/* Returns the number of the calling thread [gettid(2)]. */
int linux_thread_number(void);

/* Returns the number of the processor that the calling thread runs on [sched_getcpu(3)]. */
int linux_current_processor(void);

/* Makes a thread of this process run on the processors of the main thread, except `excluded` unless that is the only one; -1
   excludes none. Returns 0 or -1 [sched_setaffinity(2)]. */
int linux_confine_thread(int thread, int excluded);

/* Returns the NULL-terminated environment. Swift cannot access a mutable global. */
char **linux_environment(void);

/* The posix_spawn(3) flag that starts a program in a new session, without a controlling terminal. */
extern const short linux_spawn_session;

/* Returns the number of columns of the terminal, or 0 if `descriptor` is not a terminal or the size is unknown. */
int linux_terminal_columns(int descriptor);
/* Returns the number of rows in the same way. */
int linux_terminal_rows(int descriptor);

/* Starts a thread that runs `body` and receives no signals but those of its own faults. Returns 0, or EAGAIN if there is no room for a thread
   [pthread_create(3)]. */
int linux_thread_start(void (*body)(void *), void *argument);

/* Returns the nanoseconds since the machine started, including those in suspend [clock_gettime(2), CLOCK_BOOTTIME]. */
long long linux_boot_time(void);
/* Creates a close-on-exec timer for times since the machine started [timerfd_create(2)]. */
int linux_timer_create(void);
/* Makes the timer expire at that time, or at once if it is past, instead of the time that was set before. */
void linux_timer_set(int timer, long long seconds, long nanoseconds);
/* Waits until the timer expires. */
void linux_timer_wait(int timer);

/* Creates a non-blocking, close-on-exec pipe. ends[0] is the read end. */
int linux_pipe(int ends[2]);

/* Creates an anonymous, close-on-exec file in memory [memfd_create(2)]. */
int linux_memory_file(void);

/* Opens a non-blocking, close-on-exec socket on which the kernel reports changes to links, addresses and routes
   [rtnetlink(7)]. */
int linux_network_changes(void);

/* Creates a descriptor that becomes readable when the clock is set, or when the machine wakes from suspend
   [timerfd_create(2), TFD_TIMER_CANCEL_ON_SET]. Returns -1 on failure. */
int linux_clock_changes(void);
/* Makes the descriptor unreadable until the next change. */
void linux_clock_changes_next(int descriptor);

/* Sends a datagram to the socket of a service manager [sd_notify(3)]; a path that begins with @ is abstract. Returns 0, or
   -1 on failure. */
int linux_notify_manager(const char *path, const char *text);

/* Unix-domain stream sockets between processes of one user [unix(7)]. `directory` may be longer than the path of a socket
   can be. */

/* Creates a non-blocking, close-on-exec socket that accepts connections at `name`, which it replaces. */
int linux_local_listen(const char *directory, const char *name);
/* Connects to the process that listens at `name`. Sending blocks for at most `milliseconds`. */
int linux_local_connect(const char *directory, const char *name, int milliseconds);
/* Returns the next connection of a process of the same user, or -1 if there is none. */
int linux_local_accept(int listener, int milliseconds);
/* Receives what has arrived. Returns -1 with EAGAIN if that is nothing, and 0 at the end. */
long linux_local_receive(int descriptor, void *bytes, unsigned long room);
/* Sends all bytes. Returns 0, or -1 if that took too long or the connection is closed. */
int linux_local_send(int descriptor, const void *bytes, unsigned long length);

/* Catches a signal: it is recorded, and a byte is written to `descriptor`, which is the same for all signals. A signal
   that is ignored stays ignored. */
void linux_catch_signal(int number, int descriptor);
/* Restores the former action of the signal. */
void linux_release_signal(int number);
/* Returns 1 if the signal was caught since the last call, otherwise 0. */
int linux_take_signal(int number);

/* Stops the echo of a terminal in whose foreground the process is. If a signal with its standard action ends or stops the
   process, the former mode is restored first. Does nothing while it is stopped already. Returns 0, or -1. */
int linux_stop_echo(int descriptor);
/* Discards what was typed since linux_stop_echo, and restores the former mode. */
void linux_restore_echo(void);

/* Stops the process group, as Ctrl-Z in a terminal does. Returns when it is continued. Does nothing if SIGTSTP is
   ignored. */
void linux_stop_job(void);

/* Creates a close-on-exec epoll descriptor [epoll(7)]. */
int linux_epoll_create(void);
/* Watches a descriptor for reading, writing, or both, until one event was reported. */
int linux_epoll_watch(int epoll, int descriptor, int reads, int writes);
void linux_epoll_forget(int epoll, int descriptor);
/* A descriptor that is readable or writable. A failed one is both. */
struct linux_ready {
    int descriptor;
    int reads;
    int writes;
};
/* Waits for up to `milliseconds` and returns the number of ready descriptors, at most `room`. Returns 0 on failure. */
int linux_epoll_wait(int epoll, struct linux_ready *ready, int room, int milliseconds);

/* Creates a close-on-exec descriptor that becomes readable when signalled and stays so until cleared [eventfd(2)]. */
int linux_event_create(void);
void linux_event_signal(int event);
/* Makes the descriptor unreadable until the next signal. */
void linux_event_clear(int event);

/* Starts a connection without waiting for it, and returns a non-blocking, close-on-exec descriptor, which becomes
   writable when the connection is established or has failed. Data is sent immediately (TCP_NODELAY), and keepalive
   probes start after a minute of silence. */
int linux_tcp_connect(const void *address, unsigned length);
/* Returns 0 if the connection is established, otherwise the errno of its failure. */
int linux_tcp_failure(int descriptor);
/* Makes the kernel acknowledge the next data immediately. The kernel resets this after a while
   [tcp(7), TCP_QUICKACK]. */
void linux_tcp_acknowledge(int descriptor);

/* Returns 1 if a getaddrinfo(3) failure means that the name does not exist or has no address, otherwise 0. */
int linux_dns_is_missing(int failure);

/* Queries the SRV records of a name from the system's name servers [resolver(3)], or from 127.0.0.1 if `port` is not 0.
   Returns the length of the answer, or -1 with an h_errno value in `failure`. Takes up to about `seconds`. */
int linux_dns_records(const char *name, int type, int port, int seconds, unsigned char *answer, int room, int *failure);

/* Keeps passwords and mail out of core files: the kernel writes none for this process, and no process of the same user may
   read its memory [prctl(2), PR_SET_DUMPABLE]. */
void linux_forbid_core_dumps(void);

/* A sandbox for the calling thread and those that it starts later [landlock(7), seccomp(2)]. Reading is not restricted. */

/* Creates the sandbox. Returns -1 if the kernel has no suitable Landlock (version 2, Linux 5.19). */
int linux_sandbox_create(void);
/* Allows changes of a file, or of everything in a directory. Returns -1 if it cannot be opened. */
int linux_sandbox_allow(int sandbox, const char *path);
/* Enters the sandbox and closes `sandbox`. From now on, only what is allowed can be changed, no program can be started but by
   linux_start_program, and system calls that only debuggers and administrators need fail with EPERM. If `sandbox` is -1, all files
   can be changed. Must be called once. Does less if the kernel supports less. Returns whether the files are restricted. */
int linux_sandbox_enter(int sandbox);
/* Starts a program outside of the sandbox [posix_spawnp(3)]. Returns 0 or the number of an error. */
int linux_start_program(int *child, const char *program, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const arguments[], char *const variables[]);

/* Raises the soft limit of open descriptors to `most`, or to the hard limit if that is lower. Returns the former soft limit,
   or 0 if it is not changed [getrlimit(2)]. */
unsigned long linux_raise_descriptor_limit(unsigned long most);
/* Returns the soft limit of open descriptors; 0 if it is not known [getrlimit(2)]. */
unsigned long linux_descriptor_limit(void);
/* Sets the soft limit of open descriptors of a child [prlimit(2)]. Ignores failures: the child may have ended, or may run
   as another user. */
void linux_set_descriptor_limit(int process, unsigned long soft);

#endif
