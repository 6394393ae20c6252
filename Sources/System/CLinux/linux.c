#define _GNU_SOURCE
#include "CLinux.h"

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

int linux_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
