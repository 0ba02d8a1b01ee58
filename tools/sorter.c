/* An external merge sort. In memory records stand one behind the other, with a list of where each begins; a run on disk is
 * the same bytes in order. Called by nt-sort. */
#include "tools/sorter.h"
#include "tools/grow.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 65536, MOST_RUNS = 256 };

/* What stands before the key and the text of a record. */
typedef struct head {
    uint32_t key_length, text_length, mark[3];
} head;

/* prefix: the first eight bytes of the key as a number, which tells most keys apart. */
typedef struct entry {
    uint64_t prefix;
    size_t at;
    const unsigned char *key; /* set when the bytes stand still */
    uint32_t key_length;
} entry;

typedef struct run {
    off_t at, end;
} run;

/* A run that is being read, by windows. */
typedef struct cursor {
    run left;
    unsigned char *window;
    size_t capacity, used, size;
    sorter_record record;
    size_t index;
} cursor;

struct sorter {
    size_t memory;
    const char *directory;
    unsigned char *bytes;
    size_t capacity, size;
    entry *entries;
    size_t entry_capacity, count;
    FILE *file;
    run *runs;
    size_t run_capacity, run_count;
    int error;
};

sorter *sorter_new(size_t memory, const char *directory) {
    sorter *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->memory = memory;
    s->directory = directory;
    return s;
}

void sorter_free(sorter *s) {
    if (s == NULL) return;
    if (s->file != NULL) fclose(s->file);
    free(s->bytes);
    free(s->entries);
    free(s->runs);
    free(s);
}

int sorter_errno(const sorter *s) { return s->error; }

static nt_status io_failed(sorter *s) {
    s->error = errno != 0 ? errno : EIO;
    return NT_IO;
}

/* ---- in memory ---- */

static uint64_t prefix_of(const unsigned char *key, uint32_t length) {
    uint64_t prefix = 0;
    for (uint32_t i = 0; i < 8; i++) prefix = prefix << 8 | (i < length ? key[i] : 0);
    return prefix;
}

static int compare_keys(const unsigned char *a, uint32_t a_length, const unsigned char *b, uint32_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    if (order != 0) return order;
    return (a_length > b_length) - (a_length < b_length);
}

static int compare_entries(const void *first, const void *second) {
    const entry *a = first, *b = second;
    if (a->prefix != b->prefix) return a->prefix < b->prefix ? -1 : 1;
    int order = compare_keys(a->key, a->key_length, b->key, b->key_length);
    return order != 0 ? order : a->at < b->at ? -1 : 1;
}

static void sort_entries(sorter *s) {
    for (size_t i = 0; i < s->count; i++) s->entries[i].key = s->bytes + s->entries[i].at + sizeof(head);
    if (s->count > 1) qsort(s->entries, s->count, sizeof *s->entries, compare_entries);
}

/* The record whose bytes begin here; returns how many they are. */
static size_t read_record(const unsigned char *at, sorter_record *record) {
    head h;
    memcpy(&h, at, sizeof h);
    *record = (sorter_record){at + sizeof h, at + sizeof h + h.key_length, h.key_length, h.text_length,
                              {h.mark[0], h.mark[1], h.mark[2]}};
    return sizeof h + h.key_length + h.text_length;
}

/* ---- runs ---- */

/* A file without a name. */
static FILE *open_temporary(sorter *s) {
    static const char name[] = "/nt-sort-XXXXXX";
    size_t length = strlen(s->directory);
    char *path = malloc(length + sizeof name);
    FILE *file = NULL;
    if (path == NULL) return NULL;
    memcpy(path, s->directory, length);
    memcpy(path + length, name, sizeof name);
    int descriptor = mkstemp(path);
    if (descriptor >= 0) {
        unlink(path);
        file = fdopen(descriptor, "w+b");
        if (file == NULL) close(descriptor);
    }
    free(path);
    return file;
}

