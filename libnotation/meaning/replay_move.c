/* Plays one move of a game: reads it, resolves it, and holds its spelling, check marks and number against the board. */
#include "meaning/replay.h"
#include "meaning/resolve.h"

/* ---- spelling ---- */

/* Deviations that are accepted, what they are called, and in which notations they are deviations. */
static const struct {
    uint32_t bit;
    nt_diag_id id;
    bool algebraic_only;
    const char *words;
} spellings[] = {
    {NT_SPELL_ZERO_CASTLING, NT_DIAG_SPELL_CASTLING, false, "castling is written with the letter O"},
    {NT_SPELL_LOWER_CASTLING, NT_DIAG_SPELL_CASTLING, false, "castling is written with capital letters"},
    {NT_SPELL_LOWER_PIECE, NT_DIAG_SPELL_PIECE_CASE, false, "the piece letter is small"},
    {NT_SPELL_PAWN_LETTER, NT_DIAG_SPELL_PAWN_LETTER, false, "a pawn's move has no letter"},
    {NT_SPELL_PROMOTION, NT_DIAG_SPELL_PROMOTION, false, "a promotion is written with = and a capital letter"},
    {NT_SPELL_CHECK_SIGN, NT_DIAG_SPELL_CHECK, false, "check is marked + and mate #"},
    {NT_SPELL_EN_PASSANT, NT_DIAG_SPELL_EN_PASSANT, false, "en passant is not marked"},
    {NT_SPELL_FIGURINE, NT_DIAG_SPELL_FIGURINE, false, "a piece is written as a letter"},
    {NT_SPELL_NULL, NT_DIAG_SPELL_NULL, true, "a null move is spelled in another way"},
    {NT_SPELL_DASH, NT_DIAG_SPELL_DASH, false, "the dash is not a plain hyphen"},
    {NT_SPELL_KING_CASTLING, NT_DIAG_SPELL_KING_CASTLING, true, "castling is written as a king's move"},
    {NT_SPELL_KING_TAKES_ROOK, NT_DIAG_SPELL_KING_CASTLING, true,
     "castling is written as the king's move onto the rook"},
    {NT_SPELL_REDUNDANT, NT_DIAG_SPELL_LONG, true, "the origin says more than is needed"},
    {NT_SPELL_TARGET_FILE, NT_DIAG_SPELL_TARGET, true, "of the target only the file is named"},
    {NT_SPELL_VICTIM, NT_DIAG_SPELL_CAPTURE, true, "what is captured is named behind the move"},
    {NT_SPELL_NUMBER, NT_DIAG_MOVES_GLUED, true, "a dot and a blank are missing behind the number"},
};

static bool is_algebraic(const nt_replay *r) { return r->game->format->family == NT_FAMILY_ALGEBRAIC; }

/* Reports a deviation, with the move as it should be written. The position stands before the move. */
static void report_spelling(nt_replay *r, const nt_item *item, nt_move move, const nt_intent *intent, nt_diag_id id,
                            const char *words) {
    char quoted[NT_QUOTE_SIZE];
    nt_message canonical = {.length = 0};
    nt_quote(nt_game_text(r->game, item->text), quoted);
    if (is_algebraic(r)) {
        nt_message_add(&canonical, "; write ");
        nt_word_move(&canonical, r->position, move, intent);
    }
    nt_replay_report(r, item->place, r->position->plies, id, "%s: %s%s", quoted, words,
                     canonical.length ? canonical.text : "");
}

static void check_spelling(nt_replay *r, const nt_item *item, nt_move move, const nt_intent *intent) {
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (!(intent->spelling & spellings[i].bit) || (spellings[i].algebraic_only && !is_algebraic(r))) continue;
        report_spelling(r, item, move, intent, spellings[i].id, spellings[i].words);
    }
    if (intent->spelling & NT_SPELL_LONG && is_algebraic(r)) {
        bool coordinates = !intent->pawn_if_unstated;
        report_spelling(r, item, move, intent, coordinates ? NT_DIAG_SPELL_COORDINATES : NT_DIAG_SPELL_LONG,
                        coordinates ? "the move is written in coordinates" : "the origin is written in full");
    }
    if (intent->spelling & NT_SPELL_CAPTURE && is_algebraic(r)) {
        report_spelling(r, item, move, intent, NT_DIAG_SPELL_CAPTURE,
                        intent->capture == 1 ? "the move captures nothing" : "the capture is not marked with x");
    }
    bool has_other = r->game->format->write_game; /* a notation that is only read has no better way to write it */
    if (intent->spelling & NT_SPELL_CASTLING_PARTS && r->context->mode == NT_STRICT && has_other) {
        report_spelling(r, item, move, intent, NT_DIAG_SPELL_CASTLING_PARTS, "castling is written as two moves");
    }
}

