/* Loaded before the C library: every sync to disk takes DELAY microseconds more. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int late(const char *name, int file) {
    struct timespec delay = {DELAY / 1000000, DELAY % 1000000 * 1000L};
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    nanosleep(&delay, 0);
    return real(file);
}

int fsync(int file) { return late("fsync", file); }
int fdatasync(int file) { return late("fdatasync", file); }
