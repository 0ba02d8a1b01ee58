/* The json notation: where an object begins and ends in the input. An object may run over several lines, as jq prints it;
 * it ends with its brace, and at the latest before a line that begins with a brace, so that one that is broken does not
 * take the next ones along. For json_read.c. */
#include "formats/json.h"

void nt_json_report(nt_reader *reader, nt_diag_id id, size_t at, const char *text) {
    const nt_input *input = reader->input;
    nt_place place = {.file = input->name, .text = input->data + input->pin, .at = at, .offset = input->pin_offset,
                      .line = input->pin_line, .column = input->pin_column};
    nt_report(reader->context, &place, id, "%s", text);
}

/* A scan over the input from the pin on. */
typedef struct json_scan {
    nt_reader *reader;
    size_t at;
    nt_status status;
} json_scan;

/* The byte at the scan's place; -1 at the end of the input or after trouble, which status tells. */
static int peek(json_scan *scan) {
    nt_input *input = scan->reader->input;
    while (input->pin + scan->at >= input->size) {
        scan->status = nt_input_more(input);
        if (scan->status != NT_OK) return -1;
    }
    return input->data[input->pin + scan->at];
}

/* Gives up the bytes up to the scan's place. */
static void drop(json_scan *scan) {
    nt_input_move_pin(scan->reader->input, scan->reader->input->pin + scan->at);
    scan->at = 0;
}

/* Goes on by one byte, giving up the bytes before it in pieces: for text that is skipped and may be of any length. */
static void skip_byte(json_scan *scan) {
    if (scan->at >= 4096) drop(scan);
    scan->at++;
}

/* Gives up all up to the next object that begins a line. */
static void skip_object(json_scan *scan) {
    int byte, before = 0;
    while ((byte = peek(scan)) >= 0 && !(byte == '{' && before == '\n')) {
        before = byte;
        skip_byte(scan);
    }
    drop(scan);
}

/* Moves the pin to the next object: blanks go, anything else is reported up to the end of its line. */
static void find_object(json_scan *scan) {
    int byte;
    while ((byte = peek(scan)) >= 0 && byte != '{') {
        bool wrong = !nt_is_blank((unsigned)byte);
        if (wrong) {
            drop(scan);
            nt_json_report(scan->reader, NT_DIAG_JSON_SYNTAX, 0, "a game is a JSON object, which begins with {");
        }
        skip_byte(scan);
        while (wrong && (byte = peek(scan)) >= 0 && byte != '\n') skip_byte(scan);
    }
    drop(scan);
}

/* Moves the scan behind the object that begins at the pin: to its closing brace, or before a line that begins another.
 * False: it is too long; it has been given up. */
static bool pass_object(json_scan *scan) {
    size_t depth = 0, limit = scan->reader->context->limits.game_bytes;
    bool in_string = false;
    int byte, before = 0;
    for (; (byte = peek(scan)) >= 0 && !(byte == '{' && before == '\n'); before = byte) {
        scan->at++;
        if (in_string && byte == '\\' && peek(scan) >= 0) scan->at++;
        else if (byte == '"') in_string = !in_string;
        else if (!in_string && byte == '{') depth++;
        else if (!in_string && byte == '}' && --depth == 0) return true;
        if (scan->at <= limit) continue;
        nt_json_report(scan->reader, NT_DIAG_LIMIT_GAME, 0, "the game is longer than the limit of bytes; it is skipped");
        skip_object(scan);
        return false;
    }
    return true;
}

nt_status nt_json_next_object(nt_reader *reader, size_t from, size_t *length) {
    json_scan scan = {.reader = reader, .at = from};
    drop(&scan);
    for (;;) {
        find_object(&scan);
        if (peek(&scan) < 0) return scan.status;
        bool whole = pass_object(&scan);
        if (scan.status != NT_OK && scan.status != NT_END) return scan.status;
        *length = scan.at;
        if (whole) return NT_OK;
    }
}
