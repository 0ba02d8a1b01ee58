/* Reads Betza strings. */
#include "rules/betza.h"

typedef struct reader {
    nt_text text;
    size_t at;
    const nt_board *board;
    nt_betza *betza;
    const char *reason;
} reader;

/* What stands before an atom. */
typedef struct prefix {
    uint16_t mods;
    bool initial, has_hours;
    char letter[16]; /* direction letters */
    size_t letter_at[16];
    unsigned letters;
    uint32_t hours;
} prefix;

static unsigned char peek(const reader *r) { return r->at < r->text.length ? r->text.at[r->at] : 0; }

static bool fail(reader *r, const char *reason) {
    if (!r->reason) r->reason = reason;
    return false;
}

/* The same of a direction letter, which is known to be wrong only when its atom has been read. */
static bool fail_letter(reader *r, const prefix *p, unsigned i, const char *reason) {
    r->at = p->letter_at[i];
    return fail(r, reason);
}

/* ---- directions ---- */

typedef enum atom_class { ORTHOGONAL, DIAGONAL, OBLIQUE, ALL_EIGHT } atom_class;

static uint32_t ring(unsigned first, unsigned step, unsigned ticks) {
    uint32_t set = 0;
    for (unsigned t = first; t < ticks; t += step) set |= UINT32_C(1) << t;
    return set;
}

/* The ticks within `spread` of a heading, both sides. */
static uint32_t around(unsigned heading, unsigned spread, unsigned ticks) {
    uint32_t set = 0;
    for (unsigned t = 0; t < ticks; t++) {
        unsigned d = (t + ticks - heading) % ticks;
        if (d <= spread || ticks - d <= spread) set |= UINT32_C(1) << t;
    }
    return set;
}

/* The heading of f, r, b or l on the square board. */
static unsigned heading_of(char letter) {
    static const char clockwise[] = "frbl";
    return (unsigned)(strchr(clockwise, letter) - clockwise) * 4;
}

/* Which half of the board a letter names, for the first letter of a pair: all directions with a part that way. */
static uint32_t half(char letter) {
    if (letter == 'v') return half('f') | half('b');
    if (letter == 's') return half('l') | half('r');
    return around(heading_of(letter), 3, 16);
}

/* The directions of one letter (the nearest ones) on the square board. */
static uint32_t nearest(char letter, atom_class class) {
    if (letter == 'v') return nearest('f', class) | nearest('b', class);
    if (letter == 's') return nearest('l', class) | nearest('r', class);
    unsigned heading = heading_of(letter);
    if (class == ORTHOGONAL || class == ALL_EIGHT) return UINT32_C(1) << heading;
    return around(heading, class == DIAGONAL ? 2 : 1, 16);
}

static bool is_vertical(char letter) { return letter == 'f' || letter == 'b' || letter == 'v'; }

/* Two letters of perpendicular kind: the second names the pair, the first picks from it; on straight lines the diagonals
 * between the two. */
static uint32_t pair(char first, char second, atom_class class) {
    if (class == OBLIQUE) return nearest(second, OBLIQUE) & half(first);
    return half(first) & half(second) & ring(2, 4, 16);
}

static bool is_pair(char first, char second) {
    return strchr("fblrvs", first) && strchr("fblrvs", second) && is_vertical(first) != is_vertical(second);
}

/* The h forms of oblique atoms: fh all that lead forward; hl and hr the left- and the right-handed ones. */
static uint32_t handed(const char *letter, unsigned *used) {
    static const char halves[] = "fblr";
    *used = 2;
    if (letter[0] == 'h' && letter[1] == 'r') return ring(1, 4, 16);
    if (letter[0] == 'h' && letter[1] == 'l') return ring(3, 4, 16);
    if (letter[0] && letter[1] == 'h' && strchr(halves, letter[0])) return half(letter[0]);
    return 0;
}

static bool square_letters(reader *r, const prefix *p, atom_class class, uint32_t *set) {
    *set = 0;
    for (unsigned i = 0; i < p->letters;) {
        char a = p->letter[i], b = i + 1 < p->letters ? p->letter[i + 1] : 0;
        unsigned used = 1;
        if (a == 'h' || b == 'h') {
            uint32_t some = class == OBLIQUE ? handed(p->letter + i, &used) : 0;
            if (!some) return fail_letter(r, p, a == 'h' ? i : i + 1, "h goes with f, b, l or r, before an oblique atom");
            *set |= some;
        } else if (b == a) {
            *set |= nearest(a, class);
            used = 2;
        } else if (b && class != ORTHOGONAL && is_pair(a, b)) {
            *set |= pair(a, b, class);
            used = 2;
        } else {
            *set |= nearest(a, class);
        }
        i += used;
    }
    return true;
}