static nt_status write_record(sorter *s, FILE *file, const sorter_record *record) {
    head h = {record->key_length, record->text_length, {record->mark[0], record->mark[1], record->mark[2]}};
    bool good = fwrite(&h, sizeof h, 1, file) == 1;
    good = good && (h.key_length == 0 || fwrite(record->key, h.key_length, 1, file) == 1);
    good = good && (h.text_length == 0 || fwrite(record->text, h.text_length, 1, file) == 1);
    return good ? NT_OK : io_failed(s);
}

/* Ends a run that began at an offset. */
static nt_status end_run(sorter *s, FILE *file, off_t begin) {
    off_t end = fflush(file) == 0 ? ftello(file) : -1;
    if (end < 0) return io_failed(s);
    if (!grow(&s->runs, &s->run_capacity, s->run_count + 1, sizeof *s->runs)) return NT_NO_MEMORY;
    s->runs[s->run_count++] = (run){begin, end};
    return NT_OK;
}

/* Sorts what is in memory and gives it to the file. */
static nt_status spill(sorter *s) {
    errno = 0;
    if (s->file == NULL) s->file = open_temporary(s);
    off_t begin = s->file == NULL ? -1 : ftello(s->file);
    if (begin < 0) return io_failed(s);
    sort_entries(s);
    for (size_t i = 0; i < s->count; i++) {
        sorter_record record;
        read_record(s->bytes + s->entries[i].at, &record);
        nt_status status = write_record(s, s->file, &record);
        if (status != NT_OK) return status;
    }
    s->count = s->size = 0;
    return end_run(s, s->file, begin);
}

nt_status sorter_add(sorter *s, const sorter_record *record) {
    size_t size = sizeof(head) + record->key_length + record->text_length;
    size_t taken = s->size + s->count * sizeof *s->entries;
    if (s->count > 0 && taken + size + sizeof *s->entries > s->memory) {
        nt_status status = spill(s);
        if (status != NT_OK) return status;
    }
    if (!grow(&s->bytes, &s->capacity, s->size + size, 1) ||
        !grow(&s->entries, &s->entry_capacity, s->count + 1, sizeof *s->entries)) {
        return NT_NO_MEMORY;
    }
    head h = {record->key_length, record->text_length, {record->mark[0], record->mark[1], record->mark[2]}};
    unsigned char *to = s->bytes + s->size;
    memcpy(to, &h, sizeof h);
    if (h.key_length > 0) memcpy(to + sizeof h, record->key, h.key_length);
    if (h.text_length > 0) memcpy(to + sizeof h + h.key_length, record->text, h.text_length);
    s->entries[s->count++] = (entry){prefix_of(record->key, h.key_length), s->size, NULL, h.key_length};
    s->size += size;
    return NT_OK;
}

/* ---- merging ---- */

/* Reads on until the window holds `size` bytes from `used` on. */
static nt_status fill(sorter *s, cursor *c, size_t size) {
    if (c->used > 0) memmove(c->window, c->window + c->used, c->size - c->used);
    c->size -= c->used;
    c->used = 0;
    if (!grow(&c->window, &c->capacity, size < WINDOW ? WINDOW : size, 1)) return NT_NO_MEMORY;
    while (c->size < size) {
        size_t room = c->capacity - c->size;
        if ((off_t)room > c->left.end - c->left.at) room = (size_t)(c->left.end - c->left.at);
        errno = 0;
        ssize_t count = pread(fileno(s->file), c->window + c->size, room, c->left.at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return io_failed(s);
        c->size += (size_t)count;
        c->left.at += count;
    }
    return NT_OK;
}

/* Takes the next record of a run; NT_END: there is none. */
static nt_status advance(sorter *s, cursor *c) {
    head h;
    size_t ready = c->size - c->used;
    if (ready == 0 && c->left.at == c->left.end) return NT_END;
    nt_status status = ready < sizeof h ? fill(s, c, sizeof h) : NT_OK;
    if (status != NT_OK) return status;
    memcpy(&h, c->window + c->used, sizeof h);
    size_t size = sizeof h + h.key_length + h.text_length;
    if (c->size - c->used < size) status = fill(s, c, size);
    if (status == NT_OK) c->used += read_record(c->window + c->used, &c->record);
    return status;
}

static bool is_before(const cursor *a, const cursor *b) {
    int order = compare_keys(a->record.key, a->record.key_length, b->record.key, b->record.key_length);
    return order != 0 ? order < 0 : a->index < b->index;
}

static void sift_down(cursor **heap, size_t at, size_t count) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(heap[child + 1], heap[child])) child++;
        if (!is_before(heap[child], heap[at])) return;
        cursor *moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

