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

#endif
