#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

int linux_syncfs(int descriptor) {
    return syncfs(descriptor);
}

int linux_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
}

int linux_file_system_id(int descriptor, unsigned long long *id) {
    struct statfs facts;
    if (fstatfs(descriptor, &facts) != 0) return -1;
    _Static_assert(sizeof facts.f_fsid == sizeof *id, "f_fsid has 64 bits");
    memcpy(id, &facts.f_fsid, sizeof *id);
    return 0;
}

char **linux_environment(void) {
    return environ;
}

const short linux_spawn_session = POSIX_SPAWN_SETSID;

int linux_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int linux_terminal_rows(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

int linux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
}

static volatile sig_atomic_t notes_descriptor = -1;
static volatile sig_atomic_t has_come[NSIG];
static struct sigaction former_actions[NSIG];
static int is_caught[NSIG];

static void note(int number) {
    int error = errno;
    has_come[number] = 1;
    /* Where the pipe is full, whoever reads it will look anyway. */
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
