/* The reader of saved pages: which bytes are a page, which games it shows, and their records. A list of moves that a page shows
 * goes through the reader of Game Courier's lists; what that reports is told at its place in the page. */
#include "formats/page.h"
#include "base/diag.h"

#include <errno.h>
#include <stdio.h>

/* Kept from game to game. */
typedef struct page_state {
    nt_page page;
    nt_page_text decoded, list;
    bool open;            /* a page has been parsed, and not all its games are given out */
    bool listing;
    nt_span moves;        /* of a page that shows one game */
    nt_text columns;
    size_t row_at, row_field; /* of the next row of a listing */
    size_t record, hit;       /* of the next record of a map */
    size_t mark;              /* of the next game of a page of our own */
    size_t games;             /* of the page so far */
    size_t counted;           /* lines are counted up to this place of the page */
    size_t ended;             /* where the game before ends */
    uint64_t line, column;
} page_state;

/* ---- which bytes are a page ---- */

/* Goes on looking, from *at on, for the page that follows this one: it begins after an </html>. *last: no more bytes come. */
static bool find_next(nt_text bytes, bool last, size_t *at, bool *closed) {
    enum { LONGEST = 9 }; /* <!doctype */
    for (;;) {
        const unsigned char *sign = *at < bytes.length ? memchr(bytes.at + *at, '<', bytes.length - *at) : NULL;
        *at = sign ? (size_t)(sign - bytes.at) : bytes.length;
        if (!sign || (bytes.length - *at < LONGEST && !last)) return false;
        nt_text tag = nt_text_cut(bytes, *at);
        if (*closed && (nt_text_begins_nocase(tag, "<!doctype") || nt_text_begins_nocase(tag, "<html"))) return true;
        if (nt_text_begins_nocase(tag, "</html")) *closed = true;
        ++*at;
    }
}

static nt_status report_long(const nt_reader *reader) {
    nt_place place = nt_game_place(&reader->record.game, 0);
    nt_report(reader->context, &place, NT_DIAG_LIMIT_GAME,
              "the page has more bytes than are read, which is the limit: %zu; the rest of the input is skipped",
              reader->context->limits.game_bytes);
    return NT_END;
}

/* Reads the bytes of the page at the pin. NT_END: there is none. */
static nt_status fetch(nt_reader *reader, size_t *length) {
    nt_input *input = reader->input;
    size_t at = 0;
    bool closed = false;
    nt_status status = NT_OK;
    for (;;) {
        nt_text bytes = {input->data + input->pin, input->size - input->pin};
        if (find_next(bytes, status == NT_END, &at, &closed)) break;
        nt_reader_begin(reader);
        if (bytes.length > reader->context->limits.game_bytes || bytes.length > INT32_MAX / 4) return report_long(reader);
        if (status == NT_END) break;
        status = nt_input_more(input);
        if (status != NT_OK && status != NT_END) return status;
    }
    *length = at;
    nt_reader_begin(reader);
    return nt_text_trim((nt_text){input->data + input->pin, at}).length ? NT_OK : NT_END;
}

/* ---- tags and items of the record ---- */

/* Lines and tabs of a value become blanks. */
static nt_status add_tag(nt_record *record, nt_text name, nt_text value, size_t place) {
    nt_tag tag = {.place = (uint32_t)place};
    nt_status status = nt_record_keep(record, name, &tag.name);
    if (status == NT_OK) status = nt_record_keep(record, value, &tag.value);
    if (status != NT_OK) return status;
    unsigned char *bytes = record->pool + tag.value.offset;
    size_t size = 0;
    for (size_t i = 0; i < value.length; i++) {
        bool is_blank = nt_is_blank(value.at[i]);
        if (is_blank && size && bytes[size - 1] == ' ') continue;
        bytes[size++] = is_blank ? ' ' : value.at[i];
    }
    tag.value.length = (uint32_t)size;
    status = nt_record_tag(record, tag);
    return status == NT_LIMIT ? NT_OK : status;
}

