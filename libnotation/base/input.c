/* Input: a window of bytes that moves forward over a file, a descriptor, memory or a function. Making one is public; the
 * window is for readers. */
#include "base/input.h"

#include "base/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_LEAST = 65536, READ_MOST = 4 * READ_LEAST, WINDOW_FIRST = 2 * READ_LEAST + 1 };

static void forget_places(nt_context *context) { context->last_place = (nt_last_place){0}; }

/* ---- sources ---- */

static ptrdiff_t read_descriptor(void *user, void *buffer, size_t size) {
    const nt_input *input = user;
    ssize_t count;
    do count = read(input->descriptor, buffer, size);
    while (count < 0 && errno == EINTR);
    return count;
}

static ptrdiff_t read_memory(void *user, void *buffer, size_t size) {
    nt_input *input = user;
    if (size > input->memory_left) size = input->memory_left;
    if (size == 0) return 0;
    memcpy(buffer, input->memory, size);
    input->memory += size;
    input->memory_left -= size;
    return (ptrdiff_t)size;
}

/* An input without a source yet, with an empty window. */
static nt_input *new_input(nt_context *context, const char *name, size_t window) {
    nt_input *input = nt_new(context, sizeof *input);
    if (!input) return NULL;
    *input = (nt_input){.context = context, .descriptor = -1, .pin_line = 1, .pin_column = 1};
    if (!name) name = "<input>";
    input->name = nt_new(context, strlen(name) + 1);
    if (input->name) memcpy(input->name, name, strlen(name) + 1);
    if (!input->name || !nt_grow(context, &input->data, &input->capacity, window, 1)) {
        nt_input_free(input);
        return NULL;
    }
    input->data[0] = '\0';
    forget_places(context);
    return input;
}

nt_input *nt_input_function(nt_context *context, nt_read_function *read_function, void *user, const char *name) {
    nt_input *input = new_input(context, name, WINDOW_FIRST);
    if (!input) return NULL;
    input->read = read_function;
    input->user = user;
    return input;
}

nt_input *nt_input_descriptor(nt_context *context, int descriptor, const char *name) {
    nt_input *input = new_input(context, name ? name : descriptor == STDIN_FILENO ? "<stdin>" : NULL, WINDOW_FIRST);
    if (!input) return NULL;
    input->read = read_descriptor;
    input->user = input;
    input->descriptor = descriptor;
    return input;
}

nt_input *nt_input_memory(nt_context *context, const void *bytes, size_t size, const char *name) {
    nt_input *input = new_input(context, name, size < WINDOW_FIRST ? size + 1 : WINDOW_FIRST);
    if (!input) return NULL;
    input->read = read_memory;
    input->user = input;
    input->memory = bytes;
    input->memory_left = size;
    return input;
}

/* Opens a file; -1 with errno when that fails or when it is a directory, which opens and then cannot be read. */
static int open_file(const char *path) {
    int descriptor;
    do descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (descriptor < 0 && errno == EINTR);
    struct stat status;
    if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(descriptor);
        errno = EISDIR;
        return -1;
    }
    return descriptor;
}

nt_input *nt_input_open(nt_context *context, const char *path, nt_status *status) {
    bool is_standard = strcmp(path, "-") == 0;
    int descriptor = is_standard ? STDIN_FILENO : open_file(path);
    if (descriptor < 0) {
        *status = NT_IO;
        return NULL;
    }
    nt_input *input = nt_input_descriptor(context, descriptor, is_standard ? "<stdin>" : path);
    *status = input ? NT_OK : NT_NO_MEMORY;
    if (input) input->owned = !is_standard;
    else if (!is_standard) close(descriptor);
    return input;
}

void nt_input_free(nt_input *input) {
    if (!input) return;
    nt_context *context = input->context;
    forget_places(context);
    nt_unpack_free(input->unpack);
    if (input->owned) close(input->descriptor);
    if (input->name) nt_delete(context, input->name, strlen(input->name) + 1);
    nt_ungrow(context, &input->data, &input->capacity, 1);
    nt_delete(context, input, sizeof *input);
}

bool nt_input_is_packed(const nt_input *input) { return input->unpack != NULL; }

int nt_input_errno(const nt_input *input) { return input->error; }

/* ---- the window ---- */

/* Makes room for `wanted` bytes and the NUL behind them. What is kept moves to the front only when at least as many bytes
 * have been given up since the last time, and else the window doubles: both cost amortised constant time a byte. */
