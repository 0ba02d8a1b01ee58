/* The reader of move lists: lines of the input, where a game begins and ends. Header lines are read in list_head.c,
 * movetext in list_moves.c. Called by the formats whose logs are lists. */
#include "formats/list_reader.h"

void nt_list_report(nt_list_reader *l, nt_diag_id id, size_t at, const char *format, ...) {
    nt_place place = nt_game_place(&l->record->game, at);
    va_list arguments;
    va_start(arguments, format);
    nt_report_list(l->reader->context, &place, id, format, arguments);
    va_end(arguments);
    if (nt_diag_severity(id) == NT_ERROR) l->record->game.damaged = true;
}

nt_status nt_list_item(nt_list_reader *l, nt_item_kind kind, unsigned value, unsigned flags, size_t from, size_t to) {
    return nt_record_item(l->record, (nt_item){
        .kind = (uint8_t)kind,
        .flags = (uint8_t)flags,
        .value = (uint16_t)value,
        .place = (uint32_t)from,
        .text = {(uint32_t)from, (uint32_t)(to - from)},
    });
}

/* ---- lines ---- */

static void report_control(nt_list_reader *l, size_t at) {
    unsigned byte = l->text[at];
    bool *seen = byte ? &l->control_seen : &l->nul_seen;
    if (*seen) return;
    *seen = true;
    if (byte) nt_list_report(l, NT_DIAG_CONTROL_BYTE, at, "control byte 0x%02X; it is read as a blank", byte);
    else nt_list_report(l, NT_DIAG_NUL_BYTE, at, "NUL byte; it is read as a blank");
}

static bool is_control(unsigned byte) { return byte < ' ' && byte != '\t' && byte != '\v' && byte != '\f'; }

static nt_status more(nt_list_reader *l) {
    nt_status status = nt_input_more(l->reader->input);
    nt_reader_moved(l->reader);
    l->text = l->record->game.raw;
    return status;
}

static size_t window(const nt_list_reader *l) { return l->reader->input->size - l->reader->input->pin; }

/* Goes on with the line on which the game before ended. */
static nt_status take_rest(nt_list_reader *l) {
    nt_list_rest *rest = &l->state->rest;
    rest->known = false;
    l->end = rest->end;
    l->next = rest->next;
    l->comment = rest->comment;
    l->comment_known = rest->comment_known;
    return NT_OK;
}

static nt_status over_limit(nt_list_reader *l) {
    if (l->state->skipping) return NT_LIMIT;
    nt_list_report(l, NT_DIAG_LIMIT_GAME, 0,
                   "the game has more bytes than are read, which is the limit: %zu; the rest is skipped up to the next "
                   "header line", l->reader->context->limits.game_bytes);
    return NT_LIMIT;
}

nt_status nt_list_fetch(nt_list_reader *l) {
    size_t at = l->next, limit = l->reader->context->limits.game_bytes;
    nt_status status = NT_OK;
    l->line = l->end = at;
    l->comment_known = false;
    if (l->state->rest.known) return take_rest(l);
    for (;;) {
        const unsigned char *text = l->text;
        size_t size = window(l);
        while (at < size && !is_control(text[at])) at++;
        if (at > limit) return over_limit(l);
        bool cr_at_end = at + 1 == size && text[at] == '\r';
        if (at == size || (cr_at_end && status == NT_OK)) {
            if (status == NT_END) break;
            status = more(l);
            if (status != NT_OK && status != NT_END) return status;
        } else if (text[at] == '\n' || text[at] == '\r') {
            l->end = at;
            l->next = at + (text[at] == '\r' && at + 1 < size && text[at + 1] == '\n' ? 2 : 1);
            return NT_OK;
        } else {
            report_control(l, at++);
        }
    }
    l->end = l->next = at;
    return at > l->line ? NT_OK : NT_END;
}

/* Gives up the bytes before an offset. Only where nothing has been recorded yet. */
static void give_up(nt_list_reader *l, size_t to) {
    nt_input *input = l->reader->input;
    nt_input_move_pin(input, input->pin + to);
    nt_reader_begin(l->reader);
    l->text = l->record->game.raw;
    l->line = l->end = l->next = 0;
}

/* Gives up a line that is longer than a game may be. */
static nt_status discard_line(nt_list_reader *l) {
    for (;;) {
        size_t at = 0, size = window(l);
        while (at < size && l->text[at] != '\n' && l->text[at] != '\r') at++;
        give_up(l, at < size ? at + 1 : size);
        if (at < size) return NT_OK;
        nt_status status = more(l);
        if (status != NT_OK) return status;
    }
}

/* Looks for the next header line after a game that was given up. Its findings have been reported. */
static nt_status skip_game(nt_list_reader *l) {
    nt_status status = NT_OK;
    l->nul_seen = l->control_seen = true;
    while (status == NT_OK && l->state->skipping) {
        give_up(l, l->next);
        status = nt_list_fetch(l);
        if (status == NT_LIMIT) status = discard_line(l);
        else if (status == NT_OK) l->state->skipping = !nt_list_is_head(l);
    }
    l->nul_seen = l->control_seen = false;
    l->next = l->line;
    return status;
}

