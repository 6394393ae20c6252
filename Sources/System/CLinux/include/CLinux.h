#ifndef PETREL_CLINUX_H
#define PETREL_CLINUX_H

/* Calls of Linux that Swift's Glibc module leaves out because they need _GNU_SOURCE. Errors are in errno. */

/* Write all that the file system holding `descriptor` has in memory. */
int linux_syncfs(int descriptor);

/* Rename, unless the new name is taken: then -1 and EEXIST. EINVAL where the file system cannot do it. */
int linux_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name);

#endif
