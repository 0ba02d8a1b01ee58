/* Why no legal move fits an intent. Runs only after the resolver has failed: each man that could be meant is held
 * against one condition after the other, and the one that came nearest to a legal move is explained. */
#include "meaning/explain.h"

enum { BETWEEN = NT_MAX_CHOICES + 1 };

/* What keeps a man from its target, the nearest to a legal move first. */
typedef enum obstacle {
    FORBIDDEN,         /* all is well but for check or a duty */
    PROMOTION,         /* ... but for what is said of the promotion */
    CAPTURE_UNSTATED,  /* ... but that a pawn's capture is written like a push */
    BLOCKED,
    NO_CAPTURE,
    ONLY_CAPTURE,
    OWN_TARGET,
    IMPOSSIBLE
} obstacle;

typedef struct finding {
    obstacle obstacle;
    unsigned from;
    nt_move move;      /* FORBIDDEN, PROMOTION, CAPTURE_UNSTATED: the move that would do */
} finding;

static bool reaches(const nt_reach *reach, unsigned from) {
    return nt_cells_has(&reach->leap, from) || nt_cells_has(&reach->ride, from) || nt_cells_has(&reach->complex, from);
}

/* The obstacle of a man whose target can be reached with the board as it is. */
static finding judge_moves(const nt_position *p, const nt_intent *intent, unsigned from, nt_move *moves, size_t count) {
    finding found = {PROMOTION, from, moves[0]};
    size_t kept = nt_intent_keep_promotion(p->variant, intent, moves, count);
    if (!kept) return found;
    found.move = moves[0];
    found.obstacle = nt_intent_bars_capture(p->variant, intent, moves[0]) ? CAPTURE_UNSTATED : FORBIDDEN;
    return found;
}

static finding judge(const nt_position *p, const nt_intent *intent, unsigned from, unsigned to) {
    const nt_variant *v = p->variant;
    size_t row = (size_t)p->cell[from] * v->board.cells + to;
    bool quiet = reaches(&v->quiet[row], from), capture = reaches(&v->capture[row], from);
    bool passer = nt_cells_has(&v->passer[row], from);
    finding found = {IMPOSSIBLE, from, {0}};
    if (!quiet && !capture && !passer) return found;
    nt_move moves[BETWEEN];
    size_t count = nt_moves_between(p, from, to, moves);
    if (count) return judge_moves(p, intent, from, moves, count);
    unsigned target = p->cell[to];
    found.obstacle = BLOCKED;
    if (target && nt_code_player(target) == p->state.player) {
        found.obstacle = OWN_TARGET;
    } else if (target && !capture) {
        found.obstacle = NO_CAPTURE;
    } else if (!target && !quiet) {
        found.obstacle = ONLY_CAPTURE;
    }
    return found;
}

/* ---- words for one man ---- */

static bool step_passes(const nt_position *p, nt_step step, unsigned player) {
    unsigned code = p->cell[step.cell];
    if (!code) return step.flags & NT_STEP_EMPTY_GOES;
    return step.flags & (nt_code_player(code) == player ? NT_STEP_OWN_GOES : NT_STEP_ENEMY_GOES);
}

/* The first cell on a path of the man's step program at which the walk to its target is stopped. */
static unsigned find_blocker(const nt_position *p, unsigned from, unsigned to) {
    const nt_variant *v = p->variant;
    const nt_program *program = nt_program_of(v, p->cell[from], from);
    const nt_step *steps = v->steps + program->first;
    unsigned ends = p->cell[to] ? NT_STEP_ENEMY_ENDS : NT_STEP_EMPTY_ENDS;
    for (unsigned i = 0; i < program->length; i++) {
        if (steps[i].cell != to || !(steps[i].flags & ends)) continue;
        for (unsigned k = 0; k < i; k++) {
            /* the steps above i in the tree are those whose subtree reaches beyond it */
            if (steps[k].skip > i && !step_passes(p, steps[k], p->state.player)) return steps[k].cell;
        }
    }
    return NT_NO_CELL;
}

