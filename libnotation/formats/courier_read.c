/* gc: the turns of Game Courier, read. A turn is one or more parts joined by semicolons; a part is a move from a cell
 * to a cell with or without the man's label, or puts a man on a cell, empties one, drops a man, or is a command. Case
 * states the side. Source: spec/game-courier.md section 1. Called by courier.c and the replay. */
#include "formats/list.h"

/* ---- how far a turn goes ---- */

static bool is_one_of(nt_text word, const char *const *names) {
    while (*names && !nt_text_is_nocase(word, *names)) names++;
    return *names != NULL;
}

/* Commands of one argument that take what stands on a cell; and those of GAME Code that cannot be replayed. */
static bool is_emptying(nt_text word) {
    static const char *const names[] = {"capture", "empty", "clear", NULL};
    return is_one_of(word, names);
}

static bool is_command(nt_text word) {
    static const char *const names[] = {
        "add", "alias", "allow", "ban", "die", "flip", "say", "setflag", "setsystem", NULL,
    };
    return is_one_of(word, names);
}

/* The first hyphen, dash or star in the text, text.length: there is none; *size of it in bytes. */
static size_t find_sign(nt_text text, size_t *size) {
    for (size_t at = 0; at < text.length; at++) {
        size_t axial = text.at[at] == '(' ? nt_list_axial(nt_text_cut(text, at)) : 0;
        if (axial) at += axial;
        if (at >= text.length) break;
        *size = text.at[at] == '*' ? 1 : nt_list_dash(nt_text_cut(text, at));
        if (*size) return at;
    }
    return text.length;
}

/* The word that begins the text; a semicolon ends it too. */
static nt_text part_word(nt_text text) {
    const unsigned char *p = text.at, *end = text.at + text.length;
    while (p < end && *p != ';' && !nt_list_blank(p, end)) p += nt_list_step(p, end);
    return (nt_text){text.at, (size_t)(p - text.at)};
}

static size_t skip_blanks(nt_text text, size_t at) { return at + nt_list_blanks(nt_text_cut(text, at)); }

/* Where a part that begins at an offset ends. A label takes in the word behind it. */
static size_t part_end(nt_text text, size_t at) {
    size_t sign, end;
    nt_text word = part_word(nt_text_cut(text, at));
    end = at + word.length;
    if (find_sign(word, &sign) < word.length || word.length == 0) return end;
    if (is_command(word)) {
        while (end < text.length && text.at[end] != ';') end++;
        return end;
    }
    size_t next = skip_blanks(text, end);
    nt_text second = part_word(nt_text_cut(text, next));
    if (second.length == 0) return end;
    bool has_cell = nt_is_digit(word.at[word.length - 1]); /* e4, Nf3: a turn of its own, though no right one */
    if (is_emptying(word) || find_sign(second, &sign) < second.length || !has_cell) return next + second.length;
    return end;
}

size_t nt_gc_turn(nt_text text) {
    size_t end = part_end(text, 0);
    for (;;) {
        size_t semicolon = skip_blanks(text, end);
        if (semicolon == text.length || text.at[semicolon] != ';') break;
        size_t next = skip_blanks(text, semicolon + 1);
        end = next < text.length ? part_end(text, next) : semicolon + 1;
    }
    return end ? end : 1;
}

/* ---- reading a move ---- */

/* A part of a turn, taken to pieces; a text of length 0 is not there. */
typedef struct courier_part {
    nt_text text, label, place, target;
    unsigned char sign; /* '-', '*', 0: none */
    size_t at, label_at, place_at, target_at;
} courier_part;

typedef struct courier {
    const nt_position *position;
    const nt_variant *v;
    nt_intent *intent;
    nt_fault *fault;
} courier;

/* Where the last word of a text without blanks at its ends begins. */
static size_t last_word(nt_text text) {
    size_t begin = 0;
    for (size_t at = 0; at < text.length; at = skip_blanks(text, at + nt_list_word(nt_text_cut(text, at)))) begin = at;
    return begin;
}