/* ---- check marks ---- */

/* 0, 1 or 2: no check, check, mate (or another win) on the board after the move that was just made. */
static unsigned check_on_board(nt_replay *r, bool mate_too) {
    nt_position *p = r->position;
    bool check = nt_is_checked(p);
    nt_result result;
    if (!mate_too || (!check && !nt_has_ended_early(p))) return check;
    switch (nt_position_ending(p, &result)) {
    case NT_ENDING_CHECKMATE:
    case NT_ENDING_BARE_KING:
    case NT_ENDING_EXTINCTION:
    case NT_ENDING_GOAL:
    case NT_ENDING_CHECKS:
    case NT_ENDING_LAST_PLAYER: return 2;
    default: return check;
    }
}

void nt_replay_check_mark(nt_replay *r, const nt_item *item, unsigned mark) {
    bool strict = r->context->mode == NT_STRICT && is_algebraic(r);
    if (r->settings.quiet_endings || (!mark && !strict)) return;
    unsigned board = check_on_board(r, mark == 2 || strict);
    if (board == mark || (board > mark && !strict)) return;
    static const char *const what[] = {"no check", "check", "mate"};
    char quoted[NT_QUOTE_SIZE];
    size_t ply = r->position->plies - 1;
    nt_quote(nt_game_text(r->game, item->text), quoted);
    if (board < mark) {
        nt_replay_report(r, item->place, ply, NT_DIAG_CHECK_WRONG, "%s: the move is marked as %s and gives %s", quoted,
                         what[mark], what[board]);
    } else {
        nt_replay_report(r, item->place, ply, NT_DIAG_CHECK_MISSING, "%s: the move gives %s and is not marked so",
                         quoted, what[board]);
    }
}

/* ---- numbers ---- */

static uint64_t due_number(const nt_replay *r) {
    const nt_replay_numbers *n = &r->numbers;
    if (n->single) return n->first + (r->position->plies - n->first_ply);
    return nt_number_at(r->position, r->position->plies);
}

/* A list that counts plies from 0, or whose second number follows the first after one ply, numbers each ply. */
static void learn_numbers(nt_replay *r, uint64_t number) {
    nt_replay_numbers *n = &r->numbers;
    size_t ply = r->position->plies;
    if (!n->started) {
        n->started = true;
        n->first = number;
        n->first_ply = ply;
        n->single = number == 0;
        if (n->any_base && number > 0 && !ply) r->position->start_number = (uint32_t)number;
    } else if (!n->single && ply == n->first_ply + 1 && number == n->first + 1 && number != due_number(r)) {
        n->single = true;
    }
}

void nt_replay_number(nt_replay *r, const nt_item *item) {
    uint64_t number;
    char quoted[NT_QUOTE_SIZE];
    nt_text text = nt_game_text(r->game, item->text);
    if (r->line.stopped || !nt_text_number(text, &number)) return;
    learn_numbers(r, number);
    uint64_t due = due_number(r);
    if (number == due || r->numbers.reported) return;
    r->numbers.reported = true;
    nt_replay_report(r, item->place, r->position->plies, NT_DIAG_MOVE_NUMBER, "the number is %s, due is %llu",
                     nt_quote(text, quoted), (unsigned long long)due);
}

bool nt_replay_is_number(const nt_scheme *scheme, nt_text text) {
    size_t digits = 0;
    while (digits < text.length && nt_is_digit(text.at[digits])) digits++;
    return digits > 0 && digits == text.length && !scheme->digit_first && !nt_text_is(text, "0000");
}

/* The number that stands before a move without dot and blank. */
static void check_glued_number(nt_replay *r, const nt_item *item, const nt_intent *intent) {
    nt_item number = *item;
    number.text.length = intent->number;
    nt_replay_number(r, &number);
}