static void say_blocked(const nt_position *p, unsigned from, unsigned to, nt_fault *fault) {
    char man[NT_MAN_SIZE], blocker[NT_MAN_SIZE], cell[NT_CELL_NAME_SIZE];
    unsigned at = find_blocker(p, from, to);
    nt_word_man(p, from, man);
    if (at != NT_NO_CELL && p->cell[at]) {
        nt_fault_set(fault, NT_DIAG_MOVE_BLOCKED, "%s is blocked by %s", man, nt_word_man(p, at, blocker));
    } else if (at != NT_NO_CELL) {
        nt_fault_set(fault, NT_DIAG_MOVE_BLOCKED, "%s needs a man on %s to get there", man,
                     nt_word_cell(p->variant, at, cell));
    } else {
        nt_fault_set(fault, NT_DIAG_MOVE_BLOCKED, "%s cannot get to %s as the men stand", man,
                     nt_word_cell(p->variant, to, cell));
    }
}

static void say_promotion(const nt_position *p, const nt_intent *intent, const finding *found, nt_fault *fault) {
    const nt_variant *v = p->variant;
    char man[NT_MAN_SIZE], choice[NT_MAN_SIZE], cell[NT_CELL_NAME_SIZE];
    nt_move moves[BETWEEN];
    size_t count = nt_moves_between(p, found->from, intent->to, moves), choices = 0;
    bool missing = !intent->promo && !intent->unpromoted;
    nt_word_man(p, found->from, man);
    nt_word_cell(v, intent->to, cell);
    for (size_t i = 0; i < count; i++) choices += moves[i].promo != 0;
    if (!choices) {
        nt_fault_set(fault, NT_DIAG_PROMOTION_WRONG, "%s does not promote on %s", man, cell);
        return;
    }
    if (missing) {
        nt_fault_set(fault, NT_DIAG_PROMOTION_MISSING, "%s promotes on %s: the move must say to what", man, cell);
    } else if (intent->unpromoted) {
        nt_fault_set(fault, NT_DIAG_PROMOTION_MISSING, "%s must promote on %s", man, cell);
    } else {
        nt_word_label(v, nt_code_of(intent->promo, p->state.player), NULL, choice);
        nt_fault_set(fault, NT_DIAG_PROMOTION_WRONG, "%s cannot promote to %s", man, choice);
    }
    const char *join = "; the choice is ";
    for (size_t i = 0; i < count; i++) {
        if (!moves[i].promo) continue;
        nt_word_label(v, nt_code_of(moves[i].promo, p->state.player), "", choice);
        nt_message_add(&fault->message, "%s%s", join, choice + 1);
        join = ", ";
    }
}

/* Says from where the royal piece would be attacked after the move; false when it would not be. */
static bool say_check(nt_position *p, nt_move move, nt_fault *fault) {
    const nt_variant *v = p->variant;
    unsigned player = p->state.player, royal = p->royal[player];
    nt_cells attackers = {{0}}, before = {{0}};
    char man[NT_MAN_SIZE], king[NT_CELL_NAME_SIZE];
    if (!v->checks || royal == NT_NO_CELL || !nt_position_reserve(p, 1)) return false;
    bool in_check = nt_attacked(p, royal, player, &before);
    nt_word_man(p, move.from, man);
    const char *kind = nt_word_kind(v, nt_code_kind(p->cell[royal]));
    nt_make(p, move);
    unsigned after = p->royal[player];
    bool attacked = after != NT_NO_CELL && nt_attacked(p, after, player, &attackers);
    if (attacked) {
        unsigned first = 0;
        while (!nt_cells_has(&attackers, first)) first++;
        bool pinned = move.type != NT_MOVE_DROP && move.type != NT_MOVE_EN_PASSANT &&
                      nt_between(v, first, royal)[move.from >> 6] >> (move.from & 63) & 1;
        nt_word_cell(v, after, king);
        nt_fault_set(fault, NT_DIAG_MOVE_LEAVES_CHECK, "%s", "");
        if (after != royal) {
            nt_message_add(&fault->message, "%s is attacked by ", king);
        } else if (in_check) {
            nt_message_add(&fault->message, "the %s on %s would still be attacked by ", kind, king);
        } else if (pinned) {
            nt_message_add(&fault->message, "%s is pinned against the %s on %s by ", man, kind, king);
        } else {
            nt_message_add(&fault->message, "the %s on %s would be attacked by ", kind, king);
        }
        nt_word_men(&fault->message, p, &attackers);
    }
    nt_unmake(p);
    return attacked;
}

