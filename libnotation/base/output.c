/* Buffered output to a descriptor, a function or memory; JSON strings, markup, and findings as lines. Making one, appending
 * and flushing are public. */
#include "base/output.h"
#include "base/diag.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* ---- sinks ---- */

static ptrdiff_t write_descriptor(void *user, const void *bytes, size_t size) {
    const nt_output *output = user;
    ssize_t count;
    do count = write(output->descriptor, bytes, size);
    while (count < 0 && errno == EINTR);
    return count;
}

nt_output *nt_output_function(nt_context *context, nt_write_function *write_function, void *user) {
    nt_output *output = context->allocator.resize(context->allocator.user, NULL, 0, sizeof *output);
    if (!output) return NULL;
    output->context = context;
    output->write = write_function;
    output->user = user;
    output->descriptor = -1;
    output->error = 0;
    output->used = 0;
    output->written = 0;
    return output;
}

nt_output *nt_output_descriptor(nt_context *context, int descriptor) {
    nt_output *output = nt_output_function(context, write_descriptor, NULL);
    if (!output) return NULL;
    output->user = output;
    output->descriptor = descriptor;
    return output;
}

static void write_all(nt_output *output, const unsigned char *bytes, size_t size) {
    while (size > 0 && output->error == 0) {
        errno = 0;
        ptrdiff_t count = output->write(output->user, bytes, size);
        if (count <= 0) {
            output->error = errno != 0 ? errno : EIO;
            return;
        }
        assert((size_t)count <= size);
        bytes += count;
        size -= (size_t)count;
        output->written += (uint64_t)count;
    }
}

void nt_output_drain(nt_output *output) {
    write_all(output, output->data, output->used);
    output->used = 0;
}

nt_status nt_output_flush(nt_output *output) {
    nt_output_drain(output);
    return output->error ? NT_IO : NT_OK;
}

nt_status nt_output_free(nt_output *output) {
    if (!output) return NT_OK;
    nt_status status = nt_output_flush(output);
    nt_delete(output->context, output, sizeof *output);
    return status;
}

int nt_output_errno(const nt_output *output) { return output->error; }

ptrdiff_t nt_buffer_write(void *user, const void *bytes, size_t size) {
    nt_buffer *buffer = user;
    if (size > SIZE_MAX / 2 - buffer->size ||
        !nt_grow(buffer->context, &buffer->data, &buffer->capacity, buffer->size + size, 1)) {
        buffer->failed = true;
        errno = ENOMEM;
        return -1;
    }
    if (size > 0) memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    return (ptrdiff_t)size;
}

void nt_buffer_free(nt_buffer *buffer) {
    nt_ungrow(buffer->context, &buffer->data, &buffer->capacity, 1);
    buffer->size = 0;
}

/* ---- appending ---- */

void nt_output_bytes(nt_output *output, const void *bytes, size_t size) {
    if (size == 0) return;
    if (size > NT_OUTPUT_SIZE - output->used) {
        nt_output_drain(output);
        if (size >= NT_OUTPUT_SIZE) {
            write_all(output, bytes, size);
            return;
        }
    }
    memcpy(output->data + output->used, bytes, size);
    output->used += size;
}

void nt_output_string(nt_output *output, const char *string) { nt_put_text(output, nt_text_from(string)); }

void nt_output_number(nt_output *output, uint64_t number) {
    unsigned char digits[20];
    size_t at = sizeof digits;
    if (number < 10) {
        nt_put(output, (unsigned char)('0' + number));
        return;
    }
    do digits[--at] = (unsigned char)('0' + number % 10);
    while ((number /= 10) != 0);
    nt_put_text(output, (nt_text){digits + at, sizeof digits - at});
}

void nt_output_format(nt_output *output, const char *format, ...) {
    nt_message message;
    message.length = 0;
    va_list arguments;
    va_start(arguments, format);
    nt_message_add_list(&message, format, arguments);
    va_end(arguments);
    nt_output_bytes(output, message.text, message.length);
}

/* ---- JSON ---- */