/* The day that the id of a log names. */
static nt_status add_date(nt_record *record, nt_text log, size_t place) {
    nt_log_id id;
    char date[40];
    if (!nt_log_id_parse((const char *)log.at, log.length, &id)) return NT_OK;
    int length = snprintf(date, sizeof date, "%04u.%02u.%02u", id.year, id.month, id.month_day);
    return add_tag(record, NT_TEXT("Date"), (nt_text){(unsigned char *)date, (size_t)length}, place);
}

static nt_status add_tags(nt_record *record, const nt_page *page, const nt_page_game *game) {
    nt_status status = NT_OK;
    for (size_t i = 0; i < game->tag_count && status == NT_OK; i++) {
        const nt_page_tag *tag = &game->tags[i];
        nt_text name = tag->name ? nt_text_from(tag->name) : nt_page_string(page, tag->named, false);
        nt_text value = nt_list_trimmed(nt_page_string(page, tag->value, tag->in_text));
        size_t place = tag->place > game->begin ? tag->place - game->begin : 0;
        status = add_tag(record, name, value, place);
        if (status == NT_OK && nt_text_is(name, "Log")) status = add_date(record, value, place);
    }
    return status;
}

static nt_status add_result(nt_record *record, const nt_page *page, const nt_page_game *game) {
    char text[32];
    if (!game->result_line.length) return NT_OK;
    nt_text line = {page->text.bytes + game->result_line.offset, game->result_line.length};
    size_t place = nt_page_place(&page->text, game->result_line.offset);
    place = place > game->begin ? place - game->begin : 0;
    nt_status status = add_tag(record, NT_TEXT("Termination"), line, place);
    if (status != NT_OK || !game->result.known) return status;
    size_t length = nt_result_text(&game->result, text);
    status = add_tag(record, NT_TEXT("Result"), (nt_text){(unsigned char *)text, length}, place);
    if (status != NT_OK || record->game.result_item != SIZE_MAX || record->game.item_count == 0) return status;
    nt_span span = record->tags[record->game.tag_count - 1].value;
    record->game.result = game->result;
    record->game.result_item = record->game.item_count;
    return nt_record_item(record, (nt_item){.kind = NT_ITEM_RESULT, .place = (uint32_t)place, .text = span});
}

/* ---- the list of moves ---- */

/* What is reported of a list is sent on with its place in the page. Lines are counted on from the finding before. */
typedef struct translation {
    const nt_game *game;
    const nt_page_text *list;
    nt_sink *sink;
    void *sink_user;
    size_t counted;
    uint64_t line, column;
} translation;

static void translate(void *user, const nt_diagnostic *diagnostic) {
    translation *t = user;
    const nt_game *game = t->game;
    nt_diagnostic moved = *diagnostic;
    size_t place = nt_page_place(t->list, (size_t)diagnostic->offset);
    if (place > game->raw_length) place = game->raw_length;
    if (place < t->counted) t->counted = 0;
    if (t->counted == 0) t->line = game->line;
    if (t->counted == 0) t->column = game->column;
    bool after_cr = t->counted > 0 && game->raw[t->counted - 1] == '\r';
    nt_text_advance((nt_text){game->raw + t->counted, place - t->counted}, after_cr, &t->line, &t->column);
    t->counted = place;
    moved.file = game->file;
    moved.line = t->line;
    moved.column = t->column;
    moved.offset = game->offset + place;
    moved.game = game->number;
    t->sink(t->sink_user, &moved);
}

static nt_status copy_items(nt_record *record, const nt_page_text *list, const nt_game *inner) {
    nt_span span;
    nt_status status = nt_record_keep(record, (nt_text){inner->text, list->size}, &span);
    for (size_t i = 0; i < inner->item_count && status == NT_OK; i++) {
        nt_item item = inner->items[i];
        item.place = (uint32_t)nt_page_place(list, item.place);
        status = nt_record_item(record, item);
    }
    record->game.result = inner->result;
    record->game.result_item = inner->result_item;
    record->game.damaged |= inner->damaged;
    return status == NT_LIMIT ? NT_OK : status;
}

