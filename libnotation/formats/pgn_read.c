/* Reading PGN (import format of the standard of 1994, and what is met beside it): one pass over the bytes of a game,
 * which stay in the window of the input. Games and variations are here; tags, words, comments in the files beside. */
#include "formats/pgn_block.h"

enum {
    MOST_MESSAGES = 100,
    PLAIN_NUMBER = 8,  /* digits of a number that is plain */
    STEP = 4,          /* bytes at once */
    PLAIN_MARGIN = PGN_BLOCK + 8, /* bytes that may be looked at from the first one of a plain move or number on */
};

#define SG (PGN_SIGN | PGN_IN_WORD | PGN_ODD)
#define MK (PGN_MARK | PGN_IN_WORD)
#define LT (PGN_LETTER | PGN_IN_WORD)
#define DG (PGN_DIGIT | PGN_IN_WORD | PGN_HAS_DIGIT)
#define HI (PGN_HIGH | PGN_IN_WORD | PGN_ODD)
#define HB (PGN_HIGH | PGN_ODD) /* may begin a blank of typography: A0, C2, EF */
#define OF(kind) (PGN_##kind | PGN_ODD)
#define CT OF(CONTROL)
#define BL OF(BLANK)
#define BR OF(BREAK)
#define HIGH_ROW HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI

const unsigned char nt_pgn_class[256] = {
    OF(NUL), CT, CT, CT, CT, CT, CT, CT, CT, BL, BR, BL, BL, BR, CT, CT,                        /* */
    CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT,                             /* */
    BL, OF(GLYPH), SG, MK, OF(DOLLAR), OF(ESCAPE), SG, SG,                                      /* blank to ' */
    OF(OPEN), OF(CLOSE), OF(STAR), MK, SG, SG, OF(DOT), SG,                                     /* ( to / */
    DG, DG, DG, DG, DG, DG, DG, DG, DG, DG, SG, OF(REST), OF(ANGLE), SG, OF(ANGLE), OF(GLYPH), /* 0 to ? */
    SG, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT,                             /* @ to O */
    LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, OF(TAG), SG, OF(TAG_END), SG, SG,               /* P to _ */
    SG, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT,                             /* ` to o */
    LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, LT, OF(COMMENT), SG, OF(COMMENT_END), SG, CT,       /* p to DEL */
    HIGH_ROW, HIGH_ROW,                                                                         /* 80 to 9F */
    HB, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HIGH_ROW,                   /* A0 to BF */
    HI, HI, HB, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI,                             /* C0 to CF */
    HIGH_ROW,                                                                                   /* */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HB,                             /* E0 to EF */
    HIGH_ROW,
};

/* ---- the window ---- */

static void take_window(nt_pgn *x) {
    const nt_input *input = x->reader->input;
    nt_reader_moved(x->reader);
    x->base = input->data + input->pin;
    x->end = input->data + input->size;
}

bool nt_pgn_fill(nt_pgn *x, const unsigned char **p) {
    size_t at = nt_pgn_at(x, *p);
    if (x->is_over) return false;
    if (at > x->most && !x->is_between) {
        x->is_long = x->is_over = true;
        return false;
    }
    if (at > x->most && at - x->last_end > x->most) return false; /* blanks enough: what follows is another game */
    nt_status status = nt_input_more(x->reader->input);
    take_window(x);
    *p = x->base + at;
    if (status == NT_OK) return true;
    x->is_over = true;
    if (status != NT_END) x->status = status;
    return false;
}

void nt_pgn_need(nt_pgn *x, const unsigned char **p, size_t count) {
    size_t most = x->most;
    x->most += count; /* looking ahead is not reading too much */
    for (bool has_more = true; has_more && (size_t)(x->end - *p) < count;) {
        size_t back = (size_t)(x->end - *p);
        const unsigned char *end = x->end;
        has_more = nt_pgn_fill(x, &end);
        *p = end - back; /* the window may move even when there is no more */
    }
    x->most = most;
}

/* ---- findings and items ---- */

