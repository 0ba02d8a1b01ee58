/* The inside of the reader of move lists: list_read.c (lines, games), list_head.c (header lines), list_moves.c
 * (movetext). For these three files, and for zsg.c, which has lines of its own. */
#ifndef NT_LIST_READER_H
#define NT_LIST_READER_H

#include "formats/list.h"

/* A line that is open: a variation in brackets, or a level of take-back. */
typedef struct nt_list_line {
    bool group;       /* in brackets */
    bool has_move;    /* a move of its own stands in it */
    uint64_t number;  /* where it began, in plies; 0: it has no number */
    uint32_t place;
} nt_list_line;

/* The rest of a line on which the game before ended, counted from there, so that it is not searched again. */
typedef struct nt_list_rest {
    bool known, comment_known;
    size_t end, next, comment;
} nt_list_rest;

/* What lives from game to game. */
typedef struct nt_list_state {
    nt_list_rest rest;
    bool skipping;            /* the last game was given up; look for the next header line first */
    bool kept_too_much;       /* the header lines are too long for that: */
    unsigned char *kept;      /* names and values of the tags before the first fen line, for the games of the next */
    size_t kept_capacity, kept_size;
    nt_tag *kept_tags;        /* spans count from kept */
    size_t kept_tag_capacity, kept_tag_count;
    nt_list_line *lines;
    size_t line_capacity;
} nt_list_state;

/* A game that is being read. Offsets count from the pin. */
typedef struct nt_list_reader {
    nt_reader *reader;
    nt_record *record;
    nt_list_state *state;
    const nt_list_style *style;
    const unsigned char *text;   /* the bytes from the pin on; moves when more are read */
    size_t line, end, next;      /* the line: from, to before its break, the next one */
    size_t comment;              /* the next comment sign in the line, end: none */
    bool comment_known;          /* ... so that no line is searched twice */
    size_t tail;                 /* where the comment lines began that may belong to the next game */
    size_t tail_items;           /* SIZE_MAX: there is no such line */
    size_t depth, bars;          /* lines that are open: all, and those of take-backs */
    size_t inherited;            /* tags that came from state->kept */
    bool has_body, has_move;     /* movetext has begun; the main line has a move */
    bool has_fen, has_result, after_blank; /* after_blank: the line before the comment lines is blank */
    bool nul_seen, control_seen, level_seen, late_seen; /* reported once a game */
} nt_list_reader;

/* Reports a finding at an offset; an error marks the game as damaged. */
void nt_list_report(nt_list_reader *l, nt_diag_id id, size_t at, const char *format, ...) NT_PRINTF(4, 5);

/* Finds the next line. NT_OK, NT_END, NT_LIMIT (reported, but not while a game is skipped), trouble. */
nt_status nt_list_fetch(nt_list_reader *l);

/* Appends an item whose text is [from, to). */
nt_status nt_list_item(nt_list_reader *l, nt_item_kind kind, unsigned value, unsigned flags, size_t from, size_t to);

/* Appends a tag whose spans count from the pin; a second one of its name is reported. */
nt_status nt_list_tag(nt_list_reader *l, nt_tag tag);

/* Reads the line as header lines. *handled is false when it is none. NT_END: it belongs to the next game, unread. */
nt_status nt_list_head(nt_list_reader *l, bool *handled);

/* Whether the line is a header line. */
bool nt_list_is_head(const nt_list_reader *l);

/* Once a game that was given kept header lines has all its bytes, joins the two to its text. */
nt_status nt_list_join_kept(nt_list_reader *l, size_t length);

/* Reads the line as movetext from an offset on. NT_END: the game ends at l->next. */
nt_status nt_list_movetext(nt_list_reader *l, size_t at);

/* Whether movetext at an offset goes on with a game that has ended: a new one begins with 1. */
bool nt_list_goes_on(const nt_list_reader *l, size_t at);

/* Whether a line behind a blank one, at an offset, is the first of another game: it begins with 1 and one dot. */
bool nt_list_begins_anew(const nt_list_reader *l, size_t at);

/* Closes lines until `depth` are open. at: the place of what closes them; ends: the game does. */
nt_status nt_list_close(nt_list_reader *l, size_t depth, size_t at);

/* The bytes [from, to) without blanks at both ends. */
static inline void nt_list_trim(const nt_list_reader *l, size_t *from, size_t *to) {
    nt_text text = {l->text + *from, *to - *from}, trimmed = nt_text_trim(text);
    if (trimmed.length) *from += (size_t)(trimmed.at - text.at);
    *to = *from + trimmed.length;
}

#endif