static void report_second(nt_record *record, const nt_page_text *list, const nt_game *second) {
    nt_place place = nt_game_place(&record->game, nt_page_place(list, (size_t)second->offset));
    nt_report(record->context, &place, NT_DIAG_MOVE_AFTER_RESULT,
              "the list of moves goes on behind the end of the game; that is not read");
    record->game.damaged = true;
}

/* Reads the list with Game Courier's reader. The first thing in the record's pool are the bytes of the list. */
static nt_status read_list(nt_reader *reader, const nt_page_text *list) {
    nt_context *context = reader->context;
    translation t = {.game = &reader->record.game, .list = list, .sink = context->sink, .sink_user = context->sink_user};
    nt_input *input = nt_input_memory(context, list->bytes, list->size, reader->input->name);
    nt_reader *lists = input ? nt_reader_new(context, input, &nt_format_gc) : NULL;
    const nt_game *game = NULL;
    nt_status status = lists ? NT_OK : NT_NO_MEMORY;
    if (context->sink) {
        context->sink = translate;
        context->sink_user = &t;
    }
    if (lists) status = nt_game_next(lists, &game);
    if (status == NT_OK) status = copy_items(&reader->record, list, game);
    nt_status more = status == NT_OK ? nt_game_next(lists, &game) : status;
    context->sink = t.sink;
    context->sink_user = t.sink_user;
    context->last_place = (nt_last_place){0};
    if (more == NT_OK) report_second(&reader->record, list, game);
    nt_reader_free(lists);
    nt_input_free(input);
    return status == NT_END ? NT_OK : status;
}

/* ---- a game ---- */

static nt_status build(nt_reader *reader, const nt_page_game *game) {
    page_state *state = reader->state;
    nt_record *record = &reader->record;
    nt_status status = NT_OK;
    nt_page_list(&state->page, game->moves, &state->list);
    if (state->list.failed) return NT_NO_MEMORY;
    record->game.format = &nt_format_gc;
    if (state->list.size) status = read_list(reader, &state->list);
    if (status == NT_OK) status = add_tags(record, &state->page, game);
    if (status == NT_OK) status = add_result(record, &state->page, game);
    state->games++;
    return status;
}

static bool is_cut(const nt_page *page) { return page->too_deep != SIZE_MAX || page->crowded < page->source.length; }

static bool is_damaged(const nt_page *page) { return is_cut(page) || page->unfinished < page->source.length; }

/* Makes the record ready for the part of the page that is the game's. */
static void begin_record(nt_reader *reader, const nt_page_game *game) {
    page_state *state = reader->state;
    nt_game *record = &reader->record.game;
    nt_text source = state->page.source;
    nt_record_clear(&reader->record);
    nt_reader_begin(reader);
    nt_text between = {source.at + state->counted, game->begin - state->counted};
    nt_text_advance(between, state->counted > 0 && source.at[state->counted - 1] == '\r', &state->line, &state->column);
    state->counted = game->begin;
    state->ended = game->end;
    record->line = state->line;
    record->column = state->column;
    record->raw = record->text = source.at + game->begin;
    record->raw_length = game->end - game->begin;
    record->offset += game->begin;
    if (is_damaged(&state->page)) record->damaged = true;
}

/* A row of a table is copied with its tags. least: where the game before it ends; two that share a row do not share bytes. */
static void widen_row(const nt_page *page, nt_page_game *game, size_t least) {
    nt_text source = page->source;
    size_t begin = game->begin, end = game->end, most = source.length - end < 4096 ? source.length : end + 4096;
    while (begin > least && !nt_text_begins_nocase(nt_text_cut(source, begin), "<tr")) begin--;
    if (!nt_text_begins_nocase(nt_text_cut(source, begin), "<tr")) return;
    game->begin = (uint32_t)begin;
    for (; end < most; end++) {
        nt_text rest = nt_text_cut(source, end);
        if (nt_text_begins_nocase(rest, "<tr") || nt_text_begins_nocase(rest, "</table")) break;
        if (!nt_text_begins_nocase(rest, "</tr>")) continue;
        end += 5;
        break;
    }
    if (end < most) game->end = (uint32_t)end;
}

/* ---- by a map ---- */

