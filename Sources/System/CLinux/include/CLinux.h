#ifndef PETREL_CLINUX_H
#define PETREL_CLINUX_H

/* What Swift's Glibc module leaves out, mostly because it needs _GNU_SOURCE. Errors are in errno. */

/* Write all that the file system holding `descriptor` has in memory. */
int linux_syncfs(int descriptor);

/* Rename, unless the new name is taken: then -1 and EEXIST. EINVAL where the file system cannot do it. */
int linux_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name);

/* The number that the file system holding `descriptor` gives itself; 0 where it has none to give [statfs(2)]. Its bits are
   in the order in which f_fsid has them. -1 and errno where that is not known. */
int linux_file_system_id(int descriptor, unsigned long long *id);

/* Whether the file system that holds `descriptor` is one of this machine's own, so that nobody changes it but through
   this kernel, which knows of each change [statfs(2)]. */
int linux_is_local(int descriptor);

/* Gives a directory a time of change that no change gives: those come from a clock that ticks some hundred times a
   second, this one stands between two ticks. -1 and errno where it cannot be set, or is not kept as it was set. */
int linux_stamp(int descriptor);

/* Gives the system back what was freed: each thread that once worked keeps its share otherwise. */
void linux_trim(void);

/* The variables of the environment, NULL behind the last one. Swift does not let a mutable global be read. */
char **linux_environment(void);

/* With this flag posix_spawn(3) starts a program in a session of its own, which has no terminal. */
extern const short linux_spawn_session;

/* How many columns the terminal behind `descriptor` has; 0 where it is none or does not say. */
int linux_terminal_columns(int descriptor);
/* How many rows it has, as above. */
int linux_terminal_rows(int descriptor);

/* A pipe of which no end blocks, and none is there in a program that is started. ends[0] is read from. */
int linux_pipe(int ends[2]);

/* A file that is in memory alone and has no name; not there in a program that is started. -1 and errno where there is no
   more. */
int linux_memory_file(void);

/* A socket on which the system tells of links, addresses and routes that come and go; none of its calls blocks, and it is
   not there in a program that is started. -1 and errno where there is none [rtnetlink(7)]. */
int linux_network_changes(void);

/* From now on the process only notes the signal, and an octet goes to `descriptor`, the same one for all signals. A
   signal that the process was started to ignore is still ignored. */
void linux_catch_signal(int number, int descriptor);
/* Back to what the signal did before. */
void linux_release_signal(int number);
/* Whether the signal has come since this was last asked. */
int linux_take_signal(int number);

/* Stop the processes of this job, as Ctrl-Z does where the terminal sends the signal; returns when it goes on. Does
   nothing where that signal is ignored. */
void linux_stop_job(void);

/* Descriptors to watch [epoll(7)]; not there in a program that is started. */
int linux_epoll_create(void);
/* From now on, and until one of it has come, wait also for octets to read, or room to write. -1 and errno where that
   cannot be. */
int linux_epoll_watch(int epoll, int descriptor, int reads, int writes);
void linux_epoll_forget(int epoll, int descriptor);
/* A descriptor that is readable or writable; also one that has failed, is both. */
struct linux_ready {
    int descriptor;
    int reads;
    int writes;
};
/* How many are ready, within so many milliseconds; at most `room`. */
int linux_epoll_wait(int epoll, struct linux_ready *ready, int room, int milliseconds);

/* A descriptor that is readable once it was signalled, for ever [eventfd(2)]; not there in a program that is started. */
int linux_event_create(void);
void linux_event_signal(int event);
/* Not readable any more. */
void linux_event_clear(int event);

/* Begins a connection and does not wait for it: the descriptor, which never blocks and is not there in a program that is
   started; it is writable when the connection is made or has failed. What is written leaves at once (TCP_NODELAY), and
   after a minute of silence the peer is asked whether it is there. -1 and errno where it cannot begin. */
int linux_tcp_connect(const void *address, unsigned length);
/* 0 where the connection is made, else the errno for which it is not. */
int linux_tcp_failure(int descriptor);
/* Acknowledge what comes next at once. The system forgets it after a while. */
void linux_tcp_acknowledge(int descriptor);

/* Whether a failure of getaddrinfo(3) says that there is no such name, or that it has no address. */
int linux_dns_is_missing(int failure);

/* Asks the name servers of this machine [resolver(3)], or the one at 127.0.0.1 with that port where it is not 0, for the
   SRV records of a name: the length of the answer, or -1 and a value of h_errno. Takes up to about `seconds`. */
int linux_dns_services(const char *name, int port, int seconds, unsigned char *answer, int room, int *failure);

#endif