/* Counts a finding; whether it is shown. */
static bool is_shown(nt_pgn *x, nt_diag_id id) {
    bool is_error = nt_diag_severity(id) == NT_ERROR || x->reader->context->mode == NT_STRICT;
    if (is_error) x->record->game.damaged = true;
    return x->messages++ < MOST_MESSAGES;
}

void nt_pgn_report(nt_pgn *x, nt_diag_id id, size_t at, const char *format, ...) {
    va_list arguments;
    nt_place place = nt_game_place(&x->record->game, at);
    va_start(arguments, format);
    if (is_shown(x, id)) nt_report_list(x->reader->context, &place, id, format, arguments);
    va_end(arguments);
}

void nt_pgn_report_at(nt_pgn *x, const nt_place *place, nt_diag_id id, const char *text) {
    if (is_shown(x, id)) nt_report(x->reader->context, place, id, "%s", text);
}

void nt_pgn_report_nul(nt_pgn *x, size_t at) {
    if (x->told & PGN_TOLD_NUL) return;
    x->told |= PGN_TOLD_NUL;
    nt_pgn_report(x, NT_DIAG_NUL_BYTE, at, "the text holds a NUL byte");
}

static void report_control(nt_pgn *x, size_t at) {
    if (x->told & PGN_TOLD_CONTROL) return;
    x->told |= PGN_TOLD_CONTROL;
    nt_pgn_report(x, NT_DIAG_CONTROL_BYTE, at, "the control byte 0x%02X is taken for a blank", x->base[at]);
}

void nt_pgn_put(nt_pgn *x, nt_item item) {
    if (x->given_up) return;
    if (x->skip_level) {
        x->skip_words++;
        return;
    }
    nt_status status = nt_record_item(x->record, item);
    if (status == NT_OK) return;
    if (status != NT_LIMIT) {
        x->status = status;
        x->is_done = true;
    } else if (item.kind == NT_ITEM_MOVE) {
        x->given_up = true;
    } else if (item.kind == NT_ITEM_LINE_OPEN) {
        x->skip_level = x->level;
        x->skip_silently = true;
    }
}

/* ---- variations ---- */

static void open_line(nt_pgn *x, size_t at) {
    x->has_body = true;
    x->level++;
    if (x->skip_level || x->given_up) return;
    if (x->has_result && !(x->told & PGN_TOLD_LINE_AFTER_RESULT)) {
        x->told |= PGN_TOLD_LINE_AFTER_RESULT;
        nt_pgn_report(x, NT_DIAG_LINE_AFTER_RESULT, at, "a variation stands after the result; it is put before it");
    }
    if (x->has_move) {
        nt_pgn_put(x, nt_pgn_item(NT_ITEM_LINE_OPEN, at, 1));
        x->has_move = false;
        return;
    }
    x->skip_level = x->level;
    x->skip_silently = false;
    x->skip_at = at;
    x->skip_words = 0;
}

static void report_skipped(nt_pgn *x) {
    if (x->skip_silently) return;
    nt_pgn_report(x, NT_DIAG_LINE_NO_MOVE, x->skip_at,
                  "the variation stands before any move that it could replace; it is left out (%zu words and signs)",
                  x->skip_words);
}

static void close_line(nt_pgn *x, size_t at) {
    if (x->level == 0) {
        nt_pgn_report(x, NT_DIAG_LINE_UNOPENED, at, "no variation is open that could be closed here");
        return;
    }
    x->level--;
    if (x->given_up) return;
    if (x->skip_level > x->level) {
        report_skipped(x);
        if (x->skip_silently) x->has_move = true; /* what was too deep stood after a move */
        x->skip_level = 0;
        return;
    }
    if (x->skip_level) return;
    nt_pgn_put(x, nt_pgn_item(NT_ITEM_LINE_CLOSE, at, 1));
    x->has_move = true;
}

