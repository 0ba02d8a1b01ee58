/* Saved web pages of game logs: what the files of the reader share. page_decode.c makes UTF-8 of a page, xml_page.c (with
 * libxml2) makes lines of text of that, page_find.c looks in them for what a log has, page_moves.c for the list of moves, and
 * page.c makes the record. Things are found by what they say, since layouts differ; how is told in nt-formats(7). On pages of
 * our own xml_marks.c finds the games, of which page_marks.c makes records.
 *
 * Places are bytes of the page in UTF-8. */
#ifndef NT_PAGE_H
#define NT_PAGE_H

#include "formats/list.h"

/* ---- text of a page, each byte of which knows its place ---- */

/* From this byte of the text on, bytes stand in the page one by one from a place on, or all at one place. */
typedef struct nt_page_run {
    uint32_t at, place;
    bool fixed;
} nt_page_run;

typedef struct nt_page_text {
    nt_context *context;
    unsigned char *bytes;
    nt_page_run *runs;
    size_t size, capacity, run_count, run_capacity;
    bool failed; /* no memory: nothing more is appended */
} nt_page_text;

void nt_page_put(nt_page_text *text, unsigned byte, size_t place, bool fixed);
void nt_page_put_fixed(nt_page_text *text, nt_text bytes, size_t place);

/* The place of a byte of the text; that of the last one behind its end. Cost: logarithmic. */
size_t nt_page_place(const nt_page_text *text, size_t at);
void nt_page_text_free(nt_page_text *text);

/* ---- a page ---- */

enum { NT_PAGE_DEPTH = 256 }; /* elements inside each other */

/* A field of a form, or a parameter of a link. at: where the text stands before it. */
typedef struct nt_page_field {
    nt_span name, value; /* of strings; the value of a text area is of text */
    uint32_t place, at;
    bool is_link, in_text;
} nt_page_field;

/* What a path of a map has found: a stretch of the text, or of strings where the text does not show it. */
typedef struct nt_page_hit {
    nt_span span;
    uint32_t place;
    bool in_strings;
} nt_page_hit;

/* What stands on a page that nt_html_write_game has made, in its order: a game, then its variant, coordinates and start, its
 * items, its tags, names and values in turn, its end. item: place and text, which is of strings; the rest for items alone. */
typedef enum nt_page_mark_kind {
    NT_PAGE_GAME, /* value: the notation of the moves, by nt_format_at */
    NT_PAGE_VARIANT,
    NT_PAGE_COORDINATES,
    NT_PAGE_START,
    NT_PAGE_TAG,
    NT_PAGE_VALUE,
    NT_PAGE_ITEM,
    NT_PAGE_END /* place: behind the game */
} nt_page_mark_kind;

typedef struct nt_page_mark {
    nt_page_mark_kind kind;
    nt_item item;
} nt_page_mark;

/* A page as lines of text: a line for a row of a table, with tabs between its cells, for a paragraph, and so on. */
typedef struct nt_page {
    nt_context *context;
    nt_text source; /* the page, in UTF-8 */
    nt_page_text text;
    unsigned char *strings;
    size_t string_size, string_capacity;
    nt_page_field *fields;
    size_t field_count, field_capacity;
    nt_page_mark *marks;   /* of a page of our own, which has no text */
    size_t mark_count, mark_capacity;
    nt_page_hit *hits;     /* of the map: for each record, and in it for each path, a count and so many hits */
    size_t hit_count, hit_capacity;
    size_t first_hit;      /* where these begin; before them each node of the tree has one */
    size_t records;        /* of the map */
    size_t too_deep;       /* place of the element that was nested too deep, where parsing ended; SIZE_MAX: none */
    size_t unfinished;     /* place of a tag that does not end and has others in it; the page's end: there is none */
    bool has_frames;
    size_t crowded;        /* place of the tag with too many attributes, where parsing ended; the page's end: there is none */
} nt_page;

void nt_page_clear(nt_page *page);
void nt_page_free(nt_page *page);

static inline nt_text nt_page_string(const nt_page *page, nt_span span, bool in_text) {
    const unsigned char *bytes = in_text ? page->text.bytes : page->strings;
    return bytes ? (nt_text){bytes + span.offset, span.length} : NT_TEXT("");
}