/* A legal move that another must give way to, or that may have been meant: adds up to two that end on a cell, or, for
 * NT_NO_CELL, the first one. */
static void add_hint(nt_position *p, const nt_intent *intent, unsigned to, const char *after, nt_message *message) {
    size_t size = p->variant->move_bound * sizeof(nt_move), kept = 0;
    nt_move *list = nt_new(p->context, size);
    p->context->starved |= !list;
    if (!list) return;
    size_t count = nt_generate(p, list);
    for (size_t i = 0; i < count; i++) {
        if (to == NT_NO_CELL ? kept == 0 : list[i].to == to && list[i].type != NT_MOVE_DROP) list[kept++] = list[i];
    }
    if (kept == 1 || kept == 2) {
        nt_message_add(message, "; ");
        nt_word_move(message, p, list[0], intent);
        if (kept == 2) {
            nt_message_add(message, " and ");
            nt_word_move(message, p, list[1], intent);
        }
        nt_message_add(message, " %s %s", kept == 1 ? "is" : "are", after);
    }
    nt_delete(p->context, list, size);
}

/* A move that is fine but for check or a duty of the variant. */
static void say_forbidden(nt_position *p, const nt_intent *intent, nt_move move, nt_fault *fault) {
    const nt_variant *v = p->variant;
    if (say_check(p, move, fault)) return;
    if (v->must_capture && !(move.flags & NT_MOVE_CAPTURE)) {
        nt_fault_set(fault, NT_DIAG_MOVE_MUST_CAPTURE, "a capture is possible and must be made");
        add_hint(p, intent, NT_NO_CELL, "legal", &fault->message);
    } else if (v->no_giving_check) {
        nt_fault_set(fault, NT_DIAG_MOVE_GIVES_CHECK, "the move gives check, which %s forbids", v->title);
    } else {
        nt_fault_set(fault, NT_DIAG_MOVE_IMPOSSIBLE, "the rules of %s do not allow this move here", v->title);
    }
}

static void say_capture(nt_position *p, const nt_intent *intent, const finding *found, nt_fault *fault) {
    const nt_variant *v = p->variant;
    char man[NT_MAN_SIZE], other[NT_MAN_SIZE], cell[NT_CELL_NAME_SIZE];
    nt_word_man(p, found->from, man);
    nt_word_cell(v, intent->to, cell);
    if (found->obstacle == NO_CAPTURE) {
        nt_fault_set(fault, NT_DIAG_MOVE_NO_CAPTURE, "%s cannot capture %s in this way", man,
                     nt_word_man(p, intent->to, other));
    } else if (found->obstacle == OWN_TARGET) {
        nt_fault_set(fault, NT_DIAG_MOVE_OWN_TARGET, "%s cannot go where %s of its own side stands", man,
                     nt_word_man(p, intent->to, other));
    } else if (found->obstacle == CAPTURE_UNSTATED) {
        nt_fault_set(fault, NT_DIAG_MOVE_ONLY_CAPTURE, "no %s of %s can advance to %s",
                     nt_word_kind(v, found->move.piece), nt_word_player(v, p->state.player), cell);
        nt_message_add(&fault->message, "; write ");
        nt_word_move(&fault->message, p, found->move, intent);
    } else {
        size_t row = (size_t)p->cell[found->from] * v->board.cells + intent->to;
        bool passer = nt_cells_has(&v->passer[row], found->from);
        nt_fault_set(fault, NT_DIAG_MOVE_ONLY_CAPTURE, "%s can go to %s only by capturing, and %s is empty%s", man,
                     cell, cell, passer ? "; no pawn has passed it in the move before" : "");
    }
}