static bool make_room(nt_input *input, size_t wanted) {
    nt_last_place *last = &input->context->last_place;
    bool is_last = last->text == input->data + input->pin; /* its bytes move and stay the same */
    size_t kept = input->size - input->pin;
    bool is_full = input->capacity - input->size <= wanted;
    if (input->pin > 0 && input->pin >= kept && (is_full || input->pin >= READ_LEAST)) {
        memmove(input->data, input->data + input->pin, kept + 1);
        input->size = kept;
        input->pin = 0;
    }
    bool has_room = nt_grow(input->context, &input->data, &input->capacity, input->size + wanted + 1, 1);
    if (is_last) last->text = input->data + input->pin;
    return has_room;
}

/* Enough of the first bytes to tell compressed data: what is there is packed, and is read again through the unpacker. */
static nt_status look_for_packing(nt_input *input) {
    enum { ENOUGH = 6 };
    input->begun = true;
    while (input->size < ENOUGH && strchr("\x1F\x28" "B\xFD", input->data[0])) { /* what compressed data begin with */
        ptrdiff_t count = input->read(input->user, input->data + input->size, ENOUGH - input->size);
        if (count <= 0) break; /* comes up again at the next read */
        input->size += (size_t)count;
        input->data[input->size] = '\0';
    }
    if (!nt_unpack_knows(input->data, input->size)) return NT_OK;
    input->unpack = nt_unpack_new(input->context, input->read, input->user, input->data, input->size);
    if (!input->unpack) return NT_NO_MEMORY;
    input->read = nt_unpack_read;
    input->user = input->unpack;
    input->size = 0;
    input->data[0] = '\0';
    return nt_input_more(input);
}

nt_status nt_input_more(nt_input *input) {
    if (input->error != 0) return NT_IO;
    bool is_memory = input->read == read_memory;
    if (input->ended || (is_memory && input->memory_left == 0)) {
        input->ended = true;
        return NT_END;
    }
    size_t wanted = is_memory && input->memory_left < READ_LEAST ? input->memory_left : READ_LEAST;
    if (!make_room(input, wanted)) return NT_NO_MEMORY;
    size_t room = input->capacity - input->size - 1;
    if (room > READ_MOST) room = READ_MOST;
    if (!input->begun && room > READ_LEAST) room = READ_LEAST;
    errno = 0;
    ptrdiff_t count = input->read(input->user, input->data + input->size, room);
    if (count < 0) {
        input->error = errno != 0 ? errno : EIO;
        return NT_IO;
    }
    assert((size_t)count <= room);
    input->ended = count == 0;
    input->size += (size_t)count;
    input->data[input->size] = '\0';
    if (count > 0 && !input->begun) return look_for_packing(input);
    return count == 0 ? NT_END : NT_OK;
}

nt_status nt_input_all(nt_input *input, size_t limit) {
    nt_status status;
    do {
        if (input->size - input->pin > limit) return NT_LIMIT;
    } while ((status = nt_input_more(input)) == NT_OK);
    return status == NT_END ? NT_OK : status;
}

const unsigned char *nt_input_peek(nt_input *input, size_t *size) {
    enum { ENOUGH = 4096 };
    nt_status status = NT_OK;
    while (status == NT_OK && input->size - input->pin < ENOUGH && !input->ended) status = nt_input_more(input);
    *size = input->size - input->pin;
    return status == NT_OK || status == NT_END ? input->data + input->pin : NULL;
}

ptrdiff_t nt_input_read(nt_input *input, void *bytes, size_t size) {
    nt_status status = input->size > input->pin || size == 0 ? NT_OK : nt_input_more(input);
    if (status == NT_NO_MEMORY) input->error = ENOMEM;
    if (status != NT_OK) return status == NT_END ? 0 : -1;
    if (size > input->size - input->pin) size = input->size - input->pin;
    if (size > 0) memcpy(bytes, input->data + input->pin, size);
    nt_input_move_pin(input, input->pin + size);
    return (ptrdiff_t)size;
}

void nt_input_move_pin(nt_input *input, size_t to) {
    assert(input->pin <= to && to <= input->size);
    if (to == input->pin) return;
    nt_text passed = {input->data + input->pin, to - input->pin};
    nt_text_advance(passed, input->after_cr, &input->pin_line, &input->pin_column);
    input->after_cr = input->data[to - 1] == '\r';
    input->pin_offset += passed.length;
    input->pin = to;
    forget_places(input->context);
}