static void take_hit(const nt_page *page, const nt_page_path *path, const nt_page_hit *hit, nt_page_game *game) {
    nt_text value = nt_list_trimmed(nt_page_string(page, hit->span, !hit->in_strings));
    nt_span span = {(uint32_t)(value.at - (hit->in_strings ? page->strings : page->text.bytes)), (uint32_t)value.length};
    if (strcmp(path->name, "moves") == 0 && !hit->in_strings) {
        if (!game->moves.length) game->moves = span;
        else if (span.offset >= game->moves.offset) game->moves.length = span.offset + span.length - game->moves.offset;
    } else if (strcmp(path->name, "result") == 0 && !hit->in_strings) {
        game->result_line = span;
    } else {
        nt_page_add_tag(game, (nt_page_tag){.name = path->name, .value = span, .place = hit->place,
                                            .in_text = !hit->in_strings});
    }
}

/* Takes what the paths have found for the next record. */
static void take_record(page_state *state, const nt_page_map *map, nt_page_game *game) {
    const nt_page *page = &state->page;
    for (size_t i = 0; i < map->count && state->hit < page->hit_count; i++) {
        if (strcmp(map->paths[i].name, "record") == 0) continue;
        size_t count = page->hits[state->hit++].place;
        for (size_t k = 0; k < count; k++) take_hit(page, &map->paths[i], &page->hits[state->hit + k], game);
        state->hit += count;
    }
    nt_text line = nt_page_string(page, game->result_line, true);
    if (line.length) nt_page_result_line(page, game, line, &game->result);
    state->record++;
}

/* ---- pages ---- */

static void report_cut(const nt_page *page, nt_place place) {
    place.text = place.raw = page->source.at;
    place.at = page->too_deep == SIZE_MAX ? page->crowded : page->too_deep;
    if (page->too_deep == SIZE_MAX)
        nt_report(page->context, &place, NT_DIAG_LIMIT_ATTRIBUTES,
                  "an element of the page has more attributes than are read; the page is read up to here");
    else
        nt_report(page->context, &place, NT_DIAG_LIMIT_NESTING,
                  "elements of the page are nested too deep, which is the limit: %d; the page is read up to here",
                  NT_PAGE_DEPTH);
}

static void report_unfinished(const nt_page *page, nt_place place) {
    place.text = place.raw = page->source.at;
    place.at = page->unfinished;
    nt_report(page->context, &place, NT_DIAG_GAME_CUT,
              "the page ends inside the tag that begins here, with other tags in it; nothing behind this place is read");
}

static nt_status parse_page(nt_reader *reader, size_t length) {
    page_state *state = reader->state;
    nt_context *context = reader->context;
    nt_place place = nt_game_place(&reader->record.game, 0);
    nt_text bytes = {reader->input->data + reader->input->pin, length};
    nt_status status = nt_page_decode(context, bytes, &place, &state->decoded);
    if (status != NT_OK) return status;
    if (state->decoded.size) bytes = (nt_text){state->decoded.bytes, state->decoded.size};
    state->page.context = context;
    state->page.source = bytes;
    state->counted = state->ended = state->games = state->row_at = state->row_field = state->record = state->mark = 0;
    state->line = reader->record.game.line;
    state->column = reader->record.game.column;
    status = nt_page_parse(&state->page, nt_page_map_of(context));
    if (status == NT_IO) reader->input->error = errno;
    if (status != NT_OK) return status;
    state->hit = state->page.first_hit;
    state->moves = nt_page_find_moves(&state->page);
    state->listing = !state->moves.length && nt_page_is_listing(&state->page, &state->columns);
    if (is_cut(&state->page)) report_cut(&state->page, place);
    if (state->page.unfinished < bytes.length) report_unfinished(&state->page, place);
    return NT_OK;
}

static nt_status next_marked(nt_reader *reader) {
    page_state *state = reader->state;
    nt_page_game game = {.begin = 0};
    if (state->mark == state->page.mark_count) return NT_END;
    nt_page_marked(&state->page, state->mark, &game);
    begin_record(reader, &game);
    state->games++;
    return nt_page_take_marked(&state->page, &state->mark, &reader->record);
}