/* Hexagons: f, b and s are sets of radials; l and r keep one half of what the others name. */
static bool hexagon_letters(reader *r, const prefix *p, uint32_t *set) {
    uint32_t named = 0, sides = 0;
    for (unsigned i = 0; i < p->letters; i++) {
        switch (p->letter[i]) {
        case 'f': named |= around(0, 2, 24); break;
        case 'b': named |= around(12, 2, 24); break;
        case 'v': named |= around(0, 2, 24) | around(12, 2, 24); break;
        case 's': named |= around(6, 3, 24) | around(18, 3, 24); break;
        case 'l': sides |= around(18, 5, 24); break;
        case 'r': sides |= around(6, 5, 24); break;
        default: return fail_letter(r, p, i, "h has no meaning on hexagons; use hours in braces");
        }
    }
    if (!named) named = (UINT32_C(1) << 24) - 1;
    *set = sides ? named & sides : named;
    return true;
}

/* Directions of a later leg, relative to the leg before: f straight on, l and r a turn of one orthogonal step. */
static bool relative_letters(reader *r, const prefix *p, uint32_t *set) {
    unsigned ticks = nt_board_ticks(r->board);
    *set = p->letters ? 0 : 1;
    for (unsigned i = 0; i < p->letters; i++) {
        char a = p->letter[i], b = i + 1 < p->letters ? p->letter[i + 1] : 0;
        uint32_t left = UINT32_C(1) << (ticks - 4), right = UINT32_C(1) << 4, back = UINT32_C(1) << ticks / 2;
        if (b && is_pair(a, b) && a != 'v' && b != 'v') {
            char side = is_vertical(a) ? b : a, way = is_vertical(a) ? a : b;
            if (side != 'l') *set |= UINT32_C(1) << (way == 'f' ? 2 : ticks / 2 - 2);
            if (side != 'r') *set |= UINT32_C(1) << (way == 'f' ? ticks - 2 : ticks / 2 + 2);
            i++;
            continue;
        }
        switch (a) {
        case 'f': *set |= 1; break;
        case 'b': *set |= back; break;
        case 'v': *set |= 1 | back; break;
        case 'l': *set |= left; break;
        case 'r': *set |= right; break;
        case 's': *set |= left | right; break;
        default: return fail_letter(r, p, i, "h has no meaning in a later leg");
        }
    }
    return true;
}

uint32_t nt_betza_turn(const nt_board *board, nt_atom atom, unsigned before, uint32_t relative) {
    unsigned ticks = nt_board_ticks(board);
    uint32_t set = 0, directions = nt_board_directions(board, atom);
    for (unsigned turn = 0; turn < ticks; turn++) {
        if (!(relative >> turn & 1)) continue;
        unsigned wanted = before + turn;
        for (unsigned d = 0; d < ticks / 2; d++) {
            unsigned right = (wanted + d) % ticks, left = (wanted + ticks - d) % ticks;
            uint32_t found = directions & (UINT32_C(1) << right | UINT32_C(1) << left);
            set |= found;
            if (found) break;
        }
    }
    return set;
}

/* ---- modifiers and atoms ---- */

static bool read_hours(reader *r, prefix *p) {
    if (r->board->lattice != NT_HEX) return fail(r, "hours in braces belong to hexagonal boards");
    r->at++;
    for (;;) {
        unsigned hour = 0, digits = 0;
        while (nt_is_digit(peek(r)) && digits < 2) hour = hour * 10 + (r->text.at[r->at++] - '0'), digits++;
        if (!digits || hour < 1 || hour > 12) return fail(r, "an hour from 1 to 12 is due");
        p->hours |= UINT32_C(1) << hour * 2 % 24;
        if (peek(r) == ',') r->at++;
        else if (peek(r) == '}') break;
        else return fail(r, "the hours are not closed by }");
    }
    r->at++;
    p->has_hours = true;
    return true;
}

static uint16_t modifier_of(unsigned char c) {
    switch (c) {
    case 'm': return NT_BETZA_MOVE;
    case 'c': return NT_BETZA_CAPTURE;
    case 'd': return NT_BETZA_OWN;
    case 'e': return NT_BETZA_PASSANT;
    case 'n': return NT_BETZA_LAME;
    case 'j': return NT_BETZA_JUMP;
    case 'p': return NT_BETZA_HOP;
    case 'g': return NT_BETZA_GRASSHOPPER;
    case 'z': return NT_BETZA_CROOKED;
    case 'q': return NT_BETZA_CIRCULAR;
    case 'o': return NT_BETZA_WRAP;
    default: return 0;
    }
}

