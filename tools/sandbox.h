/* What a filter gives up before it looks at its input, so that an input that gets the better of it can do little. On Linux
 * (x86-64, AArch64) a seccomp filter makes the system calls in question fail with EPERM; elsewhere, and where the kernel
 * does not want to, nothing happens. Steps go one way only. For cli.h and the filters. */
#ifndef SANDBOX_H
#define SANDBOX_H

typedef enum sandbox_step {
    SANDBOX_ALONE,   /* no other programs, no network, nothing of other processes or of the system */
    SANDBOX_READING, /* no file is made, changed, renamed or removed */
    SANDBOX_CLOSED   /* no file is opened */
} sandbox_step;

/* Gives up what a step names; the steps before it have been entered. Nothing happens when NT_NO_SANDBOX is set in the
 * environment: valgrind writes its files from within the program. Cost: a tenth of a millisecond a step. */
void sandbox_enter(sandbox_step step);

#endif