/* A king's move that can only be castling: the side, or -1. */
static int castling_side(const nt_position *p, unsigned from, unsigned to) {
    const nt_variant *v = p->variant;
    const nt_castling *c = &v->castling;
    unsigned player = p->state.player;
    if (!c->exists || nt_code_kind(p->cell[from]) != c->king_kind) return -1;
    if (from != c->king_from[player] && !p->free_castling) return -1;
    int far = v->board.x[to] - v->board.x[from];
    if (far < 2 && far > -2) return -1;
    for (int side = 0; side < 2; side++) {
        if (c->side_exists[player] >> side & 1 && c->king_to[player][side] == to) return side;
    }
    return -1;
}

/* A king who would go as far to the side as castling takes him, but does not stand where it begins: says so. */
static void add_lost_castling(const nt_position *p, unsigned from, unsigned to, nt_message *message) {
    const nt_variant *v = p->variant;
    const nt_castling *c = &v->castling;
    unsigned player = p->state.player, home = c->king_from[player];
    if (!c->exists || c->any_file || p->free_castling || nt_code_kind(p->cell[from]) != c->king_kind || from == home) return;
    int far = v->board.x[to] - v->board.x[from];
    unsigned side = far > 0;
    if (!(c->side_exists[player] >> side & 1) || v->board.y[to] != v->board.y[from]) return;
    if (far != v->board.x[c->king_to[player][side]] - v->board.x[home]) return;
    char cell[NT_CELL_NAME_SIZE];
    nt_message_add(message, "; %s has no castling right, since the %s does not stand on %s", nt_word_player(v, player),
                   nt_word_kind(v, c->king_kind), nt_word_cell(v, home, cell));
}

static void say_finding(nt_position *p, const nt_intent *intent, const finding *found, nt_fault *fault) {
    char man[NT_MAN_SIZE], cell[NT_CELL_NAME_SIZE];
    int side;
    switch (found->obstacle) {
    case FORBIDDEN: say_forbidden(p, intent, found->move, fault); break;
    case PROMOTION: say_promotion(p, intent, found, fault); break;
    case BLOCKED: say_blocked(p, found->from, intent->to, fault); break;
    case NO_CAPTURE:
    case ONLY_CAPTURE:
    case CAPTURE_UNSTATED:
    case OWN_TARGET: say_capture(p, intent, found, fault); break;
    case IMPOSSIBLE:
        side = castling_side(p, found->from, intent->to);
        if (side >= 0) {
            nt_explain_castling(p, (unsigned)side, fault);
            break;
        }
        nt_fault_set(fault, NT_DIAG_MOVE_IMPOSSIBLE, "%s cannot reach %s", nt_word_man(p, found->from, man),
                     nt_word_cell(p->variant, intent->to, cell));
        add_lost_castling(p, found->from, intent->to, &fault->message);
        add_hint(p, intent, intent->to, "legal", &fault->message);
    }
}

/* ---- which man ---- */

/* Nobody of the kind stands where the origin is said to be. */
static void say_no_piece(nt_position *p, const nt_intent *intent, unsigned kind, nt_fault *fault) {
    const nt_variant *v = p->variant;
    const nt_scheme *scheme = &v->scheme;
    nt_fault_set(fault, NT_DIAG_MOVE_NO_PIECE, "%s has no %s", nt_word_player(v, p->state.player),
                 kind ? nt_word_kind(v, kind) : "man");
    if (intent->from_file >= 0) nt_message_add(&fault->message, " on file %s", scheme->file_label[intent->from_file]);
    if (intent->from_rank >= 0) nt_message_add(&fault->message, " on rank %s", scheme->rank_label[intent->from_rank]);
    add_hint(p, intent, intent->to, "legal", &fault->message);
}

/* The man that comes nearest among those that may be meant; *count: how many there are. */
static finding nearest(const nt_position *p, const nt_intent *intent, size_t *count) {
    const nt_variant *v = p->variant;
    finding best = {IMPOSSIBLE, NT_NO_CELL, {0}};
    *count = 0;
    for (unsigned cell = 0; cell < v->board.cells; cell++) {
        unsigned code = p->cell[cell];
        if (!code || nt_code_player(code) != p->state.player) continue;
        if (!nt_intent_fits_kind(v, intent, nt_code_kind(code)) || !nt_intent_fits_origin(v, intent, cell)) continue;
        finding found = judge(p, intent, cell, intent->to);
        if (!*count || found.obstacle < best.obstacle) best = found;
        ++*count;
    }
    return best;
}

