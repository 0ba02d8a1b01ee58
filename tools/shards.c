/* Files of games: their names, which of them are open, and writing to them. All share one buffer, which is written out
 * when the next game belongs to another file. Called by nt-split. */
#include "tools/shards.h"
#include "tools/grow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LABEL_BYTES = 64, NUMBER_BYTES = 24, FIRST_PLACES = 64 };

typedef struct shards_name {
    char base[LABEL_BYTES + 1];
    uint64_t taken;
} shards_name;

/* ---- tables ---- */

/* The addresses differ from run to run, so that nobody can make texts that fall on one place. */
static uint64_t hash_of(const shards *s, const char *text, size_t length, const nt_format *format) {
    uint64_t hash = UINT64_C(14695981039346656037) ^ (uint64_t)(uintptr_t)s ^ (uint64_t)(uintptr_t)format << 20;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return hash ^ hash >> 29;
}

static bool is_label(const shards *s, size_t index, const char *text, size_t length, const nt_format *format) {
    const shard *made = s->list[index];
    return made->format == format && made->label_length == length && (length == 0 || memcmp(made->label, text, length) == 0);
}

static bool is_base(const shards *s, size_t index, const char *text, size_t length, const nt_format *format) {
    (void)format;
    return strlen(s->names[index].base) == length && memcmp(s->names[index].base, text, length) == 0;
}

typedef bool is_entry(const shards *s, size_t index, const char *text, size_t length, const nt_format *format);

/* The place of a text: its own, or the free one where it belongs. The table is never full. */
static size_t place_of(const shards *s, const shards_table *table, is_entry *is, const char *text, size_t length,
                       const nt_format *format) {
    size_t i = hash_of(s, text, length, format) % table->capacity;
    while (table->places[i] != 0 && !is(s, table->places[i] - 1, text, length, format)) i = (i + 1) % table->capacity;
    return i;
}

/* Makes room for one more. labels: it is the table of labels, else that of bases. */
static bool make_room(const shards *s, shards_table *table, bool labels) {
    if (table->count * 2 < table->capacity) return true;
    shards_table larger = {.capacity = table->capacity == 0 ? FIRST_PLACES : table->capacity * 2, .count = table->count};
    larger.places = calloc(larger.capacity, sizeof *larger.places);
    if (larger.places == NULL) return false;
    for (size_t i = 0; i < table->capacity; i++) {
        size_t index = table->places[i] - 1;
        if (table->places[i] == 0) continue;
        size_t place = labels ? place_of(s, &larger, is_label, s->list[index]->label, s->list[index]->label_length,
                                         s->list[index]->format)
                              : place_of(s, &larger, is_base, s->names[index].base, strlen(s->names[index].base), NULL);
        larger.places[place] = index + 1;
    }
    free(table->places);
    *table = larger;
    return true;
}

size_t shards_find(const shards *s, const char *label, size_t length, const nt_format *format) {
    if (s->labels.capacity == 0) return SIZE_MAX;
    return s->labels.places[place_of(s, &s->labels, is_label, label, length, format)] - 1; /* 0 - 1: SIZE_MAX */
}

/* ---- files ---- */

static nt_status fail(shards *s, const shard *made) {
    if (s->error == 0) s->error = errno != 0 ? errno : EIO;
    if (s->failed == NULL) s->failed = made->path;
    return NT_IO;
}

static bool close_file(shards *s, size_t slot) {
    shard *made = s->list[s->open[slot]];
    s->open[slot] = s->open[--s->open_count];
    errno = 0;
    bool good = close(made->descriptor) == 0;
    made->descriptor = -1;
    if (!good) fail(s, made);
    return good;
}

/* Closes the file that has not been used for the longest time. */
static bool close_oldest(shards *s) {
    size_t oldest = 0;
    for (size_t i = 1; i < s->open_count; i++) {
        if (s->list[s->open[i]]->used < s->list[s->open[oldest]]->used) oldest = i;
    }
    return close_file(s, oldest);
}

static bool open_file(shards *s, size_t index) {
    shard *made = s->list[index];
    int flags = O_WRONLY | O_CLOEXEC | (made->made ? O_APPEND : s->overwrite ? O_CREAT | O_TRUNC : O_CREAT | O_EXCL);
    made->used = ++s->clock;
    if (made->descriptor >= 0) return true;
    if (s->open_count == s->most_open && !close_oldest(s)) return false;
    errno = 0;
    do made->descriptor = open(made->path, flags, 0666);
    while (made->descriptor < 0 && errno == EINTR);
    if (made->descriptor < 0) {
        fail(s, made);
        return false;
    }
    made->made = true;
    s->open[s->open_count++] = index;
    return true;
}

/* Takes the bytes of the current shard. */
static ptrdiff_t write_current(void *user, const void *bytes, size_t size) {
    shards *s = user;
    shard *made = s->list[s->current];
    if (!open_file(s, s->current)) return -1;
    errno = 0;
    ssize_t count;
    do count = write(made->descriptor, bytes, size);
    while (count < 0 && errno == EINTR);
    if (count <= 0) fail(s, made);
    if (count > 0) made->bytes += (uint64_t)count;
    return count;
}

nt_status shards_start(cli_run *cli, shards *s) {
    s->current = SIZE_MAX;
    s->open = calloc((size_t)s->most_open, sizeof *s->open);
    s->output = nt_output_function(cli->context, write_current, s);
    return s->open == NULL || s->output == NULL ? NT_NO_MEMORY : NT_OK;
}

