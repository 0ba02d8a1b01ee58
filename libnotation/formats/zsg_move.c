/* zsg: half-moves as Zillions of Games writes them, divided into their parts and read. Names are those of a rules file, which
 * is not at hand: of the man that moves his cells tell enough. Single moves are written for messages, with our names. Called
 * by zsg.c and the replay. Source: the public games of github.com/DagazProject/ZRF; no description of the form is known. */
#include "formats/zsg.h"

/* ---- parts ---- */

static nt_text peek(nt_text rest) {
    rest = nt_text_cut(rest, nt_list_blanks(rest));
    return (nt_text){rest.at, nt_list_word(rest)};
}

static nt_text take(nt_text *rest) {
    nt_text word = peek(*rest);
    *rest = nt_text_cut(*rest, (size_t)(word.at - rest->at) + word.length);
    return word;
}

/* Whether a word begins another part, or is none: the end. */
static bool is_sign(nt_text word) {
    return !word.length || nt_text_is(word, "=") || nt_text_is(word, "x") || nt_text_is(word, "@") || nt_text_is(word, "flip");
}

/* A part that begins with a name: of the man that moves, or of the player whose man comes. */
static void take_man(nt_text first, nt_text *rest, nt_zsg_part *part) {
    part->form = NT_ZSG_WORD;
    if (is_sign(peek(*rest))) return;
    nt_text second = take(rest), sign = peek(*rest);
    part->is_capture = nt_text_is(sign, "x");
    part->form = part->is_capture || nt_text_is(sign, "-") ? NT_ZSG_MOVE : NT_ZSG_CREATE;
    part->name = first;
    if (part->form == NT_ZSG_MOVE) {
        part->from = second;
        take(rest);
        part->to = take(rest);
    } else if (is_sign(sign)) {
        part->to = second;
    } else {
        part->player = first;
        part->name = second;
        part->to = take(rest);
    }
}

static void take_change(nt_text *rest, nt_zsg_part *part) {
    part->form = NT_ZSG_CHANGE;
    part->name = take(rest);
    if (!nt_text_is(peek(*rest), "on")) return;
    take(rest);
    part->to = take(rest);
    for (; !is_sign(peek(*rest)); take(rest)) part->has_more = true;
}

bool nt_zsg_next_part(nt_text *rest, nt_zsg_part *part) {
    uint64_t number;
    nt_text first = take(rest);
    *part = (nt_zsg_part){.form = NT_ZSG_WORD};
    if (!first.length) return false;
    if (nt_text_is(first, "=")) {
        take_change(rest, part);
    } else if (nt_text_is(first, "x") || nt_text_is(first, "flip")) {
        part->form = *first.at == 'x' ? NT_ZSG_CAPTURE : NT_ZSG_FLIP;
        part->to = take(rest);
    } else if (nt_text_is(first, "@")) {
        part->form = NT_ZSG_STATE;
        for (unsigned i = 0; i < 3; i++) take(rest);
    } else if (nt_text_is(first, "partial")) {
        part->form = NT_ZSG_PARTIAL;
        if (nt_text_number(peek(*rest), &number)) take(rest);
    } else {
        take_man(first, rest, part);
    }
    part->text = (nt_text){first.at, (size_t)(rest->at - first.at)};
    return true;
}

nt_text nt_zsg_part_at(nt_text move, size_t *at) {
    nt_zsg_part part;
    nt_text rest = nt_text_cut(move, *at);
    if (!nt_zsg_next_part(&rest, &part)) return NT_TEXT("");
    *at = (size_t)(rest.at - move.at);
    return part.text;
}

/* ---- reading a move ---- */

typedef struct zsg {
    const nt_variant *v;
    nt_text text; /* of the half-move */
    nt_intent *intent;
    nt_fault *fault;
} zsg;

static size_t place(const zsg *z, nt_text part) { return part.length ? (size_t)(part.at - z->text.at) : z->text.length; }

static nt_status fault_form(const zsg *z, nt_text part) {
    return nt_list_fault(z->fault, NT_DIAG_MOVE_SYNTAX, place(z, part),
                         "Zillions writes Pawn e2 - e4, Pawn e4 x d5, White Pawn e4 or Pass, and further parts: x d5, = Queen, "
                         "Rook h1 - f1");
}

static nt_status fault_part(const zsg *z, nt_text part, const char *what) {
    return nt_list_fault(z->fault, NT_DIAG_MOVE_PARTS, place(z, part), "%s, and no move of %s does that", what, z->v->title);
}