/* At the end of the game: says which line was left open, and takes a result inside it for that of the game. */
static void close_open_lines(nt_pgn *x) {
    nt_record *record = x->record;
    nt_item *items = record->items;
    size_t i = record->game.item_count, closed = 0;
    if (x->skip_level) report_skipped(x);
    x->skip_level = 0;
    if (record->depth == 0) return;
    for (; i-- > 0;) {
        if (items[i].kind == NT_ITEM_LINE_OPEN && closed-- == 0) break;
        closed += items[i].kind == NT_ITEM_LINE_CLOSE;
    }
    if (!x->given_up && !x->is_long)
        nt_pgn_report(x, NT_DIAG_LINE_UNCLOSED, items[i].place,
                      "the variation that opens here is not closed before the game ends%s",
                      record->depth > 1 ? "; nor are those around it" : "");
    nt_item last = items[record->game.item_count - 1];
    if (last.kind == NT_ITEM_RESULT && !x->has_result) {
        record->game.item_count--;
        x->level = 0;
        nt_pgn_result(x, last.text.offset, last.text.length);
    }
    nt_status status = nt_record_close_lines(record, (uint32_t)x->last_end);
    if (status != NT_OK) x->status = status;
}

/* ---- games ---- */

static const unsigned char *skip_blanks(nt_pgn *x, const unsigned char *p) {
    for (;; p++) {
        switch (nt_pgn_kind(*p)) {
        case PGN_BLANK: break;
        case PGN_BREAK:
            if (*p == '\n' && p != x->base && p[-1] == '\r') break;
            if (++x->breaks == 2) x->blank_at = nt_pgn_at(x, p);
            break;
        case PGN_CONTROL: report_control(x, nt_pgn_at(x, p)); break;
        case PGN_NUL:
            if (p != x->end) nt_pgn_report_nul(x, nt_pgn_at(x, p));
            else if (!nt_pgn_fill(x, &p)) return p;
            else p--;
            break;
        default: return p;
        }
    }
}

/* Whether the next token, after a result, belongs to another game: a tag, what follows a blank line, move number 1. */
static bool is_behind_result(nt_pgn *x, const unsigned char **p) {
    if (**p == '[') return true;
    if (**p == '%') return false;
    if (x->breaks > 1) return true;
    if (x->level > 0 || **p != '1') return false;
    nt_pgn_need(x, p, 2);
    return (*p)[1] == '.' || nt_pgn_kind((*p)[1]) <= PGN_BREAK;
}

/* Whether the next token, after moves and a blank line, is the first of another game: the result of this one is missing. */
static bool is_begun_anew(nt_pgn *x, const unsigned char **p) {
    if (!x->has_move || x->level > 0 || **p != '1') return false;
    nt_pgn_need(x, p, 3);
    return (*p)[1] == '.' && (*p)[2] != '.';
}

/* A move as nearly all are: a short word that ends with a blank. Anything else goes the longer way. */
static inline const unsigned char *read_letters(nt_pgn *x, const unsigned char *p) {
    const unsigned char *start = p;
    unsigned seen = 0;
    size_t at = nt_pgn_at(x, p);
    do seen |= nt_pgn_class[*p++];
    while (nt_pgn_class[*p] & PGN_IN_WORD);
    bool is_move = (seen & (PGN_ODD | PGN_HAS_DIGIT)) == PGN_HAS_DIGIT && p - start < 5;
    if (NT_UNLIKELY(!is_move || nt_pgn_kind(*p) > PGN_BREAK)) return nt_pgn_word(x, p, at, seen);
    nt_pgn_move(x, at, (size_t)(p - start));
    return p;
}

static bool begins_line(const nt_pgn *x, const unsigned char *p) {
    if (p == x->base) return x->record->game.column == 1;
    return nt_pgn_kind(p[-1]) == PGN_BREAK;
}

