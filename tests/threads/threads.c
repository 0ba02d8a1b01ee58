/* Two handles work in two threads: each thread does all the work with contexts of its own, from another place on, so that
 * different work goes on at the same time, and what comes of it is what came of it before there were threads. Run by run.sh,
 * and under ThreadSanitizer by make analyse: threads FILE... */
#include "support/work.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, MOST = 4096 };

typedef struct task {
    work work;
    outcome due;
} task;

typedef struct worker {
    pthread_t thread;
    size_t first, passed, failed;
} worker;

/* Written before the threads begin, and only read by them. */
static task tasks[MOST];
static size_t count;

static void *work_all(void *user) {
    worker *w = user;
    outcome came = {.status = 0};
    for (size_t i = 0; i < count; i++) {
        const task *t = &tasks[(w->first + i) % count];
        work_run(&t->work, NULL, &came);
        bool good = came.status == t->due.status && bytes_equal(&came.out, &t->due.out);
        if (!good) fprintf(stderr, "work %d to %u: %zu bytes, not %zu\n", (int)t->work.kind, t->work.choice, came.out.size, t->due.out.size);
        w->passed += good;
        w->failed += !good;
    }
    outcome_free(&came);
    return NULL;
}

static void add(const bytes *file, work_kind kind, unsigned choice) {
    if (count == MOST) abort();
    task *t = &tasks[count++];
    t->work = (work){.kind = kind, .choice = choice, .input = file->at, .size = file->size};
    work_run(&t->work, NULL, &t->due);
}

static void add_all(const bytes *file) {
    add(file, WORK_CHECK, 0);
    add(file, WORK_PARSE, 0);
    add(file, WORK_COPY, 0);
    for (unsigned code = 0; code <= NT_CODE_TEXT + 1; code++) add(file, WORK_REPLAY, code);
    for (unsigned i = 0; nt_format_at(i) != NULL; i++)
        if (nt_format_writes(nt_format_at(i))) add(file, WORK_CONVERT, i);
}

int main(int argc, char **argv) {
    worker workers[THREADS] = {{.first = 0}};
    bytes *files = calloc((size_t)argc, sizeof *files);
    size_t passed = 0, failed = 0;
    if (files == NULL || argc < 2) return 2;
    for (int i = 1; i < argc; i++) {
        if (!bytes_read(&files[i], argv[i])) {
            fprintf(stderr, "%s: cannot be read\n", argv[i]);
            return 2;
        }
        add_all(&files[i]);
    }
    for (size_t i = 0; i < THREADS; i++) {
        workers[i].first = i * count / THREADS;
        if (pthread_create(&workers[i].thread, NULL, work_all, &workers[i]) != 0) return 2;
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        passed += workers[i].passed;
        failed += workers[i].failed;
    }
    for (size_t i = 0; i < count; i++) outcome_free(&tasks[i].due);
    for (int i = 1; i < argc; i++) bytes_free(&files[i]);
    free(files);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed > 0;
}