static nt_status read_cell(const zsg *z, nt_text name, uint16_t *cell) {
    if (!name.length) return fault_form(z, name);
    *cell = (uint16_t)nt_list_cell(z->v, name);
    return *cell == NT_NO_CELL ? nt_list_fault_cell(z->fault, z->v, name, place(z, name)) : NT_OK;
}

/* Whether two names are alike in their letters and digits: Drunk-Elephant!, drunk elephant. */
static bool is_alike(nt_text name, const char *other) {
    for (size_t i = 0;; i++, other++) {
        while (i < name.length && !nt_is_letter(name.at[i]) && !nt_is_digit(name.at[i])) i++;
        while (*other && !nt_is_letter((unsigned char)*other) && !nt_is_digit((unsigned char)*other)) other++;
        if (i == name.length || !*other) return i == name.length && !*other;
        if (nt_to_lower(name.at[i]) != nt_to_lower((unsigned char)*other)) return false;
    }
}

/* The first kind of a name; 0: there is none. */
static unsigned kind_named(const nt_variant *v, nt_text name) {
    unsigned kind = 1;
    while (kind <= v->kinds && !(v->kind[kind].name[0] && is_alike(name, v->kind[kind].name))) kind++;
    return kind <= v->kinds ? kind : 0;
}

/* The kind of a name or, where there is none, of a label; 0: the variant has neither. */
static uint8_t kind_of(const zsg *z, nt_text name) {
    int player;
    unsigned kind = kind_named(z->v, name);
    return (uint8_t)(kind ? kind : nt_list_label(z->v, name, &player));
}

static int player_of(const zsg *z, nt_text name) {
    for (size_t player = 0; player < nt_variant_players(z->v); player++)
        if (is_alike(name, nt_variant_player(z->v, player))) return (int)player;
    return -1;
}

static nt_status take_first(const zsg *z, const nt_zsg_part *part) {
    nt_intent *intent = z->intent;
    if (part->form == NT_ZSG_PARTIAL) return fault_part(z, part->text, "after a partial move the turn can go on");
    if (part->form != NT_ZSG_MOVE && part->form != NT_ZSG_CREATE) return fault_form(z, part->text);
    intent->form = part->form == NT_ZSG_MOVE ? NT_INTENT_MOVE : NT_INTENT_DROP;
    intent->kind = kind_of(z, part->name);
    intent->capture = part->is_capture;
    intent->unpromoted = true;
    if (part->form == NT_ZSG_CREATE) {
        intent->player = player_of(z, part->player);
        if (!intent->kind) return nt_list_fault_label(z->fault, part->name, place(z, part->name));
    } else {
        nt_status status = read_cell(z, part->from, &intent->from);
        if (status != NT_OK) return status;
    }
    return read_cell(z, part->to, &intent->to);
}

/* A change of the man that has moved is his promotion. */
static nt_status take_change_of(const zsg *z, const nt_zsg_part *part, nt_part *out, bool *is_promotion) {
    nt_intent *intent = z->intent;
    nt_status status = part->to.length ? read_cell(z, part->to, &out->to) : NT_OK;
    if (status != NT_OK) return status;
    if (!part->name.length) return fault_form(z, part->text);
    if (part->has_more) return fault_part(z, part->text, "men on several cells change");
    out->form = NT_PART_PLACE;
    out->kind = kind_of(z, part->name);
    if (!out->kind && player_of(z, part->name) >= 0) return fault_part(z, part->text, "a man changes sides");
    if (!out->kind) return nt_list_fault_label(z->fault, part->name, place(z, part->name));
    *is_promotion = !intent->promo && intent->form == NT_INTENT_MOVE && (!part->to.length || out->to == intent->to);
    if (!*is_promotion) return NT_OK;
    intent->promo = out->kind;
    intent->unpromoted = false;
    return NT_OK;
}

