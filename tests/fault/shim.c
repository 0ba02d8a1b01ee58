/* Preloaded into a filter: makes one kind of call fail, in a way and at a count that NT_FAULT says: CALL:HOW:COUNT, as
 * write:ENOSPC:2. CALL is read, write, close or malloc; HOW an errno, `short` (one byte a call, every call), or `EINTR` (every
 * other call, from the first on). COUNT 0 with an errno: never. When the fault has been met, a byte is written to descriptor 9. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

enum { MET = 9 };

static struct fault {
    int known; /* 0: NT_FAULT has not been looked at; 1: nothing is to fail; 2: something is */
    char call[16], how[16];
    unsigned long count, calls;
} fault;

/* Calls no library function that could allocate or write. */
static void learn(void) {
    static const char name[] = "NT_FAULT=";
    const char *text = NULL;
    for (char **e = environ; e != NULL && *e != NULL; e++)
        if (strncmp(*e, name, sizeof name - 1) == 0) text = *e + sizeof name - 1;
    fault.known = environ == NULL ? 0 : 1;
    if (text == NULL) return;
    char *parts[] = {fault.call, fault.how};
    for (size_t i = 0; i < 2; i++) {
        for (size_t n = 0; *text != '\0' && *text != ':'; text++)
            if (n + 1 < sizeof fault.call) parts[i][n++] = *text;
        text += *text == ':';
    }
    for (; *text >= '0' && *text <= '9'; text++) fault.count = fault.count * 10 + (unsigned long)(*text - '0');
    fault.known = 2;
}

static int error_of(const char *how) {
    static const struct {
        const char *name;
        int error;
    } errors[] = {{"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EPIPE", EPIPE}, {"EINTR", EINTR}, {"ENOMEM", ENOMEM}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, how) == 0) return errors[i].error;
    return EIO;
}

/* Whether this call is to fail; errno is set then. */
static int fails(const char *call) {
    if (fault.known == 0) learn();
    if (fault.known != 2 || strcmp(fault.call, call) != 0 || strcmp(fault.how, "short") == 0) return 0;
    fault.calls++;
    if (strcmp(fault.how, "EINTR") == 0 ? fault.calls % 2 == 0 : fault.calls != fault.count) return 0;
    syscall(SYS_write, MET, "x", 1);
    errno = error_of(fault.how);
    return 1;
}

static size_t shortened(const char *call, size_t size) {
    if (fault.known == 0) learn();
    return fault.known == 2 && size > 1 && strcmp(fault.call, call) == 0 && strcmp(fault.how, "short") == 0 ? 1 : size;
}

/* Libraries read a device for random numbers and do without. */
static int is_random(int descriptor) {
    struct stat info;
    return descriptor > STDERR_FILENO && fstat(descriptor, &info) == 0 && S_ISCHR(info.st_mode);
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    return !is_random(descriptor) && fails("read") ? -1 : syscall(SYS_read, descriptor, buffer, shortened("read", size));
}

ssize_t pread(int descriptor, void *buffer, size_t size, off_t at) {
    return fails("read") ? -1 : syscall(SYS_pread64, descriptor, buffer, shortened("read", size), at);
}

ssize_t write(int descriptor, const void *buffer, size_t size) {
    return fails("write") ? -1 : syscall(SYS_write, descriptor, buffer, shortened("write", size));
}

/* The C library writes its streams by a way that cannot be stepped into. */
size_t fwrite(const void *at, size_t size, size_t count, FILE *file) {
    return file != stderr && file != stdout && fails("write") ? 0 : fwrite_unlocked(at, size, count, file);
}

int close(int descriptor) {
    int failed = descriptor == STDOUT_FILENO && fails("close"), status = (int)syscall(SYS_close, descriptor);
    if (failed) errno = error_of(fault.how);
    return failed ? -1 : status;
}

void *malloc(size_t size) { return fails("malloc") ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails("malloc") ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails("malloc") ? NULL : __libc_realloc(block, size); }
