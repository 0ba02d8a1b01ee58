/* How move lists look: header lines, numbers, where lines are broken, comments, bars. Called by list_write.c only. */
#include "formats/list_writer.h"

#include <stdio.h>

enum {
    LINE_WIDTH = 79,
    WORD_ROOM = 512, /* no number and move is longer */
    FIRST_ROOM = 16, /* what most first moves of a variation need */
};

/* ---- lines and words ---- */

void nt_list_end_line(nt_list_writer *w) {
    if (w->column) nt_put(w->output, '\n');
    w->column = 0;
    w->glued = false;
}

/* Where the layout likes a new line and does not need one. */
static void soft_line(nt_list_writer *w) {
    if (!w->writer->settings.one_line && !w->held) nt_list_end_line(w);
}

static bool is_filled(const nt_list_writer *w) {
    return !w->style->columns && !w->writer->settings.one_line && w->bars == 0;
}

/* The bars of a line that begins, or the blank between two words. */
static inline void begin_word(nt_list_writer *w) {
    if (w->column == 0) {
        for (size_t i = 0; i < w->bars; i++) nt_put(w->output, '|');
        w->column = w->bars;
        w->glued = w->bars == 0;
    }
    if (!w->glued) nt_put(w->output, ' ');
    w->column += !w->glued;
    w->glued = w->held = w->runs_on = false;
}

/* Bytes that must not break a line. */
static void put_flat(nt_list_writer *w, nt_text text) {
    for (size_t i = 0; i < text.length; i++) nt_put(w->output, text.at[i] < ' ' ? ' ' : text.at[i]);
    w->column += text.length;
}

static void put_word(nt_list_writer *w, nt_text text) {
    if (is_filled(w) && w->column + 1 + text.length > LINE_WIDTH) nt_list_end_line(w);
    begin_word(w);
    put_flat(w, text);
}

void nt_list_put_text(nt_list_writer *w, nt_text text, bool own_line) {
    if (own_line && w->style->columns) soft_line(w);
    put_word(w, text);
}

/* ---- numbers and moves ---- */

static void put_number(nt_list_writer *w) {
    bool first = nt_position_begins_number(w->position);
    begin_word(w);
    uint64_t start = nt_output_total(w->output);
    nt_output_number(w->output, nt_position_number(w->position));
    nt_output_string(w->output, first ? "." : "...");
    w->column += (size_t)(nt_output_total(w->output) - start);
    w->glued = !w->style->wide_numbers;
}

/* A line behind bars begins with its number whatever the settings say: it tells where the line branches off. */
static bool wants_number(const nt_list_writer *w) {
    bool quiet = w->writer->settings.no_numbers || w->style->no_numbers;
    return quiet ? w->bars && w->column == 0 : w->number_due || nt_position_begins_number(w->position);
}

void nt_list_put_move(nt_list_writer *w, nt_move move) {
    const nt_format *format = w->writer->format;
    nt_output *output = w->output;
    if (w->style->columns && (w->number_due || nt_position_begins_number(w->position))) soft_line(w);
    if (NT_OUTPUT_SIZE - output->used < WORD_ROOM) nt_output_drain(output);
    size_t column = w->column, before = output->used; /* where the blank goes that may become a line break */
    if (wants_number(w)) put_number(w);
    begin_word(w);
    uint64_t start = nt_output_total(w->output);
    format->write_move(w->position, move, format->wants_check ? nt_check_after(w->position, move) : 0, output);
    w->column += (size_t)(nt_output_total(w->output) - start);
    if (is_filled(w) && column && w->column > LINE_WIDTH && output->data[before] == ' ') {
        output->data[before] = '\n';
        w->column -= column + 1;
    }
    w->number_due = false;
}

void nt_list_put_number_as(nt_list_writer *w, nt_text digits, unsigned dots) {
    if (w->style->columns) soft_line(w);
    put_word(w, digits);
    for (unsigned i = 0; i < dots; i++) nt_put(w->output, '.');
    w->column += dots;
    w->glued = dots && !w->style->wide_numbers;
    w->numbered = true;
}

/* ---- comments ---- */

/* The number of a line behind bars, without which a comment would join the line before, of the same level. */
static void open_comment(nt_list_writer *w) {
    if (w->bars && w->column == 0 && w->number_due && w->position) {
        put_number(w);
        w->glued = false;
    }
    begin_word(w);
}

void nt_list_begin_comment(nt_list_writer *w) {
    bool runs_on = w->runs_on;
    open_comment(w);
    w->runs_on = runs_on;
    nt_output_string(w->output, "//");
}

void nt_list_end_comment(nt_list_writer *w) {
    w->column++; /* a line of its own, however long */
    nt_list_end_line(w);
    w->number_due = true;
    w->numbered = false;
}