/* The next game of the page. NT_END: there is none. */
static nt_status next_game(nt_reader *reader) {
    page_state *state = reader->state;
    nt_page *page = &state->page;
    const nt_page_map *map = nt_page_map_of(reader->context);
    nt_page_game game = {.moves = state->moves, .end = (uint32_t)page->source.length};
    if (page->mark_count) return next_marked(reader);
    if (map) {
        if (state->record == page->records) return NT_END;
        game.moves.length = 0;
        take_record(state, map, &game);
    } else if (state->listing) {
        if (!nt_page_row(page, state->columns, &state->row_at, &state->row_field, &game)) return NT_END;
        widen_row(page, &game, state->ended);
    } else {
        if (state->games) return NT_END;
        nt_page_find(page, &game);
        if (!game.tag_count && !game.moves.length) return NT_END;
    }
    begin_record(reader, &game);
    return build(reader, &game);
}

static nt_status open_page(nt_reader *reader) {
    page_state *state = reader->state;
    nt_input *input = reader->input;
    size_t length = 0;
    nt_input_move_pin(input, input->pin + reader->at);
    reader->at = 0;
    nt_record_clear(&reader->record);
    nt_status status = fetch(reader, &length);
    if (status != NT_OK) return status;
    reader->at = length;
    status = parse_page(reader, length);
    state->open = status == NT_OK;
    return status;
}

/* Nothing on the page says that it is a game's. */
static void close_page(nt_reader *reader) {
    page_state *state = reader->state;
    nt_record_clear(&reader->record);
    nt_reader_begin(reader);
    nt_place place = nt_game_place(&reader->record.game, 0);
    place.game = 0;
    if (!state->games)
        nt_report(reader->context, &place, NT_DIAG_HTML_NO_GAME,
                  "nothing on the page says that it shows a game: no moves, log id, players or game name were found%s",
                  state->page.has_frames ? "; it has frames, which are pages of their own" : "");
    state->open = false;
}

nt_status nt_page_read_game(nt_reader *reader) {
    if (!reader->state) reader->state = nt_new(reader->context, sizeof(page_state));
    page_state *state = reader->state;
    if (!state) return NT_NO_MEMORY;
    for (;;) {
        nt_status status = state->open ? NT_OK : open_page(reader);
        if (status == NT_OK) status = next_game(reader);
        if (status != NT_END || !state->open) return status == NT_INVALID ? NT_END : status;
        close_page(reader);
    }
}

void nt_page_free_reader(nt_reader *reader) {
    page_state *state = reader->state;
    if (!state) return;
    state->page.context = state->decoded.context = state->list.context = reader->context;
    nt_page_free(&state->page);
    nt_page_text_free(&state->decoded);
    nt_page_text_free(&state->list);
    nt_delete(reader->context, state, sizeof *state);
    reader->state = NULL;
}

/* ---- guessing ---- */

/* The ASCII of UTF-16. */
static size_t copy_narrow(nt_text wide, unsigned char *narrow, size_t room) {
    size_t size = 0;
    for (size_t i = 0; i < wide.length && size < room; i++)
        if (wide.at[i] && wide.at[i] < 0x80) narrow[size++] = wide.at[i];
    return size;
}

/* Whatever tag the page begins with: no other notation but that of XML, which is surer, begins with one. */
int nt_page_sniff(nt_text head) {
    enum { NARROW = 256 };
    unsigned char narrow[NARROW];
    if (nt_page_is_wide(head)) head = (nt_text){narrow, copy_narrow(head, narrow, NARROW)};
    head = nt_text_trim(head);
    if (nt_text_begins_nocase(head, "\xEF\xBB\xBF")) head = nt_text_trim(nt_text_cut(head, 3));
    if (nt_text_begins_nocase(head, "<?xml")) { /* XHTML */
        const unsigned char *end = memchr(head.at, '>', head.length);
        if (end) head = nt_text_trim(nt_text_cut(head, (size_t)(end - head.at) + 1));
    }
    return head.length > 1 && *head.at == '<' && (nt_is_letter(head.at[1]) || head.at[1] == '!') ? 98 : 0;
}
