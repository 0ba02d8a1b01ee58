/* The table of notations, and the calls of notation.h that choose one and hand over to it: readers, writers, and single
 * moves. A new notation is one row here. */
#include "formats/list.h"

#include <errno.h>

static const nt_format *const formats[] = {
    &nt_format_pgn, &nt_format_gc,   &nt_format_alg,  &nt_format_coord,
    &nt_format_uci, &nt_format_json, &nt_format_html, &nt_format_xml, &nt_format_zsg,
};

enum { FORMATS = sizeof formats / sizeof *formats, SNIFF_SIZE = 4096 };

const nt_format *nt_format_at(size_t index) { return index < FORMATS ? formats[index] : NULL; }

const nt_format *nt_format_find(const char *name) {
    for (size_t i = 0; i < FORMATS; i++) {
        if (nt_text_is_nocase(nt_text_from(formats[i]->name), name)) return formats[i];
    }
    return NULL;
}

const char *nt_format_name(const nt_format *format) { return format->name; }
const char *nt_format_title(const nt_format *format) { return format->title; }
bool nt_format_reads(const nt_format *format) { return format->read_game != NULL; }
bool nt_format_writes(const nt_format *format) { return format->write_game != NULL; }

/* ---- reading ---- */

nt_reader *nt_reader_new(nt_context *context, nt_input *input, const nt_format *format) {
    nt_reader *reader = nt_new(context, sizeof *reader);
    if (!reader) return NULL;
    *reader = (nt_reader){.context = context, .input = input, .format = format};
    nt_record_init(&reader->record, context);
    return reader;
}

void nt_reader_free(nt_reader *reader) {
    if (!reader) return;
    if (reader->format && reader->format->free_state) reader->format->free_state(reader);
    nt_record_free(&reader->record);
    nt_delete(reader->context, reader, sizeof *reader);
}

void nt_reader_resume(nt_reader *reader, uint64_t offset, uint64_t line, uint64_t column, uint64_t games) {
    reader->input->pin_offset = offset;
    reader->input->pin_line = line;
    reader->input->pin_column = column;
    reader->games = games;
    reader->started = offset > 0;
}

void nt_reader_tags_only(nt_reader *reader, bool only) { reader->tags_only = only; }

const nt_format *nt_reader_format(const nt_reader *reader) { return reader->format; }

/* What a text is whose beginning says that it is a game in a form that is not read; NULL: nothing known. */
static const char *foreign_name(nt_text head) {
    static const struct { const char *begin, *name; } known[] = {
        {"(;", "a game in the Smart Game Format (sgf)"},
        {"PK\3\4", "a ZIP archive"},
        {"7z\xBC\xAF", "a 7-Zip archive"},
        {"Rar!", "a RAR archive"},
        {"\4\"M\x18", "a file packed by lz4"},
        {"\x1F\x9D", "a file packed by compress"},
        {"\x1F\x8B", "a file that was packed twice"}, /* once is unpacked before it comes here */
        {"BZh91AY", "a file that was packed twice"},
        {"\xFD" "7zXZ", "a file that was packed twice"},
        {"\x28\xB5\x2F\xFD", "a file that was packed twice"},
    };
    head = nt_text_trim(head);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].begin);
        if (head.length >= length && memcmp(head.at, known[i].begin, length) == 0) return known[i].name;
    }
    return NULL;
}

static nt_head look_at(const unsigned char *bytes, size_t size) {
    nt_head head = {.bytes = {bytes, size < SNIFF_SIZE ? size : SNIFF_SIZE}};
    nt_list_look(head.bytes, &head.traits);
    return head;
}

void nt_input_prepare(nt_input *input, const nt_format *format) {
    enum { SURE = 90 };
    size_t size;
    const unsigned char *bytes = nt_input_peek(input, &size);
    if (!bytes) return;
    nt_head head = look_at(bytes, size);
    for (size_t i = 0; i < FORMATS; i++) {
        bool is_it = format ? format == formats[i] : formats[i]->prepare && formats[i]->sniff(&head) > SURE;
        if (is_it && formats[i]->prepare) formats[i]->prepare(head.bytes);
    }
}

/* Sets the format by the first bytes. NT_END: there are none, or they are of no notation, which is reported. */
static nt_status guess_format(nt_reader *reader) {
    nt_input *input = reader->input;
    nt_status status = nt_reader_start(reader);
    while (status == NT_OK && input->size - input->pin < SNIFF_SIZE) status = nt_input_more(input);
    if (status != NT_OK && (status != NT_END || reader->failed)) return status;
    nt_head head = look_at(input->data + input->pin, input->size - input->pin);
    const char *foreign = foreign_name(head.bytes);
    int best = 0;
    for (size_t i = 0; i < FORMATS && !foreign; i++) {
        int score = nt_format_reads(formats[i]) ? formats[i]->sniff(&head) : 0;
        if (score > best) reader->format = formats[i];
        if (score > best) best = score;
    }
    if (best > 0) return NT_OK;
    if (nt_text_trim(head.bytes).length == 0 && input->ended) return NT_END;
    nt_place place = {.file = input->name, .text = head.bytes.at, .offset = input->pin_offset, .line = input->pin_line,
                      .column = input->pin_column};
    if (foreign)
        nt_report(reader->context, &place, NT_DIAG_FORMAT_UNKNOWN, "this is %s, which is not read", foreign);
    else
        nt_report(reader->context, &place, NT_DIAG_FORMAT_UNKNOWN,
                  "the first bytes are of no notation that is known; name it if it is one (pgn, gc, alg, coord, uci, json)");
    return NT_END;
}