static unsigned pawn_kind(const nt_variant *v) {
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        if (v->kind[kind].is_pawn) return kind;
    }
    return 0;
}

static void explain_kind(nt_position *p, const nt_intent *intent, nt_fault *fault) {
    const nt_variant *v = p->variant;
    char cell[NT_CELL_NAME_SIZE];
    size_t count;
    unsigned kind = intent->kind ? intent->kind : intent->pawn_if_unstated ? pawn_kind(v) : 0;
    finding found = nearest(p, intent, &count);
    if (!count) {
        say_no_piece(p, intent, kind, fault);
    } else if (found.obstacle == IMPOSSIBLE && count > 1) {
        nt_fault_set(fault, NT_DIAG_MOVE_NO_PIECE, "no %s of %s can go to %s", kind ? nt_word_kind(v, kind) : "man",
                     nt_word_player(v, p->state.player), nt_word_cell(v, intent->to, cell));
        add_hint(p, intent, intent->to, "legal", &fault->message);
    } else {
        say_finding(p, intent, &found, fault);
    }
}

/* Where e4e5 can be no move, it may be two that run together. */
static void add_glued(nt_position *p, const nt_intent *intent, nt_message *message) {
    const nt_variant *v = p->variant;
    size_t size = v->move_bound * sizeof(nt_move);
    nt_move *list = nt_new(p->context, size);
    p->context->starved |= !list;
    if (!list) return;
    bool can_go = false;
    for (size_t count = nt_generate(p, list); count-- > 0 && !can_go;) {
        bool is_advance = v->kind[list[count].piece].is_pawn && !(list[count].flags & NT_MOVE_CAPTURE);
        can_go = is_advance && list[count].to == intent->from && list[count].type != NT_MOVE_DROP && !list[count].promo;
    }
    nt_delete(p->context, list, size);
    char first[NT_CELL_NAME_SIZE], second[NT_CELL_NAME_SIZE];
    if (can_go) nt_message_add(message, "; as two moves it is written %s %s", nt_word_cell(v, intent->from, first),
                               nt_word_cell(v, intent->to, second));
}

/* The origin is stated: what stands there must be the mover's and the kind that the label says. */
static void explain_origin(nt_position *p, const nt_intent *intent, nt_fault *fault) {
    const nt_variant *v = p->variant;
    unsigned code = p->cell[intent->from], player = p->state.player;
    char cell[NT_CELL_NAME_SIZE], there[NT_MAN_SIZE], label[NT_MAN_SIZE];
    nt_word_cell(v, intent->from, cell);
    if (!code) {
        nt_fault_set(fault, NT_DIAG_ORIGIN_EMPTY, "nothing stands on %s", cell);
        if (!intent->kind && intent->to != NT_NO_CELL) add_glued(p, intent, &fault->message);
        return;
    }
    nt_word_label(v, code, "the", there);
    if (nt_code_player(code) != player) {
        nt_fault_set(fault, NT_DIAG_ORIGIN_ENEMY, "%s on %s is %s's, and %s is to move", there, cell,
                     nt_word_player(v, nt_code_player(code)), nt_word_player(v, player));
    } else if (intent->kind && !nt_intent_fits_kind(v, intent, nt_code_kind(code))) {
        nt_word_label(v, nt_code_of(intent->kind, player), NULL, label);
        nt_fault_set(fault, NT_DIAG_LABEL_MISMATCH, "the piece on %s is %s, not %s", cell, there, label);
    } else if (intent->from == intent->to) {
        nt_fault_set(fault, NT_DIAG_MOVE_IMPOSSIBLE, "the move starts and ends on %s", cell);
    } else {
        finding found = judge(p, intent, intent->from, intent->to);
        say_finding(p, intent, &found, fault);
    }
}

