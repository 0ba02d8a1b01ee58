/* What the parts of the PGN reader share. For pgn.c and the files pgn_*.c only.
 *
 * The lexer walks a pointer over the window of the input. Functions take the pointer and return where they got to.
 * Reading more bytes may move the window: what must outlive a call to nt_pgn_fill is kept as an offset from base. */
#ifndef NT_PGN_H
#define NT_PGN_H

#include "formats/formats.h"

/* Kinds of bytes, in the low bits of nt_pgn_class. */
enum {
    PGN_BLANK,
    PGN_BREAK, /* LF, CR */
    PGN_LETTER,
    PGN_DIGIT,
    PGN_SIGN,  /* any other byte that words are made of */
    PGN_MARK,  /* + # */
    PGN_HIGH,  /* 0x80 and above */
    PGN_COMMENT,
    PGN_COMMENT_END,
    PGN_REST,  /* ; */
    PGN_ESCAPE,
    PGN_OPEN,
    PGN_CLOSE,
    PGN_TAG,
    PGN_TAG_END,
    PGN_DOLLAR,
    PGN_GLYPH, /* ! ? */
    PGN_STAR,
    PGN_ANGLE,
    PGN_DOT,
    PGN_NUL,
    PGN_CONTROL,
    PGN_KIND = 31
};
enum { PGN_IN_WORD = 128, PGN_HAS_DIGIT = 64, PGN_ODD = 32 /* in no plain move; = may be a sign */ };

extern const unsigned char nt_pgn_class[256];

static inline unsigned nt_pgn_kind(unsigned char c) { return nt_pgn_class[c] & PGN_KIND; }

/* The names of tags of the games before, in their order; all differ. The tags of most games are some of them in this order:
 * then nothing about a name needs to be found out again, and none is given twice. */
typedef struct pgn_name {
    uint8_t length, form; /* as nt_pgn_form_of */
    unsigned char bytes[30];
} pgn_name;

enum { PGN_NAMES = 32 };

typedef struct pgn_names {
    unsigned count;
    pgn_name name[PGN_NAMES];
} pgn_names;

/* The state of the reader of one input; all from `breaks` on begins at zero with each game. */
typedef struct nt_pgn {
    nt_reader *reader;
    nt_record *record;
    pgn_names *names;
    const unsigned char *base, *end; /* first byte of the game; end of the window */
    size_t most;                     /* bytes that a game may have */
    bool skipping;                   /* the rest of a game over the limit is still to be passed over */

    uint32_t breaks;      /* line ends since the last token */
    size_t blank_at;      /* of the line end that made the last blank line */
    size_t last_end;      /* where the last token ended */
    nt_status status;     /* trouble that ends the reading */
    bool is_over;         /* there is nothing behind the window */
    bool is_between;      /* the result has come, and the next token may be of the next game */
    bool is_done;         /* the game is complete, or trouble */
    bool is_long;         /* it has more bytes than the limit */
    bool is_cut;          /* the file ends inside a token */
    bool has_other_names; /* a tag has come that follows in no such order: record->names holds the names of all */
    unsigned next_name;   /* in the order of names, behind the last tag */
    bool given_up;        /* it has more moves than the limit: what follows is dropped */
    bool has_body;        /* something has come after the tags */
    bool has_move;        /* the line that is open has a move */
    bool has_result;      /* of the main line */
    bool skip_silently;   /* the finding on what is skipped has been sent */
    uint32_t told;        /* findings that come once a game: PGN_TOLD_ bits */
    uint32_t plies;       /* of the main line */
    uint32_t level;       /* variations that are open, those that are skipped included */
    uint32_t skip_level;  /* what stands at this level and deeper is dropped; 0: nothing */
    size_t skip_at, skip_words;
    size_t late_at, late_words; /* moves after the result */
    size_t messages, muted;
    nt_item result;
} nt_pgn;

enum {
    PGN_TOLD_NUL = 1,
    PGN_TOLD_CONTROL = 2,
    PGN_TOLD_BLANK = 4,
    PGN_TOLD_TAG_BLANK_LINE = 8,
    PGN_TOLD_LINE_AFTER_RESULT = 16,
    PGN_TOLD_DOTS = 32
};

/* pgn_read.c: reads on at the end of the window, where *p must stand. False: there is no more. */
bool nt_pgn_fill(nt_pgn *x, const unsigned char **p);