/* How many bytes at the start of the text stand for themselves in a JSON string. */
static size_t plain_run(nt_text text) {
    size_t at = 0;
    while (at < text.length) {
        unsigned char byte = text.at[at];
        if (byte < 0x20 || byte == '"' || byte == '\\') break;
        if (byte < 0x80) {
            at++;
            continue;
        }
        size_t length = nt_text_utf8(nt_text_cut(text, at));
        if (length == 0) break;
        at += length;
    }
    return at;
}

/* Writes a byte that does not stand for itself: escaped, or taken for Latin-1 and written as UTF-8. */
static void put_json_byte(nt_output *output, unsigned char byte) {
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* pairs: the byte, its letter */
    if (byte >= 0x80) {
        nt_put(output, (unsigned char)(0xC0 | byte >> 6));
        nt_put(output, (unsigned char)(0x80 | (byte & 0x3F)));
        return;
    }
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if ((unsigned char)letters[i] != byte) continue;
        nt_put(output, '\\');
        nt_put(output, (unsigned char)letters[i + 1]);
        return;
    }
    static const char digits[] = "0123456789abcdef";
    nt_output_string(output, "\\u00");
    nt_put(output, (unsigned char)digits[byte >> 4]);
    nt_put(output, (unsigned char)digits[byte & 15]);
}

void nt_output_json(nt_output *output, const void *bytes, size_t size) {
    nt_text text = {bytes, size};
    while (text.length > 0) {
        size_t run = plain_run(text);
        nt_output_bytes(output, text.at, run);
        text = nt_text_cut(text, run);
        if (text.length == 0) break;
        put_json_byte(output, *text.at);
        text = nt_text_cut(text, 1);
    }
}

/* ---- markup ---- */

/* Writes the first character of a text; returns its bytes. */
static size_t put_markup_one(nt_output *output, nt_text text) {
    unsigned char byte = text.at[0];
    size_t length = nt_text_utf8(text);
    bool is_control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
    bool is_beyond = length == 3 && memcmp(text.at, "\xef\xbf", 2) == 0 && text.at[2] >= 0xbe;
    if (byte == '&') nt_output_string(output, "&amp;");
    else if (byte == '<') nt_output_string(output, "&lt;");
    else if (byte == '>') nt_output_string(output, "&gt;");
    else if (byte == '"') nt_output_string(output, "&quot;");
    else if (byte == '\r') nt_put(output, ' '); /* XML knows no other end of a line than LF */
    else if (is_control || is_beyond) nt_output_string(output, "\xef\xbf\xbd");
    else if (length) nt_output_bytes(output, text.at, length);
    else nt_output_format(output, "%c%c", 0xc0 | byte >> 6, 0x80 | (byte & 0x3f));
    return length ? length : 1;
}

void nt_output_markup(nt_output *output, const void *bytes, size_t size) {
    nt_text text = {bytes, size};
    while (text.length > 0) {
        size_t run = 0; /* letters, digits and other bytes of ASCII that stand for themselves */
        while (run < text.length && text.at[run] >= 0x20 && text.at[run] < 0x80 && !strchr("&<>\"", text.at[run])) run++;
        nt_put_text(output, (nt_text){text.at, run});
        text = nt_text_cut(text, run);
        if (text.length > 0) text = nt_text_cut(text, put_markup_one(output, text));
    }
}

/* ---- findings ---- */

/* A file name may hold any byte; a line for one finding must stay one line. */
static void put_one_line(nt_output *output, const char *text) {
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        nt_put(output, byte < 0x20 || byte == 0x7F ? '?' : byte);
    }
}