/* ---- games ---- */

static nt_status line_comment(nt_list_reader *l, size_t from) {
    size_t to = l->end;
    nt_list_trim(l, &from, &to);
    nt_status status = nt_list_item(l, NT_ITEM_COMMENT, 0, NT_COMMENT_LINE, from, to);
    return status == NT_LIMIT ? NT_OK : status;
}

/* Ends the game before the comment lines that run up to the line: they belong to the next one. */
static nt_status end_before(nt_list_reader *l) {
    l->next = l->line;
    if (l->tail_items != SIZE_MAX) {
        l->record->game.item_count = l->tail_items;
        l->next = l->tail;
    }
    return NT_END;
}

/* A line of moves behind the end of the game. */
static nt_status report_late(nt_list_reader *l, size_t at) {
    if (!l->late_seen)
        nt_list_report(l, NT_DIAG_MOVE_AFTER_RESULT, at, "the game has its result; the moves behind it are read as comments");
    l->late_seen = true;
    l->tail_items = SIZE_MAX;
    return line_comment(l, at);
}

static nt_status read_line(nt_list_reader *l) {
    if (l->style->line) return l->style->line(l);
    size_t at = l->line + nt_list_blanks((nt_text){l->text + l->line, l->end - l->line});
    if (at == l->end) {
        l->after_blank = true;
        return NT_OK;
    }
    bool slashes = l->text[at] == '/' && at + 1 < l->end && l->text[at + 1] == '/';
    if (l->text[at] == '#' || (l->has_result && slashes)) {
        if (l->tail_items == SIZE_MAX) {
            l->tail = l->line;
            l->tail_items = l->record->game.item_count;
        }
        return line_comment(l, at + (slashes ? 2 : 1));
    }
    if (l->has_result && nt_list_goes_on(l, at)) return report_late(l, at);
    if (l->has_result || nt_list_begins_anew(l, at)) return end_before(l);
    l->after_blank = l->after_blank && slashes;
    bool handled = false;
    nt_status status = nt_list_head(l, &handled);
    if (status == NT_END) return end_before(l);
    l->tail_items = SIZE_MAX;
    return handled || status != NT_OK ? status : nt_list_movetext(l, at);
}

/* Whether nothing has been read that a game could be made of. */
static bool is_untouched(const nt_list_reader *l) {
    return !l->record->game.item_count && !l->record->game.tag_count && !l->record->game.damaged && !l->has_body;
}

static nt_status read_lines(nt_list_reader *l) {
    nt_status status;
    while ((status = nt_list_fetch(l)) == NT_OK) {
        status = read_line(l);
        if (status != NT_OK) break;
        if (is_untouched(l)) give_up(l, l->next);
    }
    if (status != NT_LIMIT) return status;
    l->state->skipping = true;
    return NT_END;
}

/* Gives the game what it is to have at its end. */
static nt_status finish(nt_list_reader *l) {
    nt_game *game = &l->record->game;
    nt_status status = nt_list_close(l, 0, l->next);
    if (status != NT_OK) return status;
    if (!l->has_body && !l->has_fen && !l->state->skipping)
        nt_list_report(l, NT_DIAG_GAME_EMPTY, 0, "%s without moves", game->tag_count ? "header lines" : "comments");
    game->raw_length = l->reader->at = l->next;
    return nt_list_join_kept(l, l->next);
}

static nt_list_state *get_state(nt_reader *reader) {
    if (!reader->state) reader->state = nt_new(reader->context, sizeof(nt_list_state));
    return reader->state;
}

nt_status nt_list_read_game(nt_reader *reader, const nt_list_style *style) {
    nt_list_state *state = get_state(reader);
    if (!state) return NT_NO_MEMORY;
    nt_status status = nt_reader_start(reader);
    if (status != NT_OK) return status;
    nt_input_move_pin(reader->input, reader->input->pin + reader->at);
    reader->at = 0;
    nt_record_clear(&reader->record);
    nt_reader_begin(reader);
    nt_list_reader l = {.reader = reader, .record = &reader->record, .state = state, .style = style,
                        .text = reader->record.game.raw, .tail_items = SIZE_MAX};
    if (state->skipping) status = skip_game(&l);
    if (status == NT_OK) status = read_lines(&l);
    if (status != NT_END) return status;
    if (is_untouched(&l)) {
        reader->at = l.next;
        return NT_END;
    }
    return finish(&l);
}

void nt_list_free_state(nt_reader *reader) {
    nt_list_state *state = reader->state;
    if (!state) return;
    nt_ungrow(reader->context, &state->kept, &state->kept_capacity, 1);
    nt_ungrow(reader->context, &state->kept_tags, &state->kept_tag_capacity, sizeof *state->kept_tags);
    nt_ungrow(reader->context, &state->lines, &state->line_capacity, sizeof *state->lines);
    nt_delete(reader->context, state, sizeof *state);
    reader->state = NULL;
}