static const unsigned char *read_token(nt_pgn *x, const unsigned char *p) {
    size_t at = nt_pgn_at(x, p);
    switch (nt_pgn_kind(*p)) {
    case PGN_LETTER: return read_letters(x, p);
    case PGN_DIGIT: return nt_pgn_number(x, p, at);
    case PGN_COMMENT: return nt_pgn_comment(x, p);
    case PGN_TAG: return nt_pgn_tag(x, p);
    case PGN_OPEN: open_line(x, at); return p + 1;
    case PGN_CLOSE: close_line(x, at); return p + 1;
    case PGN_DOLLAR: return nt_pgn_nag(x, p);
    case PGN_GLYPH: return nt_pgn_glyph(x, p);
    case PGN_STAR: nt_pgn_result(x, at, 1); return p + 1;
    case PGN_DOT: return nt_pgn_dots(x, p);
    case PGN_REST: return nt_pgn_rest(x, p, NT_ITEM_COMMENT);
    case PGN_ANGLE: return nt_pgn_angle(x, p);
    case PGN_ESCAPE:
        if (begins_line(x, p)) return nt_pgn_rest(x, p, NT_ITEM_ESCAPE);
        break;
    case PGN_COMMENT_END:
        nt_pgn_report(x, NT_DIAG_COMMENT_UNOPENED, at, "no comment is open that could end here; comments do not nest");
        return p + 1;
    default: break;
    }
    return nt_pgn_word(x, p + 1, at, nt_pgn_class[*p]);
}

/* ---- passing over moves ---- */

/* The bytes that moves, numbers and glyphs are made of, and no result: O-O and 1-0 have a hyphen. */
#define NO_ROW 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
static const bool is_plain[256] = {
    NO_ROW, NO_ROW,
    1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, /* blank ! # $ + . */
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, /* 0 to 9, = ? */
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, /* A to Z */
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, /* a to z */
};

/* Whether a byte that is not plain is passed: the end of a line on which moves go on, the hyphens of castling. */
static inline bool is_passed(const unsigned char *p) {
    return (*p == '\n' && (nt_is_letter(p[1]) || nt_is_digit(p[1]))) || (*p == '-' && p[-1] == 'O' && p[1] == 'O');
}

/* Passes over moves without looking at them: up to the end of the last word before the first byte that may be more. Only
 * where a move has come in this line, so that nothing that bears on where games end is another than if it had looked. */
static const unsigned char *pass_moves(nt_pgn *x, const unsigned char *p) {
    const unsigned char *start = p;
    do {
        while (x->end - p >= STEP && is_plain[p[0]] & is_plain[p[1]] & is_plain[p[2]] & is_plain[p[3]]) p += STEP;
        while (is_plain[*p]) p++; /* the NUL behind the window is not */
    } while (p > start && is_passed(p) && p++);
    bool is_apart = p > start && p[-1] == ' ' && (*p == '-' || p == x->end); /* 1 - 0: the word before it is of the result */
    for (int words = is_apart ? 2 : 1; words > 0; words--) {
        while (p > start && nt_pgn_kind(p[-1]) > PGN_BREAK) p--;
        while (p > start && nt_pgn_kind(p[-1]) <= PGN_BREAK) p--;
    }
    if (p == start) return p;
    x->last_end = nt_pgn_at(x, p);
    x->breaks = 0;
    return p;
}

/* ---- runs of plain moves ---- */

/* How many bytes castling has. */
static size_t castling(const unsigned char *p) {
    return memcmp(p, "O-O-O", 5) == 0 ? 5 : memcmp(p, "O-O", 3) == 0 ? 3 : 0;
}

/* How many bytes a promotion has, from its letter on: exd8=Q+. */
static size_t promotion(const unsigned char *p) {
    enum { MOST = 5 };
    size_t length = 1;
    while (length < MOST && (nt_is_letter(p[length]) || nt_is_digit(p[length]))) length++;
    if (p[length] != '=' || !nt_is_digit(p[length - 1]) || !nt_is_letter(p[length + 1])) return 0;
    length += 2;
    return length + (nt_pgn_kind(p[length]) == PGN_MARK);
}

/* How many bytes one of these has that a blank ends; 0: it is another word. */
static NT_COLD size_t special_move(const unsigned char *p) {
    size_t length = castling(p);
    if (!length) length = promotion(p);
    return nt_pgn_kind(p[length]) <= PGN_BREAK ? length : 0;
}

/* What read_run has found so far. */
typedef struct taken {
    nt_item *item; /* the next one */
    size_t moves;
} taken;