static bool read_prefix(reader *r, prefix *p) {
    memset(p, 0, sizeof *p);
    for (;; r->at++) {
        unsigned char c = peek(r);
        while (c == '{') {
            if (!read_hours(r, p)) return false;
            c = peek(r);
        }
        if (!nt_is_lower(c)) break;
        uint16_t mod = modifier_of(c);
        if (mod) p->mods |= mod;
        else if (c == 'i') p->initial = true;
        else if (strchr("fblrvsh", c)) {
            if (p->letters + 1 >= sizeof p->letter) return fail(r, "too many direction letters");
            p->letter_at[p->letters] = r->at;
            p->letter[p->letters++] = (char)c;
        } else return fail(r, "this modifier is not known");
    }
    if ((p->mods & NT_BETZA_WRAP) && r->board->lattice == NT_HEX) return fail(r, "o belongs to square boards");
    return true;
}

/* One or two simple atoms that a letter stands for. */
typedef struct letter {
    nt_atom atom[2];
    unsigned atoms;
    uint8_t range;
    bool anywhere;
} letter;

static bool read_letter(reader *r, letter *l) {
    static const nt_atom w = {1, 0, false}, f = {1, 0, true};
    unsigned char c = peek(r);
    bool hex = r->board->lattice == NT_HEX;
    *l = (letter){.atoms = 1, .range = 1};
    switch (c) {
    case 'W': l->atom[0] = w; break;
    case 'F': l->atom[0] = f; break;
    case 'D': l->atom[0] = (nt_atom){2, 0, false}; break;
    case 'A': l->atom[0] = (nt_atom){2, 0, true}; break;
    case 'H': l->atom[0] = (nt_atom){3, 0, false}; break;
    case 'G': l->atom[0] = (nt_atom){3, 0, true}; break;
    case 'N': l->atom[0] = (nt_atom){2, 1, false}; break;
    case 'C': l->atom[0] = (nt_atom){3, 1, false}; break;
    case 'Z': l->atom[0] = (nt_atom){3, 2, false}; break;
    case 'R': l->atom[0] = w; l->range = 0; break;
    case 'B': l->atom[0] = f; l->range = 0; break;
    case 'K': l->atom[0] = w; l->atom[1] = f; l->atoms = 2; break;
    case 'Q': l->atom[0] = w; l->atom[1] = f; l->atoms = 2; l->range = 0; break;
    case 'U': l->anywhere = true; break;
    case 'L': case 'J': return fail(r, "L and J mean different leaps in different dialects; write C for (3,1), Z for (3,2)");
    default: return fail(r, c ? "an atom (W F D A N H C Z G R B Q K U O) is due here" : "the string ends where an atom is due");
    }
    if (hex && (c == 'C' || c == 'Z')) return fail(r, "this atom has no meaning on hexagons");
    r->at++;
    if (peek(r) == c && l->range == 1) {
        l->range = 0;
        r->at++;
    }
    if (nt_is_digit(peek(r))) {
        unsigned number = 0;
        while (nt_is_digit(peek(r)) && number < 100) number = number * 10 + (r->text.at[r->at++] - '0');
        if (number >= 100) return fail(r, "the range is too long");
        l->range = (uint8_t)number;
    }
    return true;
}

static atom_class class_of(const letter *l) {
    if (l->atoms == 2) return ALL_EIGHT;
    return l->atom[0].b ? OBLIQUE : l->atom[0].diagonal ? DIAGONAL : ORTHOGONAL;
}

/* The absolute directions of a first leg, over all atoms of the letter. */
static bool first_ticks(reader *r, const prefix *p, const letter *l, uint32_t *set) {
    *set = (UINT32_C(1) << nt_board_ticks(r->board)) - 1;
    if (p->has_hours) {
        *set = p->hours;
        return p->letters == 0 || fail_letter(r, p, 0, "hours and direction letters do not go together");
    }
    if (p->letters == 0) return true;
    return r->board->lattice == NT_HEX ? hexagon_letters(r, p, set) : square_letters(r, p, class_of(l), set);
}

/* Makes the leg of one atom of a letter. */
static void make_leg(nt_betza_leg *leg, const prefix *p, const letter *l, unsigned atom, uint32_t ticks) {
    *leg = (nt_betza_leg){.atom = l->atom[atom], .mods = p->mods, .range = l->range, .ticks = ticks};
    if (l->anywhere) leg->mods |= NT_BETZA_ANYWHERE;
    if (!(leg->mods & (NT_BETZA_MOVE | NT_BETZA_CAPTURE | NT_BETZA_PASSANT | NT_BETZA_OWN)))
        leg->mods |= NT_BETZA_MOVE | NT_BETZA_CAPTURE;
}