/* The first records of the runs, in a heap; runs without a record stay out. */
static nt_status start_cursors(sorter *s, cursor *cursors, cursor **heap, const run *runs, size_t *count) {
    size_t filled = 0;
    for (size_t i = 0; i < *count; i++) {
        cursors[i] = (cursor){.left = runs[i], .index = i};
        nt_status status = advance(s, &cursors[i]);
        if (status == NT_OK) heap[filled++] = &cursors[i];
        else if (status != NT_END) return status;
    }
    for (size_t i = filled / 2; i-- > 0;) sift_down(heap, i, filled);
    *count = filled;
    return NT_OK;
}

/* Merges runs into a sink. */
static nt_status merge(sorter *s, const run *runs, size_t count, sorter_sink *sink, void *user) {
    size_t left = count;
    cursor *cursors = calloc(count, sizeof *cursors), **heap = calloc(count, sizeof *heap);
    nt_status status = cursors == NULL || heap == NULL ? NT_NO_MEMORY : NT_OK;
    if (status == NT_OK) status = start_cursors(s, cursors, heap, runs, &left);
    while (status == NT_OK && left > 0) {
        status = sink(user, &heap[0]->record);
        if (status != NT_OK) break;
        status = advance(s, heap[0]);
        if (status == NT_END) heap[0] = heap[--left];
        if (status == NT_END) status = NT_OK;
        sift_down(heap, 0, left);
    }
    for (size_t i = 0; cursors != NULL && i < count; i++) free(cursors[i].window);
    free(cursors);
    free(heap);
    return status;
}

typedef struct file_sink {
    sorter *s;
    FILE *file;
    sorter_watch *watch;
    void *user;
    uint64_t pass;
} file_sink;

static nt_status sink_to_file(void *user, const sorter_record *record) {
    file_sink *to = user;
    to->watch(to->user, to->pass);
    return write_record(to->s, to->file, record);
}

/* One pass: each `most` runs become one, in a new file. */
static nt_status merge_pass(sorter *s, size_t most, file_sink *to) {
    run *old = s->runs;
    size_t count = s->run_count;
    nt_status status = NT_OK;
    errno = 0;
    to->pass++;
    to->file = open_temporary(s);
    if (to->file == NULL) return io_failed(s);
    s->runs = NULL;
    s->run_count = s->run_capacity = 0;
    for (size_t i = 0; i < count && status == NT_OK; i += most) {
        off_t begin = ftello(to->file);
        status = begin < 0 ? io_failed(s) : merge(s, old + i, count - i < most ? count - i : most, sink_to_file, to);
        if (status == NT_OK) status = end_run(s, to->file, begin);
    }
    free(old);
    fclose(s->file); /* what it held has been read */
    s->file = to->file;
    return status;
}

nt_status sorter_finish(sorter *s, sorter_sink *sink, sorter_watch *watch, void *user) {
    nt_status status = NT_OK;
    file_sink to = {.s = s, .watch = watch, .user = user};
    if (s->run_count == 0) {
        sort_entries(s);
        for (size_t i = 0; i < s->count && status == NT_OK; i++) {
            sorter_record record;
            read_record(s->bytes + s->entries[i].at, &record);
            status = sink(user, &record);
        }
        return status;
    }
    if (s->count > 0) status = spill(s);
    free(s->bytes); /* the windows of the runs take its place */
    s->bytes = NULL;
    s->capacity = 0;
    size_t most = s->memory / (2 * WINDOW);
    most = most < 2 ? 2 : most > MOST_RUNS ? MOST_RUNS : most;
    while (status == NT_OK && s->run_count > most) status = merge_pass(s, most, &to);
    return status == NT_OK ? merge(s, s->runs, s->run_count, sink, user) : status;
}