/* Divides a part at its first sign, and what stands before the sign at its last blank. */
static courier_part take_part(nt_text turn, size_t at, size_t end) {
    nt_text text = nt_list_trimmed((nt_text){turn.at + at, end - at});
    courier_part part = {.text = text, .at = (size_t)(text.at - turn.at)};
    size_t size = 0, sign = find_sign(text, &size);
    if (sign == text.length) return part;
    nt_text left = nt_list_trimmed((nt_text){text.at, sign});
    part.sign = text.at[sign] == '*' ? '*' : '-';
    part.target = nt_list_trimmed(nt_text_cut(text, sign + size));
    part.target_at = part.target.length ? (size_t)(part.target.at - turn.at) : part.at + text.length;
    size_t split = last_word(left);
    part.place = nt_text_cut(left, split);
    part.place_at = (size_t)(part.place.at - turn.at);
    part.label = nt_list_trimmed((nt_text){left.at, split});
    part.label_at = part.at;
    return part;
}

static nt_status fault_command(const courier *c, const courier_part *part) {
    char quote[NT_QUOTE_SIZE];
    return nt_list_fault(c->fault, NT_DIAG_COMMAND_UNKNOWN, part->at,
                         "\"%s\" is a command that cannot be replayed; the moves after it are not judged",
                         nt_quote(part->text, quote));
}

/* A cell by its name, or by the words for those of the first part. */
static unsigned cell_of(const courier *c, nt_text text) {
    if (nt_text_is(text, "dest")) return c->intent->to;
    if (nt_text_is(text, "origin")) return c->intent->from;
    return text.length ? nt_list_cell(c->v, text) : NT_NO_CELL;
}

static nt_status read_label(const courier *c, nt_text label, size_t at, nt_part *out) {
    out->kind = (uint8_t)nt_list_label(c->v, label, &out->player);
    return out->kind ? NT_OK : nt_list_fault_label(c->fault, label, at);
}

/* The cell behind the sign, and a check mark behind that, which Game Courier does not write but anyone understands. */
static nt_status read_target(const courier *c, const courier_part *part, nt_part *out) {
    nt_text target = part->target;
    size_t length = target.length;
    unsigned cell = cell_of(c, target);
    if (cell == NT_NO_CELL) cell = nt_scheme_match(&c->v->scheme, target, &length);
    nt_text behind = nt_text_cut(target, cell == NT_NO_CELL ? target.length : length);
    if (cell == NT_NO_CELL || (behind.length && (nt_is_digit(*behind.at) || nt_is_letter(*behind.at))))
        return nt_list_fault_cell(c->fault, c->v, target, part->target_at);
    out->to = (uint16_t)cell;
    if (nt_text_is(behind, "+") || nt_text_is(behind, "++")) c->intent->check = 1;
    else if (nt_text_is(behind, "#")) c->intent->check = 2;
    else if (behind.length && *behind.at == '=')
        return nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->target_at + length,
                             "Game Courier writes a promotion as a second part: P e7-e8; Q-e8");
    else if (behind.length)
        return nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->target_at + length + nt_list_blanks(behind),
                             "this does not belong to a move");
    return NT_OK;
}

static bool ends_in_cell(const nt_variant *v, nt_text text) {
    size_t bound = text.length < NT_LABEL_SIZE ? text.length : NT_LABEL_SIZE;
    for (size_t length = 1; length <= bound; length++) {
        if (nt_list_cell(v, nt_text_cut(text, text.length - length)) != NT_NO_CELL) return true;
    }
    return false;
}

/* A part without a sign: a command, or a move of another notation. */
static nt_status read_words(const courier *c, const courier_part *part, nt_part *out) {
    nt_text word = {part->text.at, nt_list_word(part->text)}, rest = nt_list_trimmed(nt_text_cut(part->text, word.length));
    if (is_emptying(word) && (out->from = (uint16_t)cell_of(c, rest)) != NT_NO_CELL) {
        out->form = NT_PART_EMPTY;
        return NT_OK;
    }
    if (is_emptying(word) || is_command(word)) return fault_command(c, part);
    if (ends_in_cell(c->v, part->text))
        return nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->at,
                             "Game Courier does not understand a bare destination; write the origin too: P e2-e4");
    size_t letters = 0;
    while (letters < word.length && nt_is_letter(word.at[letters])) letters++;
    if (letters >= 3 && letters == word.length) return fault_command(c, part);
    return nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->at, "this is no move of Game Courier; write P e2-e4");
}