static void put_diagnostic_text(nt_output *output, const nt_diagnostic *diagnostic) {
    if (diagnostic->file) {
        put_one_line(output, diagnostic->file);
        nt_output_string(output, ":");
        if (diagnostic->line != 0) nt_output_format(output, "%llu:%llu:", (unsigned long long)diagnostic->line,
                                                    (unsigned long long)diagnostic->column);
        nt_output_string(output, " ");
    } else if (diagnostic->line != 0) {
        nt_output_format(output, "%llu:%llu: ", (unsigned long long)diagnostic->line,
                         (unsigned long long)diagnostic->column);
    }
    nt_output_string(output, nt_severity_name(diagnostic->severity));
    nt_output_string(output, ": ");
    bool has_where = diagnostic->where && *diagnostic->where;
    if (diagnostic->game != 0) {
        nt_output_string(output, "game ");
        nt_output_number(output, diagnostic->game);
        nt_output_string(output, has_where ? ", " : ": ");
    }
    if (has_where) {
        nt_output_string(output, diagnostic->where);
        nt_output_string(output, ": ");
    }
    put_one_line(output, diagnostic->text);
    nt_output_string(output, " [");
    nt_output_string(output, diagnostic->id);
    nt_output_string(output, "]\n");
}

/* A member of an object; the first one has no comma before it. */
static void put_name(nt_output *output, const char *name, bool *is_first) {
    nt_output_string(output, *is_first ? "{\"" : ",\"");
    nt_output_string(output, name);
    nt_output_string(output, "\":");
    *is_first = false;
}

static void put_member_string(nt_output *output, const char *name, const char *value, bool *is_first) {
    if (!value || !*value) return;
    put_name(output, name, is_first);
    nt_put(output, '"');
    nt_output_json(output, value, strlen(value));
    nt_put(output, '"');
}

static void put_member_number(nt_output *output, const char *name, uint64_t value, bool *is_first) {
    put_name(output, name, is_first);
    nt_output_number(output, value);
}

static void put_diagnostic_json(nt_output *output, const nt_diagnostic *diagnostic) {
    bool is_first = true;
    put_member_string(output, "file", diagnostic->file, &is_first);
    if (diagnostic->line != 0) {
        put_member_number(output, "line", diagnostic->line, &is_first);
        put_member_number(output, "column", diagnostic->column, &is_first);
        put_member_number(output, "offset", diagnostic->offset, &is_first);
    }
    put_member_string(output, "severity", nt_severity_name(diagnostic->severity), &is_first);
    put_member_string(output, "id", diagnostic->id, &is_first);
    if (diagnostic->game != 0) put_member_number(output, "game", diagnostic->game, &is_first);
    if (diagnostic->ply != 0) put_member_number(output, "ply", diagnostic->ply, &is_first);
    put_member_string(output, "where", diagnostic->where, &is_first);
    put_member_string(output, "text", diagnostic->text, &is_first);
    nt_output_string(output, "}\n");
}

static void put_attribute(nt_output *output, const char *name, const char *value) {
    if (!value || !*value) return;
    nt_output_format(output, " %s=\"", name);
    nt_output_markup(output, value, strlen(value));
    nt_put(output, '"');
}

static void put_attribute_number(nt_output *output, const char *name, uint64_t value) {
    if (value != 0) nt_output_format(output, " %s=\"%llu\"", name, (unsigned long long)value);
}

static void put_diagnostic_xml(nt_output *output, const nt_diagnostic *diagnostic) {
    nt_output_string(output, "<finding");
    put_attribute(output, "file", diagnostic->file);
    put_attribute_number(output, "line", diagnostic->line);
    put_attribute_number(output, "column", diagnostic->column);
    put_attribute(output, "severity", nt_severity_name(diagnostic->severity));
    put_attribute(output, "id", diagnostic->id);
    put_attribute_number(output, "game", diagnostic->game);
    put_attribute_number(output, "ply", diagnostic->ply);
    put_attribute(output, "where", diagnostic->where);
    nt_put(output, '>');
    nt_output_markup(output, diagnostic->text, strlen(diagnostic->text));
    nt_output_string(output, "</finding>\n");
}

void nt_output_diagnostic(nt_output *output, const nt_diagnostic *diagnostic, nt_finding_form form) {
    if (form == NT_FINDING_XML) put_diagnostic_xml(output, diagnostic);
    else if (form == NT_FINDING_JSON) put_diagnostic_json(output, diagnostic);
    else put_diagnostic_text(output, diagnostic);
}
