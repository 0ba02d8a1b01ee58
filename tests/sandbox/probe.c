/* Preloaded into a filter: at its second read, when the first bytes have told what the input is, it tries what it should not
 * be able to do any more, and writes a letter to descriptor 9 for what still works: x run a program, n use the network,
 * t trace, w write a file, u remove one, r read one. With NT_READ=N it is the Nth read; with NT_KERNEL=old the kernel has no
 * seccomp. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { REPORT = 9 };

static void tell(char letter, int works) {
    if (works) syscall(SYS_write, REPORT, &letter, 1);
}

/* Whether a file of the test can be opened. */
static int opens(const char *name, int flags) {
    int file = open(name, flags, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

static void probe(void) {
    char *none[] = {NULL};
    int error = errno;
    tell('x', execve("/nonexistent", none, none) == -1 && errno == ENOENT);
    tell('n', socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    tell('t', ptrace(PTRACE_PEEKDATA, 1, NULL, NULL) == -1 && errno == ESRCH);
    tell('w', opens("made", O_WRONLY | O_CREAT));
    tell('w', opens("other", O_RDONLY | O_TRUNC));
    tell('u', unlink("nothing") == -1 && errno == ENOENT);
    tell('r', opens("games", O_RDONLY));
    errno = error;
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    static int reads;
    const char *which = getenv("NT_READ");
    if (++reads == (which != NULL ? atoi(which) : 2)) probe();
    return syscall(SYS_read, descriptor, buffer, size);
}

int prctl(int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    unsigned long a = va_arg(arguments, unsigned long), b = va_arg(arguments, unsigned long);
    va_end(arguments);
    const char *kernel = getenv("NT_KERNEL");
    if (option == PR_SET_SECCOMP && kernel != NULL && strcmp(kernel, "old") == 0) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_prctl, option, a, b, 0, 0);
}