/* Says why the input could not be read on, at the place that it was read to. */
static void report_failure(nt_reader *reader) {
    nt_input *input = reader->input;
    nt_input_move_pin(input, input->size);
    char reason[128];
    if (strerror_r(input->error, reason, sizeof reason) != 0) memcpy(reason, "read error", sizeof "read error");
    nt_place place = {.file = input->name, .text = input->data + input->pin, .offset = input->pin_offset,
                      .line = input->pin_line, .column = input->pin_column};
    nt_report(reader->context, &place, NT_DIAG_INPUT_FAILED, "the input could not be read on: %s", reason);
}

nt_status nt_game_next(nt_reader *reader, const nt_game **game) {
    *game = NULL;
    if (reader->failed) return reader->failed;
    nt_status status = reader->format ? NT_OK : guess_format(reader);
    if (status == NT_OK) status = reader->format->read_game(reader);
    if (status == NT_OK) {
        reader->games++;
        *game = &reader->record.game;
        return NT_OK;
    }
    if (status == NT_IO) report_failure(reader);
    return reader->failed = status;
}

/* ---- writing ---- */

nt_writer *nt_writer_new(nt_context *context, nt_output *output, const nt_format *format,
                         const nt_write_settings *settings) {
    nt_writer *writer = nt_new(context, sizeof *writer);
    if (!writer) return NULL;
    *writer = (nt_writer){.context = context, .output = output, .format = format};
    if (settings) writer->settings = *settings;
    return writer;
}

void nt_writer_free(nt_writer *writer) {
    if (!writer) return;
    if (writer->format->free_writer) writer->format->free_writer(writer);
    nt_ungrow(writer->context, &writer->comment, &writer->comment_capacity, 1);
    nt_delete(writer->context, writer, sizeof *writer);
}

nt_status nt_writer_game(nt_writer *writer, const nt_game *game, nt_replay *replay) {
    if (!nt_format_writes(writer->format)) return NT_USAGE;
    nt_status status = writer->format->write_game(writer, game, replay);
    if (status == NT_OK) writer->games++;
    return status;
}

bool nt_format_is_document(const nt_format *format) { return format->write_end != NULL; }

nt_status nt_writer_end(nt_writer *writer) { return writer->format->write_end ? writer->format->write_end(writer) : NT_OK; }

/* ---- single moves ---- */

void nt_move_write(nt_position *before, nt_move move, const nt_format *format, nt_output *output) {
    format->write_move(before, move, format->wants_check ? nt_check_after(before, move) : 0, output);
}

static nt_status report_move(const nt_position *position, const nt_fault *fault, const unsigned char *text) {
    nt_place place = {.file = "<move>", .text = text, .at = fault->at, .line = 1, .column = 1};
    nt_report(position->context, &place, fault->id, "%s", fault->message.text);
    return NT_INVALID;
}

bool nt_has_parts(const nt_format *format, nt_text move) {
    size_t at = 0;
    return format->part && format->part(move, &at).length > 0 && format->part(move, &at).length > 0;
}

nt_status nt_move_read(nt_position *position, const nt_format *format, const char *text, size_t length, nt_move *move) {
    const unsigned char *bytes = (const unsigned char *)text;
    nt_intent intent;
    nt_fault fault = {.at = 0};
    nt_intent_clear(&intent);
    nt_status status = format->read_move(position, (nt_text){bytes, length}, &intent, &fault);
    intent.format = format;
    if (status == NT_OK) status = nt_context_settle(position->context, nt_resolve(position, &intent, move, &fault));
    return status == NT_INVALID ? report_move(position, &fault, bytes) : status;
}

nt_status nt_move_fits(const nt_position *before, const nt_format *format, const char *text, size_t length, nt_move move,
                       bool *fits) {
    const unsigned char *bytes = (const unsigned char *)text;
    nt_intent intent;
    nt_fault fault = {.at = 0};
    nt_intent_clear(&intent);
    nt_status status = format->read_move(before, (nt_text){bytes, length}, &intent, &fault);
    if (status == NT_INVALID) return report_move(before, &fault, bytes);
    if (status == NT_OK) *fits = nt_intent_fits(before, &intent, move);
    return status;
}