/* ---- making ---- */

/* Adds a shard whose path is prefix, name and the name of the format. */
static nt_status add(cli_run *cli, shards *s, const char *name, const char *label, size_t length,
                     const nt_format *format, size_t *index) {
    const char *kind = nt_format_name(format);
    size_t size = strlen(s->prefix) + strlen(name) + strlen(kind) + 2;
    if (!grow(&s->list, &s->capacity, s->count + 1, sizeof(shard *))) return NT_NO_MEMORY;
    shard *made = calloc(1, sizeof *made);
    if (made == NULL) return NT_NO_MEMORY;
    *made = (shard){.path = malloc(size), .label = malloc(length + 1), .label_length = length, .format = format,
                    .writer = nt_writer_new(cli->context, s->output, format, NULL), .descriptor = -1};
    s->list[s->count] = made;
    *index = s->count++;
    if (made->path == NULL || made->label == NULL || made->writer == NULL) return NT_NO_MEMORY;
    snprintf(made->path, size, "%s%s.%s", s->prefix, name, kind);
    if (length > 0) memcpy(made->label, label, length);
    return NT_OK;
}

nt_status shards_add_numbered(cli_run *cli, shards *s, const nt_format *format, size_t *index) {
    char name[NUMBER_BYTES];
    snprintf(name, sizeof name, "%0*llu", (int)s->digits, (unsigned long long)s->count + 1);
    return add(cli, s, name, "", 0, format, index);
}

/* What of a label can stand in the name of a file, everywhere: letters, digits and . _ - of ASCII, not a dot or hyphen
 * first. */
static void make_base(const char *label, size_t length, char base[LABEL_BYTES + 1]) {
    size_t used = 0;
    for (size_t i = 0; i < length && used < LABEL_BYTES; i++) {
        unsigned char byte = (unsigned char)label[i];
        bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        bool is_sign = byte == '_' || (used > 0 && (byte == '.' || byte == '-'));
        if ((byte & 0xC0) != 0x80) base[used++] = is_plain || is_sign ? (char)byte : '_';
    }
    if (used == 0) base[used++] = '_';
    base[used] = '\0';
}

/* How often a base, in whatever case, has been taken, this time included; 0: no memory. */
static uint64_t take_base(shards *s, const char *base) {
    char lower[LABEL_BYTES + 1];
    size_t length = strlen(base);
    for (size_t i = 0; i <= length; i++) lower[i] = base[i] >= 'A' && base[i] <= 'Z' ? (char)(base[i] + 32) : base[i];
    if (!make_room(s, &s->bases, false)) return 0;
    size_t *place = &s->bases.places[place_of(s, &s->bases, is_base, lower, length, NULL)];
    if (*place != 0) return ++s->names[*place - 1].taken;
    if (!grow(&s->names, &s->name_capacity, s->name_count + 1, sizeof *s->names)) return 0;
    memcpy(s->names[s->name_count].base, lower, length + 1);
    s->names[s->name_count++].taken = 1;
    *place = s->name_count;
    s->bases.count++;
    return 1;
}

nt_status shards_add_labelled(cli_run *cli, shards *s, const char *label, size_t length, const nt_format *format,
                              size_t *index) {
    char base[LABEL_BYTES + 1] = "", name[LABEL_BYTES + NUMBER_BYTES];
    make_base(label, length, base);
    uint64_t taken = take_base(s, base);
    if (taken == 0 || !make_room(s, &s->labels, true)) return NT_NO_MEMORY;
    if (taken == 1) snprintf(name, sizeof name, "%s", base);
    else snprintf(name, sizeof name, "%s~%llu", base, (unsigned long long)taken); /* a sign that no base holds */
    size_t place = place_of(s, &s->labels, is_label, label, length, format);
    nt_status status = add(cli, s, name, label, length, format, index);
    if (status != NT_OK) return status;
    s->labels.places[place] = *index + 1;
    s->labels.count++;
    return NT_OK;
}

/* ---- writing ---- */

uint64_t shards_size(const nt_game *game) {
    uint64_t size = game->raw_length + 6; /* a *, a blank line, a line end */
    for (size_t i = 0; i < game->tag_count && game->text != game->raw; i++) {
        size += 2 * (game->tags[i].name.length + (uint64_t)game->tags[i].value.length) + 6;
    }
    return size;
}

nt_status shards_put(shards *s, size_t index, const nt_game *game) {
    if (s->current != index) {
        if (s->current != SIZE_MAX && nt_output_flush(s->output) != NT_OK) return NT_IO;
        s->current = index;
    }
    nt_writer_copy(s->list[index]->writer, game);
    s->list[index]->games++;
    return nt_output_errno(s->output) != 0 ? NT_IO : NT_OK;
}

void shards_close(shards *s) {
    if (s->output != NULL && s->current != SIZE_MAX) nt_output_flush(s->output);
    while (s->open_count > 0) close_file(s, s->open_count - 1);
}

void shards_free(shards *s) {
    for (size_t i = 0; i < s->count; i++) {
        nt_writer_free(s->list[i]->writer);
        free(s->list[i]->path);
        free(s->list[i]->label);
        free(s->list[i]);
    }
    nt_output_free(s->output);
    free(s->list);
    free(s->open);
    free(s->names);
    free(s->labels.places);
    free(s->bases.places);
}
