/* See sandbox.h. A deny list, not a list of what is allowed: that would rot with each new C library. */
#include "tools/sandbox.h"

/* Sanitizers and coverage need files and more of their own. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define NO_SANDBOX
#endif
#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__AARCH64EL__)) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(NO_SANDBOX)

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifdef __x86_64__
enum { OTHER_CALLS = 0x40000000 }; /* from here on: those of the x32 interface */
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
enum { OTHER_CALLS = 0x7FFFFFFF };
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

enum { MOST_CALLS = 64, REFUSE = SECCOMP_RET_ERRNO | EPERM };

/* System calls by number; those in old_ names are not on every machine. Lists end with -1. */
static const int alone[MOST_CALLS] = {
    SYS_execve, SYS_execveat, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
    SYS_unshare, SYS_setns, SYS_reboot, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_bpf,
    SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_open_by_handle_at, SYS_memfd_create,
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup, /* its calls would pass by the filter */
#endif
    -1};

static const int changing[MOST_CALLS] = {
    SYS_unlinkat, SYS_renameat2, SYS_mkdirat, SYS_linkat, SYS_symlinkat, SYS_mknodat, SYS_truncate, SYS_fchmod, SYS_fchmodat,
    SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
    SYS_renameat,
#ifdef SYS_openat2
    SYS_openat2, /* its flags cannot be looked at */
#endif
#ifdef __x86_64__
    SYS_creat, SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir, SYS_link, SYS_symlink, SYS_mknod, SYS_chmod, SYS_chown, SYS_lchown,
    SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    -1};

static const int opening[MOST_CALLS] = {SYS_openat,
#ifdef __x86_64__
                                        SYS_open,
#endif
                                        -1};

typedef struct rules {
    struct sock_filter list[2 * MOST_CALLS + 32];
    unsigned short count;
} rules;

static void add(rules *r, unsigned code, unsigned value, unsigned skip_if, unsigned skip_else) {
    r->list[r->count++] =
        (struct sock_filter){(unsigned short)code, (unsigned char)skip_if, (unsigned char)skip_else, value};
}

static void refuse(rules *r) { add(r, BPF_RET | BPF_K, REFUSE, 0, 0); }

static void refuse_calls(rules *r, const int *calls) {
    for (; *calls >= 0; calls++) {
        add(r, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)*calls, 0, 1);
        refuse(r);
    }
}

/* An open call, whose flags are argument `flags`, is refused when it could change something. */
static void refuse_writing(rules *r, int call, unsigned flags) {
    add(r, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 4);
    add(r, BPF_LD | BPF_W | BPF_ABS, (unsigned)(offsetof(struct seccomp_data, args) + 8 * flags), 0, 0);
    add(r, BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1);
    refuse(r);
    add(r, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

static void install(sandbox_step step) {
    rules r = {.count = 0};
    add(&r, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    add(&r, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    refuse(&r);
    add(&r, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
    add(&r, BPF_JMP | BPF_JGE | BPF_K, OTHER_CALLS, 0, 1);
    refuse(&r);
    if (step == SANDBOX_ALONE) refuse_calls(&r, alone);
    if (step == SANDBOX_READING) refuse_calls(&r, changing);
    if (step == SANDBOX_CLOSED) refuse_calls(&r, opening);
    if (step == SANDBOX_READING) refuse_writing(&r, SYS_openat, 2);
#ifdef __x86_64__
    if (step == SANDBOX_READING) refuse_writing(&r, SYS_open, 1);
#endif
    add(&r, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    struct sock_fprog program = {r.count, r.list};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

void sandbox_enter(sandbox_step step) {
    int error = errno;
    if (getenv("NT_NO_SANDBOX") == NULL) install(step);
    errno = error;
}

#else

void sandbox_enter(sandbox_step step) { (void)step; }

#endif