/* How many dots end a word that begins with a digit and has others in the set; 0: it is no move number, or not plain. */
static inline unsigned count_dots(const unsigned char *p, unsigned at, unsigned next, uint32_t others) {
    unsigned dots = next - (unsigned)__builtin_ctz(others);
    bool is_number = dots <= 3 && next - at - dots <= PLAIN_NUMBER && p[at] != '0';
    for (unsigned i = 1; is_number && i <= dots; i++) is_number = p[next - i] == '.';
    return is_number ? dots : 0;
}

/* Takes the words of a block that can only be a move or a move number with its dots, each with the one blank that ends it, up
 * to the first that may be something else. Returns how many bytes they have. There is no loop over bytes, because no branch
 * predictor foresees how long a word is. */
static NT_HOT_INLINE unsigned read_block(taken *run, const unsigned char *base, const unsigned char *p, pgn_block b) {
    uint32_t first = 1, end, joints = b.digit << 1 & b.letter;
    unsigned at = 0;
    for (uint32_t blanks = b.blank; blanks; blanks ^= end) {
        end = blanks & -blanks;
        uint32_t word = end - first;
        unsigned next = (unsigned)__builtin_ctz(end);
        size_t place = (size_t)(p - base) + at;
        if (NT_LIKELY((b.letter & first) != 0)) {
            if (NT_UNLIKELY((word & ~b.plain) != 0 || !(word & b.digit))) break;
            if (NT_UNLIKELY((word & joints) != 0) && nt_pgn_joint((nt_text){p + at, next - at}, false)) break;
            *run->item++ = nt_pgn_item(NT_ITEM_MOVE, place, next - at);
            run->moves++;
        } else {
            uint32_t others = word & ~b.digit;
            if (!(b.digit & first) || !others) break;
            unsigned dots = count_dots(p, at, next, others);
            if (NT_UNLIKELY(!dots)) break;
            *run->item = nt_pgn_item(NT_ITEM_NUMBER, place, next - at - dots);
            run->item++->value = (uint16_t)dots;
        }
        at = next + 1;
        first = end << 1;
    }
    return at;
}

/* The hot path: moves, their numbers and comments, which are most of most games, up to the first byte that is anything else. It
 * does what read_token does, without a look at the state for each of them. Measured: without it nt-check takes a fifth more
 * instructions. */
static NT_HOT_INLINE const unsigned char *run(nt_pgn *x, const unsigned char *p, pgn_block (*block_of)(const unsigned char *),
                                              nt_text_finder *find) {
    nt_record *record = x->record;
    size_t at_hand = nt_pgn_at(x, x->end) < x->most ? nt_pgn_at(x, x->end) : x->most;
    size_t count = record->game.item_count, room = record->item_capacity - count;
    size_t most = record->context->limits.plies - record->plies, longest = record->context->limits.comment;
    const unsigned char *base = x->base, *stop = at_hand > PLAIN_MARGIN ? base + at_hand - PLAIN_MARGIN : base, *end = p;
    if (room > most) room = most;
    bool is_free = x->breaks < 2 && !x->given_up && !x->skip_level && !x->has_result && !x->reader->tags_only;
    if (!is_free || room <= PGN_BLOCK / 2) return p; /* behind a blank line another game may begin */
    nt_item *first = record->items + count, *last = first + room - PGN_BLOCK / 2; /* a block has no more words than that */
    taken run = {first, 0};
    unsigned breaks = x->breaks;
    while (p < stop && run.item < last) {
        unsigned kind = nt_pgn_kind(*p);
        const unsigned char *start = p;
        if (kind == PGN_LETTER || kind == PGN_DIGIT) {
            p += read_block(&run, base, p, block_of(p));
            if (NT_LIKELY(p != start)) {
                end = p - 1;
                breaks = *end == '\n';
                continue;
            }
            p += kind == PGN_LETTER ? special_move(p) : 0;
            if (p == start) break;
            *run.item++ = nt_pgn_item(NT_ITEM_MOVE, (size_t)(start - base), (size_t)(p - start));
            run.moves++;
        } else if (kind == PGN_COMMENT && (run.moves || x->has_move)) {
            p = find(p, stop, '}', '[');
            if (p >= stop || *p != '}' || (size_t)(p - start) - 1 > longest) {
                p = start;
                break;
            }
            *run.item = (nt_item){.kind = NT_ITEM_COMMENT, .flags = NT_COMMENT_BARE, .place = (uint32_t)(start - base),
                                  .text = {(uint32_t)(start + 1 - base), (uint32_t)(p - start - 1)}};
            run.item++;
            p++;
        } else {
            if (kind > PGN_BREAK || (kind == PGN_BREAK && breaks)) break;
            breaks |= kind;
            p += *p == '\r' && p[1] == '\n' ? 2 : 1;
            continue;
        }
        end = p;
        breaks = *p == '\n';
        p += *p == ' ' || *p == '\n';
    }
    x->breaks = breaks;
    if (run.item == first) return p;
    record->game.item_count = count + (size_t)(run.item - first);
    record->plies += run.moves;
    if (run.moves) record->nags = 0;
    x->has_body = true;
    x->has_move |= run.moves > 0;
    if (x->level == 0) x->plies += (uint32_t)run.moves;
    x->last_end = nt_pgn_at(x, end);
    return p;
}