/* Reads on until `count` bytes from *p are in the window, or all that there are. */
void nt_pgn_need(nt_pgn *x, const unsigned char **p, size_t count);

/* Sends a finding at an offset of the game. After 100 in one game they are only counted. */
void nt_pgn_report(nt_pgn *x, nt_diag_id id, size_t at, const char *format, ...) NT_PRINTF(4, 5);
void nt_pgn_report_at(nt_pgn *x, const nt_place *place, nt_diag_id id, const char *text);

/* A NUL or another control byte, a typographic blank: reported once a game. */
void nt_pgn_report_nul(nt_pgn *x, size_t at);

/* Appends an item, unless it stands in a part that is skipped. */
void nt_pgn_put(nt_pgn *x, nt_item item);

static inline nt_item nt_pgn_item(nt_item_kind kind, size_t at, size_t length) {
    return (nt_item){.kind = (uint8_t)kind, .place = (uint32_t)at, .text = {(uint32_t)at, (uint32_t)length}};
}

/* pgn_word.c: where a word falls into two that were written without a blank: Nf3Nc6; before a dot also e52, a number behind it.
 * 0: it does not. */
size_t nt_pgn_joint(nt_text word, bool before_dot);

/* pgn_word.c: the bytes of a blank of typography (no-break space, byte order mark) that begins the text, which begins with a
 * whole character; 0: none. */
size_t nt_pgn_odd_blank(nt_text text);
void nt_pgn_report_blank(nt_pgn *x, size_t at);

static inline size_t nt_pgn_at(const nt_pgn *x, const unsigned char *p) { return (size_t)(p - x->base); }
static inline nt_text nt_pgn_text(const nt_pgn *x, size_t at, size_t length) { return (nt_text){x->base + at, length}; }

/* pgn_tag.c: a tag pair. When it belongs to the next game, is_done is set and the pointer has not moved. */
const unsigned char *nt_pgn_tag(nt_pgn *x, const unsigned char *p);

/* pgn_value.c: the form that the standard gives to the values of a tag; 0: none. Says so when a value has another one; at:
 * where it begins. */
unsigned nt_pgn_form_of(nt_text name);
void nt_pgn_check_value(nt_pgn *x, unsigned form, size_t at, nt_text value);

/* pgn_comment.c: a comment in braces; the rest of a line, as a comment or an escape. From the sign that opens it. */
const unsigned char *nt_pgn_comment(nt_pgn *x, const unsigned char *p);
const unsigned char *nt_pgn_rest(nt_pgn *x, const unsigned char *p, nt_item_kind kind);

/* pgn_word.c: a word whose bytes from offset start to p have been passed (what is left of it may follow); seen: the
 * classes of its bytes. */
const unsigned char *nt_pgn_word(nt_pgn *x, const unsigned char *p, size_t start, unsigned seen);

/* A token that begins with a digit: a number, a result, castling with zeros. */
const unsigned char *nt_pgn_number(nt_pgn *x, const unsigned char *p, size_t start);

void nt_pgn_move(nt_pgn *x, size_t at, size_t length);
void nt_pgn_result(nt_pgn *x, size_t at, size_t length);
const unsigned char *nt_pgn_dots(nt_pgn *x, const unsigned char *p);

/* pgn_glyph.c: $1, !?, what stands in < and >. */
const unsigned char *nt_pgn_nag(nt_pgn *x, const unsigned char *p);
const unsigned char *nt_pgn_glyph(nt_pgn *x, const unsigned char *p);
const unsigned char *nt_pgn_angle(nt_pgn *x, const unsigned char *p);

/* A sign like +/- as a glyph, with a finding; false: the word is none. Whether a word is one. How many bytes of one end a word;
 * 0: none. */
bool nt_pgn_sign(nt_pgn *x, size_t at, size_t length);
bool nt_pgn_is_sign(nt_text word);
size_t nt_pgn_joined_sign(nt_text word);

/* pgn_read.c */
nt_status nt_pgn_read_game(nt_reader *reader);
void nt_pgn_free_reader(nt_reader *reader);

/* pgn_write.c */
nt_status nt_pgn_write_game(nt_writer *writer, const nt_game *game, nt_replay *replay);
void nt_pgn_free_writer(nt_writer *writer);

#endif