/* P*e5, and @*e5, which empties a cell. */
static nt_status read_star(const courier *c, const courier_part *part, nt_part *out) {
    if (part->label.length || !part->place.length)
        return nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->at, "a drop is the piece, a star and the cell: P*e5");
    out->form = NT_PART_DROP;
    if (nt_text_is(part->place, "@")) {
        out->form = NT_PART_EMPTY;
    } else if (read_label(c, part->place, part->place_at, out) != NT_OK) {
        return NT_INVALID;
    }
    nt_status status = read_target(c, part, out);
    if (out->form == NT_PART_EMPTY) out->from = out->to;
    return status;
}

/* What stands before the hyphen is neither cell nor slot: then it is the label of a man that is put on a cell. */
static nt_status read_place(const courier *c, const courier_part *part, nt_part *out) {
    out->form = nt_text_is(part->place, "@") ? NT_PART_EMPTY : NT_PART_PLACE;
    if (out->form == NT_PART_PLACE && read_label(c, part->place, part->place_at, out) != NT_OK) {
        bool like_cell = part->place.length > 1 && nt_is_digit(part->place.at[part->place.length - 1]);
        return like_cell ? nt_list_fault_cell(c->fault, c->v, part->place, part->place_at) : NT_INVALID;
    }
    nt_status status = read_target(c, part, out);
    if (out->form == NT_PART_EMPTY) out->from = out->to;
    return status;
}

/* *slot: the reserve slot that the man comes from, -1: none. */
static nt_status read_part(const courier *c, const courier_part *part, nt_part *out, int *slot) {
    *out = (nt_part){.player = -1, .from = NT_NO_CELL, .to = NT_NO_CELL, .at = part->at};
    *slot = -1;
    nt_text rest;
    if (is_command(nt_text_word(part->text, &rest)) && rest.length) return fault_command(c, part);
    if (!part->sign) return read_words(c, part, out);
    if (part->sign == '*') return read_star(c, part, out);
    if (!part->place.length)
        return nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->at, "the origin is missing; write P e2-e4");
    unsigned from = cell_of(c, part->place);
    size_t length = 0;
    if (from == NT_NO_CELL) *slot = nt_slot_match(c->v, part->place, &length);
    if (length != part->place.length) *slot = -1;
    bool is_origin = from != NT_NO_CELL || *slot >= 0;
    if (!is_origin && part->label.length) return nt_list_fault_cell(c->fault, c->v, part->place, part->place_at);
    if (!is_origin) return read_place(c, part, out);
    if (part->label.length && read_label(c, part->label, part->label_at, out) != NT_OK) return NT_INVALID;
    out->form = *slot >= 0 ? NT_PART_DROP : part->target.length ? NT_PART_MOVE : NT_PART_EMPTY;
    out->from = (uint16_t)from;
    return part->target.length ? read_target(c, part, out) : NT_OK;
}

/* The label in the other side's letters. */
static char *other_case(nt_text label, char buffer[NT_QUOTE_SIZE]) {
    nt_quote(label, buffer);
    for (char *p = buffer; *p; p++) {
        unsigned char byte = (unsigned char)*p;
        *p = (char)(nt_is_lower(byte) ? nt_to_upper(byte) : nt_to_lower(byte));
    }
    return buffer;
}