static NT_WIDE const unsigned char *run_wide(nt_pgn *x, const unsigned char *p) {
    return run(x, p, nt_pgn_block_wide, nt_text_find_wide);
}

static const unsigned char *run_plain(nt_pgn *x, const unsigned char *p) {
    return run(x, p, nt_pgn_block, nt_text_find_plain);
}

static const unsigned char *read_run(nt_pgn *x, const unsigned char *p) {
    return NT_IS_WIDE ? run_wide(x, p) : run_plain(x, p);
}

static const unsigned char *read_movetext(nt_pgn *x, const unsigned char *p) {
    while (!x->is_done) {
        p = read_run(x, p);
        x->is_between = x->has_result;
        if (x->reader->tags_only && x->has_move && !x->has_result) p = pass_moves(x, p);
        p = skip_blanks(x, p);
        if (p == x->end) return p;
        if (NT_UNLIKELY(x->has_result) && is_behind_result(x, &p)) return p;
        if (NT_UNLIKELY(x->breaks > 1) && !x->has_result && is_begun_anew(x, &p)) return p;
        x->is_between = false;
        if (NT_UNLIKELY(nt_pgn_at(x, p) >= x->most)) {
            x->is_long = true;
            return p;
        }
        if (NT_UNLIKELY(nt_pgn_kind(*p) == PGN_HIGH)) {
            nt_pgn_need(x, &p, 3);
            size_t odd = nt_pgn_odd_blank((nt_text){p, (size_t)(x->end - p)});
            if (odd) nt_pgn_report_blank(x, nt_pgn_at(x, p));
            p += odd;
            if (odd) continue;
        }
        bool keeps_breaks = x->has_result && *p == '%';
        p = read_token(x, p);
        if (x->is_done) return p;
        x->last_end = nt_pgn_at(x, p);
        if (!keeps_breaks) x->breaks = 0;
    }
    return p;
}

static void finish_result(nt_pgn *x) {
    nt_game *game = &x->record->game;
    if (x->has_result) {
        nt_status status = nt_record_item(x->record, x->result);
        if (status != NT_OK) x->status = status;
        game->result_item = game->item_count - 1;
    } else if (x->is_cut || x->is_long || x->given_up) {
        return; /* said already, and more to the point */
    } else if (!x->has_body && game->tag_count > 0) {
        nt_pgn_report(x, NT_DIAG_GAME_EMPTY, x->last_end, "the game has tags and neither moves nor a result");
    } else {
        nt_pgn_report(x, NT_DIAG_RESULT_MISSING, x->last_end, "the game ends without a result; * stands for none");
    }
}

