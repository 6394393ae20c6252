#define _GNU_SOURCE
#include "CLinux.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int linux_syncfs(int descriptor) {
    return syncfs(descriptor);
}

int linux_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
}

char **linux_environment(void) {
    return environ;
}

int linux_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