/* ---- moves that are not legal ---- */

/* Whether at most one more move follows in the main line. */
static bool is_near_end(const nt_game *game, size_t item) {
    size_t moves = 0, depth = 0;
    for (size_t i = item + 1; i < game->item_count && moves < 2; i++) {
        depth += game->items[i].kind == NT_ITEM_LINE_OPEN;
        depth -= game->items[i].kind == NT_ITEM_LINE_CLOSE && depth > 0;
        moves += game->items[i].kind == NT_ITEM_MOVE && !depth;
    }
    return moves < 2;
}

/* Electronic boards write the kings that are put in the centre as a sign of the result as if they were moves. */
static bool is_king_in_centre(const nt_replay *r, const nt_intent *intent, size_t item) {
    const nt_variant *v = r->variant;
    if (r->depth || intent->form != NT_INTENT_MOVE || intent->to == NT_NO_CELL || !v->royal_kind) return false;
    bool king = intent->kind == v->royal_kind ||
                (intent->from != NT_NO_CELL && intent->from == r->position->royal[r->position->state.player]);
    int first = v->board.lattice == NT_HEX; /* the lowest x and y that cells have */
    int dx = 2 * v->board.x[intent->to] - (int)v->board.width + 1 - first;
    int dy = 2 * v->board.y[intent->to] - (int)v->board.height + 1 - first;
    return king && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && is_near_end(r->game, item);
}

/* The finding stands at a byte of the move where the move's text is what the file has there. */
static size_t fault_place(const nt_game *game, const nt_item *item, size_t at) {
    bool same = at <= item->text.length && item->place + (size_t)item->text.length <= game->raw_length &&
                memcmp(game->raw + item->place, game->text + item->text.offset, item->text.length) == 0;
    return item->place + (same ? at : 0);
}

static void report_fault(nt_replay *r, size_t i, const nt_intent *intent, nt_fault *fault) {
    const nt_item *item = &r->game->items[i];
    char quoted[NT_QUOTE_SIZE];
    size_t ply = r->position->plies;
    nt_quote(nt_game_text(r->game, item->text), quoted);
    if ((fault->id == NT_DIAG_DROP_FORBIDDEN || fault->id == NT_DIAG_LABEL_UNKNOWN) && !r->depth) {
        const char *relative = nt_replay_relative(r);
        if (relative) nt_message_add(&fault->message, "; the game replays as %s", relative);
    }
    if (intent && is_king_in_centre(r, intent, i)) {
        if (r->context->mode == NT_REPAIR) {
            nt_replay_report(r, item->place, ply, NT_DIAG_REPAIRED,
                             "%s: a king put in the centre to show the result is no move; the game ends before it",
                             quoted);
            return;
        }
        nt_message_add(&fault->message, "; a king that is put in the centre at the end only shows the result");
    }
    nt_replay_report(r, fault_place(r->game, item, fault->at), ply, fault->id, "%s: %s", quoted, fault->message.text);
}

static void stop_line(nt_replay *r, size_t i) {
    r->states[i] = NT_PLY_ILLEGAL;
    r->line.stopped = true;
    r->line.last = NT_LAST_ILLEGAL;
}

/* ---- repairs ---- */

/* Repair mode: a promotion that is not named is to the first choice. */
static bool repair_promotion(nt_replay *r, const nt_item *item, nt_intent *intent, nt_move *move) {
    const nt_variant *v = r->variant;
    nt_fault fault;
    char quoted[NT_QUOTE_SIZE];
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        const nt_promotion *promotion = &v->promotion[kind];
        if (!promotion->choices || !nt_intent_fits_kind(v, intent, kind)) continue;
        intent->promo = promotion->to[0];
        if (nt_resolve(r->position, intent, move, &fault) != NT_OK) continue;
        nt_replay_report(r, item->place, r->position->plies, NT_DIAG_REPAIRED, "%s: no promotion is named; %s is taken",
                         nt_quote(nt_game_text(r->game, item->text), quoted), nt_word_kind(v, move->promo));
        return true;
    }
    intent->promo = 0;
    return false;
}