static void finish(nt_pgn *x) {
    nt_game *game = &x->record->game;
    if (x->last_end > x->most) x->is_long = true;
    close_open_lines(x);
    if (x->late_words)
        nt_pgn_report(x, NT_DIAG_MOVE_AFTER_RESULT, x->late_at,
                      x->late_words == 1 ? "the game goes on after its result; a move or word is left out"
                                         : "the game goes on after its result; %zu moves and words are left out",
                      x->late_words);
    if (x->is_long)
        nt_pgn_report(x, NT_DIAG_LIMIT_GAME, x->most,
                      "the game has more than %zu bytes, which is the limit; the rest of it is passed over", x->most);
    finish_result(x);
    game->raw_length = x->last_end;
    x->skipping = x->is_long;
    if (x->messages <= MOST_MESSAGES) return;
    nt_place place = nt_game_place(game, x->last_end);
    nt_report(x->reader->context, &place, NT_DIAG_LIMIT_MESSAGES, "%zu more findings in this game are not shown",
              x->messages - MOST_MESSAGES);
}

/* Gives up what has been passed, so that the window need not grow, and reads on. */
static bool move_on(nt_pgn *x, const unsigned char **p) {
    nt_input *input = x->reader->input;
    nt_input_move_pin(input, input->pin + nt_pgn_at(x, *p));
    take_window(x);
    *p = x->base;
    nt_reader_begin(x->reader);
    return *p != x->end || nt_pgn_fill(x, p);
}

/* Passes over the rest of a game that is too long: to a line that begins with a bracket after a blank line. */
static const unsigned char *skip_rest(nt_pgn *x, const unsigned char *p) {
    unsigned char before = 0;
    for (unsigned breaks = 0; p != x->end || move_on(x, &p); before = *p++) {
        unsigned kind = nt_pgn_kind(*p);
        if (kind == PGN_BREAK) breaks += !(*p == '\n' && before == '\r');
        else if (kind == PGN_TAG && breaks > 1) break;
        else if (kind != PGN_BLANK) breaks = 0;
    }
    x->skipping = false;
    return p;
}

/* The first byte of the next game; the end of the window when there is none. */
static const unsigned char *find_game(nt_pgn *x, const unsigned char *p) {
    nt_reader_begin(x->reader);
    for (; p != x->end || move_on(x, &p); p++) {
        x->record->game.number = 0; /* for findings between the games */
        unsigned kind = nt_pgn_kind(*p);
        if (kind == PGN_NUL) nt_pgn_report_nul(x, nt_pgn_at(x, p));
        else if (kind == PGN_CONTROL) report_control(x, nt_pgn_at(x, p));
        else if (kind > PGN_BREAK) break;
    }
    (void)move_on(x, &p);
    return p;
}

/* Whether nothing but blanks was found. */
static bool is_nothing(const nt_pgn *x) {
    const nt_game *game = &x->record->game;
    return game->tag_count == 0 && game->item_count == 0 && !x->has_body && !x->is_long && !game->damaged;
}

/* nt_reader.state. */
typedef struct state {
    nt_pgn game;
    pgn_names names;
} state;

nt_status nt_pgn_read_game(nt_reader *reader) {
    nt_status status = nt_reader_start(reader);
    if (status != NT_OK) return status;
    if (!reader->state) reader->state = nt_new(reader->context, sizeof(state));
    state *kept = reader->state;
    if (!kept) return NT_NO_MEMORY;
    nt_pgn *x = &kept->game;
    *x = (nt_pgn){.reader = reader, .record = &reader->record, .names = &kept->names, .skipping = x->skipping};
    x->most = reader->context->limits.game_bytes;
    if (x->most > UINT32_MAX - NT_OUTPUT_SIZE) x->most = UINT32_MAX - NT_OUTPUT_SIZE; /* spans are 32 bits wide */
    nt_record_clear(&reader->record);
    take_window(x);
    const unsigned char *p = x->base + reader->at;
    reader->at = 0;
    if (x->skipping) p = skip_rest(x, p);
    p = find_game(x, p);
    if (p == x->end) return x->status != NT_OK ? x->status : NT_END;
    x->told = 0;
    p = read_movetext(x, p);
    reader->at = nt_pgn_at(x, p);
    if (x->status != NT_OK) return x->status;
    if (p == x->end && is_nothing(x)) return NT_END;
    finish(x);
    return x->status;
}

void nt_pgn_free_reader(nt_reader *reader) {
    if (reader->state) nt_delete(reader->context, reader->state, sizeof(state));
    reader->state = NULL;
}