static nt_betza_move *new_move(reader *r) {
    if (r->betza->moves == NT_MAX_BETZA_MOVES) {
        fail(r, "too many moves in one string");
        return NULL;
    }
    nt_betza_move *move = &r->betza->move[r->betza->moves++];
    memset(move, 0, sizeof *move);
    return move;
}

static bool read_simple(reader *r, const prefix *p) {
    letter l;
    uint32_t ticks;
    if (!read_letter(r, &l) || !first_ticks(r, p, &l, &ticks)) return false;
    for (unsigned i = 0; i < l.atoms; i++) {
        nt_betza_move *move = new_move(r);
        if (!move) return false;
        move->initial = p->initial;
        move->legs = 1;
        make_leg(&move->leg[0], p, &l, i, ticks);
    }
    return true;
}

static bool read_castling(reader *r, const prefix *p) {
    unsigned steps = 0;
    r->at++;
    while (nt_is_digit(peek(r)) && steps < 16) steps = steps * 10 + (r->text.at[r->at++] - '0');
    if (steps == 0 || steps > 15) return fail(r, "O is followed by the number of steps of the king");
    bool left = p->letters == 0, right = left;
    for (unsigned i = 0; i < p->letters; i++) {
        left |= p->letter[i] == 'l' || p->letter[i] == 's';
        right |= p->letter[i] == 'r' || p->letter[i] == 's';
    }
    if (left) r->betza->castle[0] = steps;
    if (right) r->betza->castle[1] = steps;
    return true;
}

/* How a leg that is not the last goes on: from an empty cell unless c says by capturing; and where the piece may stop. */
static void set_passage(nt_betza_leg *leg, const prefix *p, bool may_stop) {
    leg->may_stop = may_stop;
    leg->takes = (p->mods & NT_BETZA_CAPTURE) != 0;
    leg->passes = !leg->takes || (p->mods & NT_BETZA_MOVE);
}

/* A bracket: legs joined by - (must go on) or ? (may stop). K and Q in a leg double the chain for each of their atoms. */
static bool read_bracket(reader *r, const prefix *outer) {
    unsigned first = r->betza->moves;
    if (!new_move(r)) return false;
    r->betza->move[first].initial = outer->initial;
    do {
        prefix p;
        letter l;
        uint32_t ticks;
        r->at++;
        bool is_first = r->betza->move[first].legs == 0;
        if (r->betza->move[first].legs == NT_MAX_LEGS) return fail(r, "too many legs");
        if (!read_prefix(r, &p)) return false;
        if (is_first && p.letters == 0 && !p.has_hours) {
            memcpy(p.letter, outer->letter, sizeof p.letter);
            p.letters = outer->letters;
            p.hours = outer->hours;
            p.has_hours = outer->has_hours;
        }
        if (!is_first && p.has_hours) return fail(r, "hours belong to the first leg");
        if (!read_letter(r, &l)) return false;
        if (l.anywhere) return fail(r, "U cannot be a leg");
        if (is_first ? !first_ticks(r, &p, &l, &ticks) : !relative_letters(r, &p, &ticks)) return false;
        unsigned last = r->betza->moves;
        for (unsigned i = 0; i < l.atoms; i++) {
            for (unsigned m = first; m < last; m++) {
                nt_betza_move *move = &r->betza->move[m];
                if (i > 0) {
                    if (!(move = new_move(r))) return false;
                    *move = r->betza->move[m];
                    move->legs--;
                }
                nt_betza_leg *leg = &move->leg[move->legs++];
                make_leg(leg, &p, &l, i, ticks);
                set_passage(leg, &p, peek(r) == '?');
                uint16_t limit = outer->mods & (NT_BETZA_MOVE | NT_BETZA_CAPTURE);
                if (limit) leg->mods &= (uint16_t)(limit | ~(NT_BETZA_MOVE | NT_BETZA_CAPTURE));
            }
        }
    } while (peek(r) == '-' || peek(r) == '?');
    if (peek(r) != ']') return fail(r, "legs are joined by - or ? and closed by ]");
    r->at++;
    return true;
}

bool nt_betza_read(nt_text text, const nt_board *board, nt_betza *betza, size_t *at, const char **reason) {
    memset(betza, 0, sizeof *betza);
    reader r = {.text = text, .board = board, .betza = betza};
    bool good = true;
    if (nt_text_is(text, "-")) return true; /* a piece that cannot move */
    while (good && r.at < text.length) {
        prefix p;
        good = read_prefix(&r, &p);
        if (!good) break;
        if (peek(&r) == 'O') good = read_castling(&r, &p);
        else if (peek(&r) == '[') good = read_bracket(&r, &p);
        else good = read_simple(&r, &p);
    }
    *at = r.at;
    *reason = r.reason;
    return good;
}