/* Keeps a string; false: no memory. */
bool nt_page_keep(nt_page *page, nt_text string, nt_span *span);

/* page_decode.c: makes UTF-8 of a page, by its byte order mark, else by what it declares, else by what it looks like.
 * *decoded: a mark and the text where it is not the bytes as they are, else empty. Findings go by the place. */
nt_status nt_page_decode(nt_context *context, nt_text bytes, const nt_place *place, nt_page_text *decoded);

/* Whether a page is UTF-16. */
bool nt_page_is_wide(nt_text bytes);

/* Loads the table of the encoding that the head of a page declares. */
void nt_page_prepare(nt_text head);

/* page_tags.c: where the first tag with too many attributes begins, and one that does not end and has others in it; the text's
 * length: there is none. */
size_t nt_page_crowded(nt_text source, size_t *unfinished);

/* ---- a map ---- */

/* A path of a map file. name: a tag, or record, moves or result, which have a meaning of their own. */
typedef struct nt_page_path {
    const char *name, *path;
    uint32_t line;
} nt_page_path;

/* Kept by the context. */
typedef struct nt_page_map nt_page_map;

struct nt_page_map {
    nt_arena arena; /* of the strings */
    const char *file;
    nt_page_path *paths;
    size_t count, capacity;
};

/* xml_page.c: makes lines of a page. NT_INVALID: a path of the map is none, which is reported; NT_IO: libxml2 is not there,
 * errno says so; NT_NO_MEMORY. */
nt_status nt_page_parse(nt_page *page, const nt_page_map *map);

/* ---- what is found ---- */

/* A tag of the game. value: of text, or of strings. */
typedef struct nt_page_tag {
    const char *name; /* NULL: named is the name */
    nt_span named, value;
    uint32_t place;
    bool in_text;
} nt_page_tag;

enum { NT_PAGE_TAGS = 64 };

/* A game on a page. moves: the lines that are its list; length 0: it has none. */
typedef struct nt_page_game {
    nt_page_tag tags[NT_PAGE_TAGS];
    size_t tag_count;
    nt_span moves;
    nt_span result_line;  /* of text; length 0: none */
    nt_result result;
    uint32_t begin, end;  /* places: the part of the page that is the game's */
} nt_page_game;

/* Adds a tag unless it has one of that name. */
void nt_page_add_tag(nt_page_game *game, nt_page_tag tag);

/* page_find.c: what stands on a page that shows one game; and the row of a listing that a line of the text is. */
void nt_page_find(const nt_page *page, nt_page_game *game);

/* The next line that names a log, from *at on, which moves behind it as *field does in the fields;
 * false: there is none. columns: the line with the titles
 * of the columns, or of length 0. */
bool nt_page_row(const nt_page *page, nt_text columns, size_t *at, size_t *field, nt_page_game *game);

/* Whether a page is a listing: it names more than one log and has no moves. *columns as above. */
bool nt_page_is_listing(const nt_page *page, nt_text *columns);

/* Reads a line that says how a game ended: "Ann has resigned.", "Bob has won on time.". */
bool nt_page_result_line(const nt_page *page, const nt_page_game *game, nt_text line, nt_result *result);

/* page_moves.c: which lines of the text are a list of moves; length 0: none. */
nt_span nt_page_find_moves(const nt_page *page);

/* Copies lines as a list of moves: what is none goes in as comments. */
void nt_page_list(const nt_page *page, nt_span lines, nt_page_text *list);

/* The line of a text that begins at an offset, without its end; the next one begins at *next. */
nt_text nt_page_line(const nt_page *page, size_t at, size_t *next);

/* page_marks.c: the part of the page that the game from a mark on is; and its record, with *mark behind the game. */
void nt_page_marked(const nt_page *page, size_t mark, nt_page_game *game);
nt_status nt_page_take_marked(const nt_page *page, size_t *mark, nt_record *record);

/* page_map.c: the map of a context, which nt_html_map has read; NULL: none. */
const nt_page_map *nt_page_map_of(const nt_context *context);

/* page.c */
int nt_page_sniff(nt_text head);
nt_status nt_page_read_game(nt_reader *reader);
void nt_page_free_reader(nt_reader *reader);

#endif