static void put_line_comment(nt_list_writer *w, nt_text text, bool percent) {
    do {
        nt_text line = nt_text_trim(nt_text_line(text, &text));
        nt_list_begin_comment(w);
        if (line.length || percent) nt_put(w->output, ' ');
        if (percent) nt_put(w->output, '%');
        put_flat(w, line);
        nt_list_end_comment(w);
    } while (text.length);
}

/* Whether braces can hold a comment: it has none, and no line that looks like the header of the next game. */
static bool fits_braces(nt_text text) {
    for (size_t i = 0; i < text.length; i++) {
        bool line_begins = i > 0 && (text.at[i - 1] == '\n' || text.at[i - 1] == '\r');
        if (text.at[i] == '}' || (text.at[i] == '[' && line_begins)) return false;
    }
    return true;
}

void nt_list_put_comment(nt_list_writer *w, nt_text text, bool percent) {
    if (w->style->line_comments || percent || !fits_braces(text)) {
        put_line_comment(w, text, percent);
        return;
    }
    if (is_filled(w) && w->column + text.length + 3 > LINE_WIDTH) nt_list_end_line(w);
    nt_output *output = w->output;
    open_comment(w);
    nt_put(output, '{');
    nt_put_text(output, text);
    nt_put(output, '}');
    w->column += text.length + 2;
    w->number_due = true;
}

void nt_list_put_nag(nt_list_writer *w, unsigned nag) {
    char word[8];
    int length = snprintf(word, sizeof word, "$%u", nag & 255);
    nt_text text = {(unsigned char *)word, (size_t)length};
    if (w->style->line_comments) put_line_comment(w, text, false);
    else put_word(w, text);
}

void nt_list_put_plain(nt_list_writer *w, const nt_item *item) {
    static const char *const open[] = {
        [NT_ITEM_MOVE] = "", [NT_ITEM_NUMBER] = "", [NT_ITEM_COMMENT] = "{", [NT_ITEM_NAG] = "$",
        [NT_ITEM_LINE_OPEN] = "(", [NT_ITEM_LINE_CLOSE] = ")", [NT_ITEM_RESULT] = "", [NT_ITEM_ESCAPE] = "%",
    };
    nt_output *output = w->output;
    nt_put(output, ' ');
    nt_output_string(output, open[item->kind]);
    if (item->kind == NT_ITEM_NAG) nt_output_number(output, item->value);
    else if (item->kind != NT_ITEM_LINE_OPEN && item->kind != NT_ITEM_LINE_CLOSE)
        put_flat(w, nt_game_text(w->game, item->text));
    if (item->kind == NT_ITEM_COMMENT) nt_put(output, '}');
    for (unsigned i = 0; item->kind == NT_ITEM_NUMBER && i < item->value && i < 3; i++) nt_put(output, '.');
}

/* ---- variations and take-backs ---- */

void nt_list_put_open(nt_list_writer *w, bool group) {
    w->number_due = true;
    if (!group) {
        if (w->runs_on) put_word(w, NT_TEXT("1."));
        nt_list_end_line(w);
        w->bars++;
        return;
    }
    if (w->style->columns) soft_line(w);
    if (is_filled(w) && w->column + FIRST_ROOM > LINE_WIDTH) nt_list_end_line(w);
    put_word(w, NT_TEXT("("));
    w->glued = !w->writer->settings.no_numbers; /* (Nf3) alone would be a drop */
    w->held = true;
}

void nt_list_put_close(nt_list_writer *w, bool group) {
    w->number_due = true;
    w->numbered = false;
    if (!group) {
        nt_list_end_line(w);
        w->bars--;
        return;
    }
    w->glued = w->column > 0;
    begin_word(w);
    nt_put(w->output, ')');
    w->column++;
}

/* ---- header lines ---- */

/* Whether a byte can stand in the name of a tag pair. */
static bool is_plain(unsigned byte) { return byte > ' ' && byte != ']' && byte != '"'; }

static bool is_plain_name(nt_text name) {
    for (size_t i = 0; i < name.length; i++)
        if (!is_plain(name.at[i])) return false;
    return name.length > 0;
}

/* Whether the tag is read again from a line `name: value`. */
static bool is_key_line(const nt_list_writer *w, const nt_tag *tag) {
    char line[80];
    nt_list_key key;
    nt_text name = nt_game_text(w->game, tag->name), value = nt_game_text(w->game, tag->value);
    if (name.length + 3 > sizeof line || nt_text_trim(value).length != value.length) return false;
    if (tag->flags & NT_TAG_ESCAPED || nt_tag_has_control(w->game, tag)) return false;
    memcpy(line, name.at, name.length);
    memcpy(line + name.length, ": x", 3);
    return nt_list_key_line((nt_text){(unsigned char *)line, name.length + 3}, &key) && key.name.length == name.length;
}