/* Whether the label of a further part is the mover's. This comes before the cells, as it does on the site. */
static nt_status check_side(const courier *c, const courier_part *part) {
    const nt_position *p = c->position;
    nt_text label = part->label.length || cell_of(c, part->place) != NT_NO_CELL ? part->label : part->place;
    int player = -1;
    bool plus = label.length > 1 && *label.at == '+';
    if (!label.length || p->state.player > 1) return NT_OK;
    if (!nt_list_label(c->v, label, &player) && plus) nt_list_label(c->v, nt_text_cut(label, 1), &player);
    if (player < 0 || player == (int)p->state.player) return NT_OK;
    char quote[NT_QUOTE_SIZE], other[NT_QUOTE_SIZE], rest[NT_QUOTE_SIZE];
    nt_text behind = nt_text_cut(part->text, label.length);
    return nt_list_fault(c->fault, NT_DIAG_LABEL_SIDE, part->at,
                         "\"%s\" is a label of %s, and %s is to move; write \"%s%s\"", nt_quote(label, quote),
                         c->v->player_name[player], c->v->player_name[p->state.player], other_case(label, other),
                         nt_quote(behind, rest));
}

static nt_status take_first(const courier *c, const courier_part *part) {
    nt_intent *intent = c->intent;
    nt_part out;
    int slot;
    bool is_pass = nt_text_is_nocase(part->text, "pass");
    if (is_pass || nt_san_is_bare(part->text)) {
        intent->form = NT_INTENT_PASS;
        return is_pass ? NT_OK
                       : nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->at,
                                       "Game Courier writes castling as the king's move, K e1-g1, and a null move as "
                                       "pass");
    }
    nt_status status = read_part(c, part, &out, &slot);
    if (status != NT_OK) return status;
    if (out.form == NT_PART_EMPTY) return fault_command(c, part);
    if (out.form == NT_PART_PLACE)
        return nt_list_fault(c->fault, NT_DIAG_MOVE_SYNTAX, part->at,
                             "a turn begins with a move or a drop, not with a man that is put on a cell; write the "
                             "origin too: N g1-f3");
    intent->form = out.form == NT_PART_DROP ? NT_INTENT_DROP : NT_INTENT_MOVE;
    intent->player = out.player;
    intent->kind = out.kind;
    intent->from = out.from;
    intent->to = out.to;
    intent->slot = (int8_t)slot;
    return NT_OK;
}

static nt_status take_further(const courier *c, const courier_part *part) {
    nt_intent *intent = c->intent;
    nt_part out;
    int slot;
    nt_status status = read_part(c, part, &out, &slot);
    if (status != NT_OK) return status;
    bool on_target = out.form == NT_PART_PLACE && out.to == intent->to;
    if (on_target && intent->form == NT_INTENT_MOVE && !intent->promo) {
        intent->promo = out.kind;
        intent->promo_player = out.player;
        return NT_OK;
    }
    if (intent->parts == NT_MAX_PARTS)
        return nt_list_fault(c->fault, NT_DIAG_MOVE_PARTS, part->at, "a turn of more than %d parts", NT_MAX_PARTS);
    intent->part[intent->parts++] = out;
    return NT_OK;
}

/* The part that begins at an offset; *next: where the one behind it begins, the length of the turn: none does. */
static courier_part next_part(nt_text turn, size_t at, size_t *next) {
    const unsigned char *semicolon = memchr(turn.at + at, ';', turn.length - at);
    size_t end = semicolon ? (size_t)(semicolon - turn.at) : turn.length;
    *next = semicolon ? end + 1 : end;
    return take_part(turn, at, end);
}

nt_text nt_gc_part_at(nt_text move, size_t *at) {
    nt_text part = NT_TEXT("");
    while (*at < move.length && !part.length) part = next_part(move, *at, at).text;
    return part;
}

nt_status nt_gc_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault) {
    const courier c = {position, position->variant, intent, fault};
    size_t next = 0, after;
    nt_intent_clear(intent);
    courier_part first = next_part(text, 0, &next);
    for (size_t at = next; at < text.length; at = after) {
        courier_part part = next_part(text, at, &after);
        if (check_side(&c, &part) != NT_OK) return NT_INVALID;
    }
    nt_status status = take_first(&c, &first);
    for (size_t at = next; at < text.length && status == NT_OK; at = after) {
        courier_part part = next_part(text, at, &after);
        if (part.text.length) status = take_further(&c, &part);
    }
    return status;
}