static nt_status take_further(const zsg *z, const nt_zsg_part *part) {
    nt_part out = {.player = -1, .from = NT_NO_CELL, .to = NT_NO_CELL, .at = place(z, part->text)};
    nt_intent *intent = z->intent;
    nt_status status = NT_OK;
    bool is_done = false;
    switch (part->form) {
    case NT_ZSG_STATE: return NT_OK; /* follows from the moves */
    case NT_ZSG_FLIP: return fault_part(z, part->text, "a man changes sides");
    case NT_ZSG_PARTIAL:
    case NT_ZSG_WORD: return fault_form(z, part->text);
    case NT_ZSG_CAPTURE:
        out.form = NT_PART_EMPTY;
        status = read_cell(z, part->to, &out.from);
        if (!intent->capture) intent->capture = -1; /* taken en passant or on the way, and the target is empty */
        break;
    case NT_ZSG_MOVE:
        out.form = NT_PART_MOVE;
        status = read_cell(z, part->from, &out.from);
        break;
    case NT_ZSG_CREATE: out.form = NT_PART_PLACE; break;
    case NT_ZSG_CHANGE: status = take_change_of(z, part, &out, &is_done); break;
    }
    if (status != NT_OK || is_done) return status;
    if (part->form == NT_ZSG_MOVE || part->form == NT_ZSG_CREATE) {
        out.kind = kind_of(z, part->name);
        status = read_cell(z, part->to, &out.to);
    }
    if (status == NT_OK && intent->parts == NT_MAX_PARTS)
        return nt_list_fault(z->fault, NT_DIAG_MOVE_PARTS, out.at, "a turn of more than %d parts", NT_MAX_PARTS);
    if (status == NT_OK) intent->part[intent->parts++] = out;
    return status;
}

nt_status nt_zsg_read_move(const nt_position *position, nt_text text, nt_intent *intent, nt_fault *fault) {
    const zsg z = {position->variant, text, intent, fault};
    nt_zsg_part part;
    nt_text rest = text;
    nt_intent_clear(intent);
    if (nt_text_is_nocase(text, "Pass")) {
        intent->form = NT_INTENT_PASS;
        return NT_OK;
    }
    if (text.length && *text.at == '(')
        return nt_list_fault(fault, NT_DIAG_COMMAND_UNKNOWN, 0,
                             "the position was changed by hand, which cannot be replayed; the moves after it are not judged");
    nt_status status = nt_zsg_next_part(&rest, &part) ? take_first(&z, &part) : fault_form(&z, text);
    while (status == NT_OK && nt_zsg_next_part(&rest, &part)) status = take_further(&z, &part);
    return status;
}

/* ---- writing a move ---- */

/* The name of a kind as one word, Drunk-elephant; its label, where another kind goes before it by that name, or it has none. */
static void put_kind(const nt_variant *v, unsigned kind, nt_output *output) {
    unsigned shown = v->kind[kind].shown;
    const char *name = v->kind[shown].name;
    if (kind_named(v, nt_text_from(name)) != shown) name = v->kind[shown].label;
    bool is_first = true;
    for (; *name; name++, is_first = false) {
        bool is_small = *name >= 'a' && *name <= 'z';
        nt_put(output, (unsigned char)(*name == ' ' ? '-' : is_first && is_small ? *name - 'a' + 'A' : *name));
    }
}

static void put_from_to(const nt_position *p, unsigned from, unsigned to, bool is_capture, nt_output *output) {
    put_kind(p->variant, nt_code_kind(p->cell[from]), output);
    nt_put(output, ' ');
    nt_cell_write(p->variant, from, output);
    nt_output_string(output, is_capture ? " x " : " - ");
    nt_cell_write(p->variant, to, output);
}

static void put_drop(const nt_position *p, nt_move move, nt_output *output) {
    nt_output_string(output, nt_variant_player(p->variant, p->state.player));
    nt_put(output, ' ');
    put_kind(p->variant, move.piece, output);
    nt_put(output, ' ');
    nt_cell_write(p->variant, move.to, output);
}

void nt_zsg_write_move(nt_position *before, nt_move move, int after_check, nt_output *output) {
    const nt_variant *v = before->variant;
    (void)after_check;
    if (move.type == NT_MOVE_PASS) nt_output_string(output, "Pass");
    if (move.type == NT_MOVE_DROP) put_drop(before, move, output);
    if (move.type == NT_MOVE_PASS || move.type == NT_MOVE_DROP) return;
    bool castles = move.type == NT_MOVE_CASTLE;
    put_from_to(before, move.from, move.to, before->cell[move.to] && !castles, output);
    if (castles) {
        nt_put(output, ' ');
        put_from_to(before, move.aux, move.aux2, false, output);
    }
    if (move.type == NT_MOVE_EN_PASSANT || move.type == NT_MOVE_LOCUST) {
        nt_output_string(output, " x ");
        nt_cell_write(v, move.aux, output);
    }
    if (!nt_states_promotion(v, move)) return;
    nt_output_string(output, " = ");
    put_kind(v, move.promo, output);
}
