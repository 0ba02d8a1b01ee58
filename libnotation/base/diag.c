/* Findings: the table of ids, the place of a finding in lines and columns, and sending one to the sink of the context.
 * For all who report. Nothing here allocates, so that a report works when memory is short. */
#include "base/diag.h"

#include <stdio.h>

typedef struct nt_diag_row {
    const char *name;
    nt_severity severity;
    const char *summary;
} nt_diag_row;

static const nt_diag_row diag_rows[] = {
#define NT_DIAG(constant, name, severity, summary) {name, severity, summary},
#include "base/diag.def"
#undef NT_DIAG
};

const char *nt_diag_at(size_t index, nt_severity *severity, const char **summary) {
    if (index >= NT_DIAG_COUNT) return NULL;
    if (severity) *severity = diag_rows[index].severity;
    if (summary) *summary = diag_rows[index].summary;
    return diag_rows[index].name;
}

const char *nt_diag_name(nt_diag_id id) {
    assert(id < NT_DIAG_COUNT);
    return diag_rows[id].name;
}

nt_severity nt_diag_severity(nt_diag_id id) {
    assert(id < NT_DIAG_COUNT);
    return diag_rows[id].severity;
}

const char *nt_severity_name(nt_severity severity) {
    return severity == NT_ERROR ? "error" : severity == NT_WARNING ? "warning" : "note";
}

/* ---- messages ---- */

/* The length of a text that was cut somewhere, without the piece of a UTF-8 sequence at its end. */
static size_t whole_sequences(const char *text, size_t length) {
    size_t start = length;
    while (start > 0 && length - start < 3 && ((unsigned char)text[start - 1] & 0xC0) == 0x80) start--;
    if (start == 0 || (unsigned char)text[start - 1] < 0xC0) return length;
    start--;
    return nt_text_utf8((nt_text){(const unsigned char *)text + start, length - start}) ? length : start;
}

NT_PRINTF(3, 0) static size_t format_cut(char *buffer, size_t size, const char *format, va_list arguments) {
    int length = vsnprintf(buffer, size, format, arguments);
    if (length < 0) length = 0;
    size_t kept = (size_t)length < size ? (size_t)length : whole_sequences(buffer, size - 1);
    buffer[kept] = '\0';
    return kept;
}

void nt_message_add_list(nt_message *message, const char *format, va_list arguments) {
    message->length += format_cut(message->text + message->length, sizeof message->text - message->length, format,
                                  arguments);
}

void nt_message_add(nt_message *message, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    nt_message_add_list(message, format, arguments);
    va_end(arguments);
}

/* Writes the escape for a byte that cannot stand in a message as it is; returns its length. */
static size_t escape_byte(unsigned char byte, char *out) {
    static const char digits[] = "0123456789abcdef";
    char letter = byte == '\n' ? 'n' : byte == '\t' ? 't' : byte == '\r' ? 'r' : byte == '"' || byte == '\\' ? (char)byte : 'x';
    out[0] = '\\';
    out[1] = letter;
    if (letter != 'x') return 2;
    out[2] = digits[byte >> 4];
    out[3] = digits[byte & 15];
    return 4;
}

char *nt_quote(nt_text text, char buffer[NT_QUOTE_SIZE]) {
    enum { MOST = 40 };
    size_t at = 0, out = 0;
    while (at < text.length) {
        unsigned char byte = text.at[at];
        size_t length = nt_text_utf8(nt_text_cut(text, at));
        /* U+0080 to U+009F are control characters of terminals. */
        bool is_control = byte < 0x20 || byte == 0x7F || (byte == 0xC2 && length == 2 && text.at[at + 1] < 0xA0);
        bool is_escaped = length == 0 || is_control || byte == '"' || byte == '\\';
        size_t taken = length ? length : 1;
        if (at + taken > MOST) break;
        for (size_t i = 0; i < taken; i++) {
            if (is_escaped) out += escape_byte(text.at[at + i], buffer + out);
            else buffer[out++] = (char)text.at[at + i];
        }
        at += taken;
    }
    memcpy(buffer + out, at < text.length ? "..." : "", at < text.length ? 4 : 1);
    return buffer;
}

/* ---- the place ---- */

static bool is_same_text(const nt_last_place *last, const nt_place *place) {
    return last->text == place->text && last->offset == place->offset && last->game == place->game;
}

/* Works out line and column of a place. In the bytes of a game it goes on from the finding before: a game in which every
 * move has a finding would cost the square of its length else. */
static void locate(nt_context *context, const nt_place *place, nt_diagnostic *diagnostic) {
    diagnostic->line = place->line;
    diagnostic->column = place->column;
    diagnostic->offset = place->offset + place->at;
    if (!place->text) return;
    nt_last_place *last = &context->last_place;
    bool is_game = place->raw == place->text, is_known = is_game && is_same_text(last, place);
    size_t from = 0;
    if (place->line == 0) diagnostic->line = diagnostic->column = 1;
    if (is_known && last->at <= place->at) {
        from = last->at;
        diagnostic->line = last->line;
        diagnostic->column = last->column;
    }
    nt_text between = {place->text + from, place->at - from};
    nt_text_advance(between, from > 0 && place->text[from - 1] == '\r', &diagnostic->line, &diagnostic->column);
    if (is_game && (!is_known || last->at <= place->at))
        *last = (nt_last_place){place->text, place->offset, place->game, place->at, diagnostic->line, diagnostic->column};
}

/* "move 10" or "move 10 (black)"; "" without a number. */
static void describe_move(const nt_place *place, char *where, size_t size) {
    where[0] = '\0';
    if (place->move_number == 0) return;
    bool names_player = place->is_second && place->player;
    int length = snprintf(where, size, "move %lu%s%.40s%s", (unsigned long)place->move_number, names_player ? " (" : "",
                          names_player ? place->player : "", names_player ? ")" : "");
    for (int i = 0; i < length && where[i]; i++) where[i] = (char)nt_to_lower((unsigned char)where[i]);
}

/* ---- sending ---- */

void nt_report_list(nt_context *context, const nt_place *place, nt_diag_id id, const char *format, va_list arguments) {
    static const nt_place nowhere;
    if (context->muted) return;
    nt_severity severity = nt_diag_severity(id);
    if (severity == NT_WARNING && context->mode == NT_STRICT) severity = NT_ERROR;
    context->errors += severity == NT_ERROR;
    context->warnings += severity == NT_WARNING;
    if (!context->sink) return;

    if (!place) place = &nowhere;
    char text[1001], where[80];
    size_t length = format_cut(text, sizeof text, format, arguments);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F) text[i] = '?';
    describe_move(place, where, sizeof where);
    nt_diagnostic diagnostic = {
        .id = nt_diag_name(id),
        .severity = severity,
        .file = place->file,
        .game = place->game,
        .ply = place->ply,
        .where = where,
        .text = text,
    };
    locate(context, place, &diagnostic);
    context->sink(context->sink_user, &diagnostic);
}

void nt_report(nt_context *context, const nt_place *place, nt_diag_id id, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    nt_report_list(context, place, id, format, arguments);
    va_end(arguments);
}