/* ---- the whole intent ---- */

/* A label in the case of the side that is not to move; true when it was said. */
static bool explain_side(const nt_position *p, const nt_intent *intent, nt_fault *fault) {
    const nt_variant *v = p->variant;
    int player = p->state.player;
    bool promotion = !nt_intent_is_other_side(p, intent->player);
    int wrong = promotion ? intent->promo_player : intent->player;
    unsigned kind = promotion ? intent->promo : intent->kind;
    if (!nt_intent_is_other_side(p, wrong) || !kind) return false;
    char bad[NT_LABEL_SIZE], good[NT_LABEL_SIZE];
    size_t bad_length = nt_label_of(v, nt_code_of(kind, (unsigned)wrong), bad);
    size_t good_length = nt_label_of(v, nt_code_of(kind, (unsigned)player), good);
    nt_fault_set(fault, NT_DIAG_LABEL_SIDE, "%.*s is a label of %s, and %s is to move", (int)bad_length, bad,
                 nt_word_player(v, (unsigned)wrong), nt_word_player(v, (unsigned)player));
    bool own = promotion || (intent->from != NT_NO_CELL && p->cell[intent->from] &&
                             nt_code_player(p->cell[intent->from]) == (unsigned)player);
    if (own) nt_message_add(&fault->message, "; write %.*s", (int)good_length, good);
    for (unsigned i = 0; promotion && i < intent->parts; i++) {
        if (intent->part[i].form != NT_PART_PLACE) continue;
        if (own) nt_message_add(&fault->message, "-dest");
        fault->at = intent->part[i].at;
        break;
    }
    return true;
}

/* A game that was over before the move; true when it was said. */
static bool explain_end(nt_position *p, nt_fault *fault) {
    nt_result result;
    nt_ending ending = nt_position_ending(p, &result);
    if (ending == NT_ENDING_NONE || ending == NT_ENDING_REPETITION || ending == NT_ENDING_MOVE_RULE) return false;
    nt_fault_set(fault, NT_DIAG_MOVE_AFTER_END, "the game had ended before this move, by %s", nt_ending_name(ending));
    return true;
}

void nt_explain(nt_position *p, const nt_intent *intent, nt_fault *fault) {
    if (explain_end(p, fault) || explain_side(p, intent, fault)) return;
    switch (intent->form) {
    case NT_INTENT_DROP: nt_explain_drop(p, intent, nt_intent_dropped(p->variant, intent), fault); return;
    case NT_INTENT_CASTLE: nt_explain_castling(p, (unsigned)intent->side & 1, fault); return;
    case NT_INTENT_PASS: nt_explain_pass(p, fault); return;
    case NT_INTENT_MOVE: break;
    }
    if (intent->to == NT_NO_CELL && intent->to_file >= 0 && intent->from_file >= 0) {
        const nt_scheme *scheme = &p->variant->scheme;
        nt_fault_set(fault, NT_DIAG_MOVE_NO_PIECE, "no pawn of %s on file %s can capture on file %s",
                     nt_word_player(p->variant, p->state.player), scheme->file_label[intent->from_file],
                     scheme->file_label[intent->to_file]);
    } else if (intent->to == NT_NO_CELL) {
        nt_fault_set(fault, NT_DIAG_MOVE_SYNTAX, "the move does not say where it ends");
    } else if (intent->from != NT_NO_CELL) {
        explain_origin(p, intent, fault);
    } else {
        explain_kind(p, intent, fault);
    }
}

void nt_explain_ambiguous(nt_position *p, const nt_intent *intent, const nt_move *moves, size_t count, size_t at_hand,
                          nt_fault *fault) {
    nt_fault_set(fault, NT_DIAG_MOVE_AMBIGUOUS, "%zu legal moves fit: ", count);
    for (size_t i = 0; i < at_hand; i++) {
        nt_message_add(&fault->message, "%s", i == 0 ? "" : i + 1 == count ? " and " : ", ");
        nt_word_move(&fault->message, p, moves[i], intent);
    }
    if (at_hand < count) nt_message_add(&fault->message, ", ...");
}