/* Names of `name: value` lines become those of PGN. */
static void put_name(nt_list_writer *w, const nt_tag *tag, nt_text name) {
    if (nt_text_is_nocase(name, "fen")) {
        nt_output_string(w->output, "FEN");
        return;
    }
    if (!is_plain_name(name)) {
        nt_place place = nt_game_place(w->game, tag->place);
        nt_report(w->writer->context, &place, NT_DIAG_REPAIRED,
                  "what the name of a tag may not hold is written as an underscore");
    }
    if (!name.length) nt_put(w->output, '_');
    for (size_t i = 0; i < name.length; i++) {
        unsigned char byte = i ? name.at[i] : nt_to_upper(*name.at);
        nt_put(w->output, is_plain(byte) ? byte : '_');
    }
}

static void put_start(nt_list_writer *w) {
    nt_output_string(w->output, "[FEN \"");
    nt_position_write(w->position, NT_CODE_FEN, w->writer->settings.fen, w->output);
    nt_output_string(w->output, "\"]\n");
}

static void put_tag(nt_list_writer *w, const nt_tag *tag) {
    nt_text name = nt_game_text(w->game, tag->name);
    if (w->position && nt_text_is_nocase(name, "coordinates")) return; /* those of the input; put_added_tags has its own */
    if (w->position && w->writer->settings.fen && nt_text_is_nocase(name, "fen")) {
        put_start(w);
        return;
    }
    if (!is_plain_name(name) && is_key_line(w, tag)) {
        nt_put_text(w->output, name);
        nt_output_string(w->output, ": ");
        nt_tag_write(w->game, tag, w->output);
        nt_put(w->output, '\n');
        return;
    }
    nt_put(w->output, '[');
    put_name(w, tag, name);
    nt_output_string(w->output, " \"");
    nt_place place = nt_game_place(w->game, tag->place);
    if (nt_tag_has_control(w->game, tag))
        nt_report(w->writer->context, &place, NT_DIAG_REPAIRED, "control bytes are written as blanks in the value of a tag");
    nt_tag_write_quoted(w->game, tag, w->output);
    nt_output_string(w->output, "\"]\n");
}

static bool has_tag(const nt_game *game, const char *name) {
    size_t length;
    return nt_game_tag(game, name, &length) != NULL;
}

/* Whether the game starts from a position that it does not state, given to the replay from outside. */
static bool lacks_start(const nt_list_writer *w) {
    const nt_position *p = w->position;
    const nt_variant *v = p->variant;
    bool same_men = memcmp(p->cell, v->array, v->board.cells) == 0 &&
                    memcmp(p->hand, v->hand_start, sizeof v->hand_start) == 0;
    bool is_array = same_men && p->state.player == v->array_player && p->state.rights == v->array_rights &&
                    p->start_number == 1 && p->state.clock == 0;
    return !is_array && !has_tag(w->game, "FEN") && !has_tag(w->game, "Code");
}

/* The tags that the replay adds: the variant and the start. Returns how many. */
static size_t put_added_tags(nt_list_writer *w) {
    size_t added = 0;
    if (!w->position) return 0;
    const char *id = nt_variant_get(w->position->variant, NT_VARIANT_ID);
    if (strcmp(id, "chess") != 0 && !has_tag(w->game, "Variant") && !has_tag(w->game, "Game")) {
        nt_output_string(w->output, "[Variant \"");
        nt_output_string(w->output, id);
        nt_output_string(w->output, "\"]\n");
        added++;
    }
    if (w->position->variant->base) {
        nt_output_string(w->output, "[Coordinates \"");
        nt_output_string(w->output, w->position->variant->scheme.name);
        nt_output_string(w->output, "\"]\n");
        added++;
    }
    if (lacks_start(w)) {
        put_start(w);
        added++;
    }
    return added;
}

void nt_list_put_head(nt_list_writer *w) {
    size_t tags = w->writer->settings.no_tags ? 0 : w->game->tag_count;
    bool ends = w->writer->games > 0 && w->writer->open_end && w->writer->open_head;
    if (ends) nt_output_string(w->output, "*\n"); /* header lines would go on in these */
    if (w->writer->games > 0) nt_put(w->output, '\n');
    for (size_t i = 0; i < tags; i++) put_tag(w, &w->game->tags[i]);
    size_t added = w->writer->settings.no_tags ? 0 : put_added_tags(w);
    w->has_head = tags + added > 0;
    w->runs_on = w->writer->games > 0 && !w->has_head;
    if (w->has_head) nt_put(w->output, '\n');
    else if (w->writer->games > 0 && w->writer->open_end && !ends) nt_output_string(w->output, "*\n"); /* the one before */
}
