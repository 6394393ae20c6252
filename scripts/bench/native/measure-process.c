/* Runs a program and prints its seconds, CPU seconds and peak memory in bytes, and its exit status.

   usage: measure PROGRAM [ARGUMENT…]

   Prints to standard error after the program has ended. A program started by Python itself would inherit the peak
   memory of Python. */

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int count, char **words) {
    if (count < 2) return 64;
    double begin = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(words[1], words + 1);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) < 0) return 1;
    double taken = now() - begin;
    fprintf(stderr, "\nmeasured %.6f %.6f %ld %d\n", taken, seconds(used.ru_utime) + seconds(used.ru_stime),
            used.ru_maxrss * 1024, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