/* A null move where the variant has no passing: allowed in variations, and in the main line by repair. */
static bool accept_null(nt_replay *r, const nt_item *item, nt_fault *fault) {
    char quoted[NT_QUOTE_SIZE];
    if (nt_in_check(r->position, r->position->state.player)) return false;
    if (r->depth) return true;
    if (r->context->mode != NT_REPAIR) {
        nt_fault_set(fault, NT_DIAG_NULL_MOVE, "a null move cannot stand in the main line; %s has no passing",
                     r->variant->title);
        return false;
    }
    nt_replay_report(r, item->place, r->position->plies, NT_DIAG_REPAIRED, "%s: a null move in the main line is kept",
                     nt_quote(nt_game_text(r->game, item->text), quoted));
    return true;
}

/* ---- one move ---- */

/* From the text of the move to the legal move. *read: the intent is known. */
static nt_status find_move(nt_replay *r, const nt_item *item, nt_intent *intent, bool *read, nt_move *move,
                           nt_fault *fault) {
    const nt_format *format = r->game->format;
    nt_status status = format->read_move(r->position, nt_game_text(r->game, item->text), intent, fault);
    *read = status == NT_OK;
    if (!*read) return status;
    intent->format = format;
    status = nt_resolve(r->position, intent, move, fault);
    if (NT_LIKELY(status != NT_INVALID)) return status;
    if (intent->form == NT_INTENT_PASS && fault->id == NT_DIAG_PASS_FORBIDDEN && accept_null(r, item, fault)) {
        *move = (nt_move){.type = NT_MOVE_PASS};
        return NT_OK;
    }
    bool repairable = fault->id == NT_DIAG_PROMOTION_MISSING && r->context->mode == NT_REPAIR && !intent->unpromoted;
    return repairable && repair_promotion(r, item, intent, move) ? NT_OK : NT_INVALID;
}

nt_status nt_replay_why(nt_replay *r, size_t i, nt_intent *intent, nt_fault *fault) {
    const nt_variant *written = r->position->variant;
    nt_move move;
    bool read = false;
    r->position->variant = r->variant; /* by whose names the game is read */
    nt_status status = find_move(r, &r->game->items[i], intent, &read, &move, fault);
    r->position->variant = written;
    if (!read) nt_intent_clear(intent);
    return nt_context_settle(r->context, status);
}

/* Whether the text of a move is what would be written but for its mark, as far as can be told without a look at the board: no
 * deviation, no rank of the origin, which gives way to the file where that is enough, and one word. */
static bool is_canonical(const nt_replay *r, const nt_item *item, const nt_intent *intent) {
    nt_text rest;
    nt_text text = nt_game_text(r->game, item->text), word = nt_text_word(text, &rest);
    bool is_move = intent->form == NT_INTENT_MOVE || intent->form == NT_INTENT_CASTLE;
    bool has_rank = intent->from_rank >= 0 || intent->from != NT_NO_CELL;
    return is_move && !intent->spelling && !has_rank && !r->context->language && word.length == text.length;
}

nt_status nt_replay_play(nt_replay *r, size_t i) {
    const nt_item *item = &r->game->items[i];
    nt_position *p = r->position;
    nt_intent intent;
    nt_fault fault;
    nt_move move;
    bool read = false;
    if (nt_replay_is_number(&r->variant->scheme, nt_game_text(r->game, item->text))) {
        nt_replay_number(r, item);
        return NT_OK;
    }
    if (r->line.stopped) {
        r->states[i] = NT_PLY_AFTER;
        r->line.last = NT_LAST_AFTER;
        return NT_OK;
    }
    nt_status status = find_move(r, item, &intent, &read, &move, &fault);
    if (status == NT_INVALID) {
        report_fault(r, i, read ? &intent : NULL, &fault);
        stop_line(r, i);
        return NT_OK;
    }
    if (status != NT_OK) return status;
    if (!nt_position_reserve(p, 1)) return NT_NO_MEMORY;
    if (NT_UNLIKELY(intent.spelling)) {
        if (intent.spelling & NT_SPELL_NUMBER) check_glued_number(r, item, &intent);
        check_spelling(r, item, move, &intent);
    }
    nt_make(p, move);
    nt_replay_note(r, i, move, intent.check, is_canonical(r, item, &intent));
    r->line.last = NT_LAST_MADE;
    return NT_OK;
}
