/* notation.h: the one public header of libnotation.
 *
 * libnotation reads, checks, replays and writes the game logs of chess and its variants. Three vocabularies meet in it:
 * a *format* knows bytes and no rules, a *variant* is the rules of one game as data, and the *replay* brings the two
 * together move by move. Data flows one way:
 *
 *     nt_input --nt_reader--> nt_game --nt_replay--> resolved moves --nt_writer--> nt_output
 *
 * Errors use three channels that never mix: a broken contract is an assert; trouble outside the input (memory, I/O, a
 * limit) is a returned nt_status; trouble in the input is a diagnostic to the sink of the context, and reading goes on.
 *
 * Threads: the library has no writable global. A context and all that was made from it belong to one thread at a time;
 * two contexts work in two threads. A compiled nt_variant never changes and may be shared by all of them.
 */
#ifndef NT_NOTATION_H
#define NT_NOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define NT_API __attribute__((visibility("default")))
#else
#define NT_API
#endif

#define NT_VERSION "0.1.0"

/* The version of the library that is linked, as MAJOR.MINOR.PATCH; static, never freed. */
NT_API const char *nt_version(void);

/* What a call came to. NT_OK and NT_END (no more games) are the good ends of a loop; NT_INVALID says that the input was
 * at fault and that at least one diagnostic was sent; the rest is trouble outside the input. */
typedef enum nt_status {
    NT_OK = 0,
    NT_END,
    NT_INVALID,
    NT_NO_MEMORY,
    NT_IO,    /* reading or writing failed; errno is kept by the handle */
    NT_LIMIT, /* a limit of nt_limits was met where the work cannot go on */
    NT_USAGE  /* an unknown name was asked for: format, variant, coordinate scheme */
} nt_status;

/* A few words for a status, for messages; static. */
NT_API const char *nt_status_text(nt_status status);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Memory                                                                                                            */

/* Where all memory comes from. resize(user, NULL, 0, n) allocates n bytes, resize(user, p, old, n) grows or shrinks,
 * resize(user, p, old, 0) frees and returns NULL. A NULL return for n > 0 is out of memory and leaves p as it was. */
typedef struct nt_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} nt_allocator;

/* ---------------------------------------------------------------------------------------------------------------- */
/* Diagnostics                                                                                                       */

typedef enum nt_severity { NT_NOTE, NT_WARNING, NT_ERROR } nt_severity;

/* One finding. All pointers are borrowed until the sink returns.
 *
 * id       the kebab-case name of the kind of finding ("drop-occupied"); an API: never reused, static.
 * file     as given to nt_input, "<stdin>" for standard input.
 * line     from 1; 0 when the finding has no place in a text. column: from 1, counts bytes.
 * offset   bytes from the start of the input.
 * game     from 1, 0 outside a game. ply: half-moves from 1, 0 outside a move.
 * where    the place in the game in words ("move 23 (black)"), or "".
 * text     the reason in words, one line, input quoted and cut at 40 bytes. */
typedef struct nt_diagnostic {
    const char *id;
    nt_severity severity;
    const char *file;
    uint64_t line, column, offset;
    uint64_t game;
    uint32_t ply;
    const char *where;
    const char *text;
} nt_diagnostic;

typedef void nt_sink(void *user, const nt_diagnostic *diagnostic);

/* All kinds of findings, by index: the id, or NULL past the last one; its severity in tolerant mode and one sentence on
 * what it means (each may be NULL). */
NT_API const char *nt_diag_at(size_t index, nt_severity *severity, const char **summary);

/* "note", "warning", "error". */
NT_API const char *nt_severity_name(nt_severity severity);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Context                                                                                                           */

/* How far the input may stray. Tolerant accepts what a reader would understand and warns; strict makes each such
 * warning an error; repair accepts more than tolerant does and says what it changed. */
typedef enum nt_mode { NT_TOLERANT = 0, NT_STRICT, NT_REPAIR } nt_mode;

/* Bounds on what one input may cost; 0 stands for the default in brackets. Exceeding one is a diagnostic, the game is
 * given up, the run goes on. */
typedef struct nt_limits {
    size_t game_bytes;   /* [64 MiB] bytes of one game */
    size_t plies;        /* [100000] moves of one game, variations included */
    size_t nesting;      /* [1000] variations within variations */
    size_t tags;         /* [1000] tags of one game */
    size_t tag_name;     /* [255] bytes */
    size_t tag_value;    /* [64 KiB] bytes */
    size_t comment;      /* [1 MiB] bytes of one comment */
    size_t nags;         /* [64] NAGs after one move */
    size_t variant_file; /* [256 KiB] bytes of one variant file */
} nt_limits;

/* Settings of a context; an object of all zeros is valid and means the defaults. */
typedef struct nt_settings {
    nt_allocator allocator; /* resize NULL: malloc */
    nt_sink *sink;          /* NULL: findings are dropped */
    void *sink_user;
    nt_mode mode;
    nt_limits limits;
    const char *language;    /* whose piece letters algebraic moves are read by ("hu"); NULL: the variant's labels */
    const char *to_language; /* ... are written by, in messages too. Both are borrowed for the life of the context */
} nt_settings;

typedef struct nt_context nt_context;

/* Makes a context; the caller frees it with nt_context_free after all that was made from it. NULL: no memory. */
NT_API nt_context *nt_context_new(const nt_settings *settings);
NT_API void nt_context_free(nt_context *context);

/* How many errors and warnings the context has sent to its sink since it was made. */
NT_API uint64_t nt_context_errors(const nt_context *context);
NT_API uint64_t nt_context_warnings(const nt_context *context);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Input and output                                                                                                  */

typedef struct nt_input nt_input;
typedef struct nt_output nt_output;

/* Reads up to size bytes into buffer; returns the count, 0 at the end, -1 with errno set on failure. */
typedef ptrdiff_t nt_read_function(void *user, void *buffer, size_t size);

/* Writes size bytes; returns how many were taken (> 0), or -1 with errno set. */
typedef ptrdiff_t nt_write_function(void *user, const void *bytes, size_t size);

/* Opens bytes for reading: a file by name ("-": standard input), an open descriptor (not closed), memory (borrowed until
 * freed), or a function. The caller frees with nt_input_free. nt_input_open sets *status to NT_IO with errno kept when
 * the file cannot be opened; all return NULL on failure. name is what diagnostics call the input (copied). */
NT_API nt_input *nt_input_open(nt_context *context, const char *path, nt_status *status);
NT_API nt_input *nt_input_descriptor(nt_context *context, int descriptor, const char *name);
NT_API nt_input *nt_input_memory(nt_context *context, const void *bytes, size_t size, const char *name);
NT_API nt_input *nt_input_function(nt_context *context, nt_read_function *read, void *user, const char *name);
NT_API void nt_input_free(nt_input *input);

/* The first bytes of what has not been read yet, without taking them: at least 4096, or all that there are. NULL: reading
 * failed, which the next read will tell. Borrowed until the input is read. */
NT_API const unsigned char *nt_input_peek(nt_input *input, size_t *size);

struct nt_format;

/* Loads what reading games from the input will take from other files of the system: libxml2 for pages and XML, the table of
 * an encoding. Only for programs that give up opening files before they read; else it is done when it is needed. format NULL:
 * looked for in the first bytes. */
NT_API void nt_input_prepare(nt_input *input, const struct nt_format *format);

/* Whether the input is compressed, which its first bytes tell: then games count bytes that the file has not. False before it
 * has been read or peeked at. */
NT_API bool nt_input_is_packed(const nt_input *input);

/* The errno of the first failed read, 0 when none failed. */
NT_API int nt_input_errno(const nt_input *input);

/* Takes up to size of the next bytes, unpacked where they were compressed. Returns how many, 0 at the end, -1 on trouble, of
 * which nt_input_errno tells (ENOMEM: no memory). */
NT_API ptrdiff_t nt_input_read(nt_input *input, void *bytes, size_t size);

/* Buffered output to a descriptor (not closed) or a function. Failures are kept: once a write has failed, later writes
 * are dropped and nt_output_flush and nt_output_free return NT_IO. The caller frees with nt_output_free, which flushes. */
NT_API nt_output *nt_output_descriptor(nt_context *context, int descriptor);
NT_API nt_output *nt_output_function(nt_context *context, nt_write_function *write, void *user);
NT_API nt_status nt_output_flush(nt_output *output);
NT_API nt_status nt_output_free(nt_output *output);
NT_API int nt_output_errno(const nt_output *output);

/* Appends bytes, a NUL-terminated string, a decimal number, or bytes as the inside of a JSON string (escaped; bytes that
 * are not UTF-8 are taken for Latin-1 and transcoded). */
NT_API void nt_output_bytes(nt_output *output, const void *bytes, size_t size);
NT_API void nt_output_string(nt_output *output, const char *string);
NT_API void nt_output_number(nt_output *output, uint64_t number);
NT_API void nt_output_json(nt_output *output, const void *bytes, size_t size);

/* Appends text as the inside of an element or of a quoted attribute of XML and HTML: & < > and " as entities, CR as a blank,
 * characters that XML cannot hold as U+FFFD, bytes that are not UTF-8 taken for Latin-1. */
NT_API void nt_output_markup(nt_output *output, const void *bytes, size_t size);

/* Writes one finding: as a line `file:line:col: severity: game 2, move 10: text [id]`, as a JSON object on a line, or as an
 * element <finding> of the document <report> of notation.rng. */
typedef enum nt_finding_form { NT_FINDING_TEXT, NT_FINDING_JSON, NT_FINDING_XML } nt_finding_form;

NT_API void nt_output_diagnostic(nt_output *output, const nt_diagnostic *diagnostic, nt_finding_form form);

/* ---------------------------------------------------------------------------------------------------------------- */
/* The record: a game as it was written                                                                              */

/* A stretch of nt_game.text: offset and length in bytes. */
typedef struct nt_span {
    uint32_t offset, length;
} nt_span;

/* A tag pair or header line. place: bytes from the start of the game. value: as it stands in the file; with
 * NT_TAG_ESCAPED it holds \" or \\, which stand for a quote and a backslash. */
typedef struct nt_tag {
    nt_span name, value;
    uint32_t place;
    uint8_t flags;
} nt_tag;

enum { NT_TAG_ESCAPED = 1 };

typedef enum nt_item_kind {
    NT_ITEM_MOVE,       /* one turn as written, check marks included, annotation marks (! ?) not */
    NT_ITEM_NUMBER,     /* a move number; value: how many dots follow */
    NT_ITEM_COMMENT,    /* text inside the comment signs; flags: NT_COMMENT_LINE when it ran to the end of the line */
    NT_ITEM_NAG,        /* value: the numeric annotation glyph, 0 to 255 */
    NT_ITEM_LINE_OPEN,  /* a variation begins: an alternative to the move before it; flags: NT_LINE_ABANDONED */
    NT_ITEM_LINE_CLOSE, /* it ends */
    NT_ITEM_RESULT,     /* the terminator as written, or a word like "resign" */
    NT_ITEM_ESCAPE      /* a PGN line that begins with %, without the % */
} nt_item_kind;

enum {
    NT_COMMENT_LINE = 1,   /* NT_ITEM_COMMENT: it ended with its line, not with a closing sign */
    NT_COMMENT_BARE = 2,   /* NT_ITEM_COMMENT: it is known to have no bracket, and so no command; not set: it may have one */
    NT_LINE_ABANDONED = 2, /* NT_ITEM_LINE_OPEN: taken back; stands before the moves that were played instead, and
                              continues from the position before it, not from the one before the last move */
    NT_NAG_GLYPH = 4       /* NT_ITEM_NAG: written as ! or ? signs */
};

/* One thing of the movetext, in the order of the file. place: bytes from the start of the game. */
typedef struct nt_item {
    uint8_t kind; /* nt_item_kind */
    uint8_t flags;
    uint16_t value;
    uint32_t place;
    nt_span text;
} nt_item;

#define NT_MAX_PLAYERS 4

/* A result: the score of each player in twelfths of a point (12 win, 6 draw, 9 and 3 for Glinski's stalemate).
 * known is false for "*" and for games that do not say. */
typedef struct nt_result {
    bool known;
    uint8_t players;
    uint8_t twelfths[NT_MAX_PLAYERS];
} nt_result;

typedef struct nt_format nt_format;

/* A game as it was written. Borrowed from the reader until its next call; read-only.
 *
 * source, format  the notation of the file and that of the texts of the moves: the same, but in files that hold games of other
 *          notations (json, html).
 * raw      the bytes of the game in the input; places count from raw[0]. text: the bytes that spans point into (the
 *          same as raw for most formats).
 * offset, line  of raw[0] in the input; line counts from 1.
 * result   what the terminator of the movetext says; result_item: its index in items, or SIZE_MAX.
 * damaged  the reader has reported an error in this game. */
typedef struct nt_game {
    const char *file;
    const nt_format *source, *format;
    uint64_t number, offset, line, column;
    const unsigned char *raw;
    size_t raw_length;
    const unsigned char *text;
    const nt_tag *tags;
    size_t tag_count;
    const nt_item *items;
    size_t item_count;
    nt_result result;
    size_t result_item;
    bool damaged;
} nt_game;

/* The value of a tag (ASCII case ignored), or NULL; *length in bytes. Cost: a scan of the tags. */
NT_API const char *nt_game_tag(const nt_game *game, const char *name, size_t *length);

/* Line and column of a place of the game, which counts bytes from raw[0]. Cost: a scan of the bytes before it. */
NT_API void nt_game_where(const nt_game *game, size_t place, uint64_t *line, uint64_t *column);

/* What the value of a command says; the unit of its number. */
typedef enum nt_command_kind {
    NT_COMMAND_OTHER, /* nothing is known of this name */
    NT_COMMAND_TIME,  /* clk, egt, emt, mct: milliseconds */
    NT_COMMAND_EVAL,  /* eval: thousandths of a pawn, as seen from White */
    NT_COMMAND_MATE,  /* eval: moves to mate, below 0 when Black gives it */
    NT_COMMAND_MARKS, /* csl, cal: coloured cells and arrows, with commas between */
    NT_COMMAND_WRONG  /* a value that the name does not allow, or no closing bracket */
} nt_command_kind;

/* A command inside a comment: [%clk 1:23:45]. whole: with its brackets; name and value: without. depth: of an eval that
 * gives one, else 0. */
typedef struct nt_command {
    nt_command_kind kind;
    nt_span whole, name, value;
    int64_t number;
    uint32_t depth;
} nt_command;

/* The next command in a comment from byte *at of its text on; *at, 0 at first, is moved behind it. False: there is none, or
 * the item is no comment. Cost: linear in the bytes it passes. Source: Enhanced PGN (2001); lichess.org for eval. */
NT_API bool nt_game_command(const nt_game *game, const nt_item *comment, size_t *at, nt_command *command);

/* Reads a result in any of the spellings that games have ("1-0", "1/2", "*", "3/4-1/4"); false: it is none, *result is
 * untouched. */
NT_API bool nt_result_parse(const char *text, size_t length, nt_result *result);
NT_API bool nt_result_equal(const nt_result *a, const nt_result *b);

/* A log id of Game Courier, first-second-year-day-thousandths. The names may hold hyphens, so it is read from the right. day
 * counts from 0, thousandths are those of the day: when the log was begun, as far as is known by the clock of UTC+1.
 *
 * names_length  bytes of both names, from text on; first_length: of the first one, the second one follows its hyphen.
 * divided       it is known where the first name ends: there is one hyphen, or the log is open. Else first_length is 0.
 * open          begun by an invitation that anyone could take: the second name is cvgameroom. */
typedef struct nt_log_id {
    const char *text;
    size_t length, names_length, first_length;
    unsigned year, day, thousandths;
    unsigned month, month_day; /* from 1 */
    bool divided, open;
} nt_log_id;

/* Reads a log id; false: it is none, *id is untouched. The text is borrowed. */
NT_API bool nt_log_id_parse(const char *text, size_t length, nt_log_id *id);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Formats                                                                                                           */

/* Finds a format by its name: pgn, gc, alg, coord, uci, json, html, xml, zsg. NULL: there is none. nt_format_at lists them all
 * by index and ends with NULL. All static. */
NT_API const nt_format *nt_format_find(const char *name);
NT_API const nt_format *nt_format_at(size_t index);
NT_API const char *nt_format_name(const nt_format *format);
NT_API const char *nt_format_title(const nt_format *format);

/* Whether the games that are written in it make up one document, which nt_writer_end ends. */
NT_API bool nt_format_is_document(const nt_format *format);

/* Whether games can be read and written in a format; zsg is only read. */
NT_API bool nt_format_reads(const nt_format *format);
NT_API bool nt_format_writes(const nt_format *format);

typedef struct nt_reader nt_reader;

/* Reads games from an input. format: one that can be read; NULL: guessed from the first bytes. Takes no ownership of the
 * input. The caller frees with nt_reader_free. NULL: no memory. */
NT_API nt_reader *nt_reader_new(nt_context *context, nt_input *input, const nt_format *format);
NT_API void nt_reader_free(nt_reader *reader);

/* Before the first game: the input is a part of a larger one, and begins at this offset, line and column of it, after so many
 * games. It must begin where a game ends or begins. */
NT_API void nt_reader_resume(nt_reader *reader, uint64_t offset, uint64_t line, uint64_t column, uint64_t games);

/* The next game, borrowed until the next call. NT_OK, NT_END, or trouble. Faults in the text are diagnostics; the game
 * is then what could be kept, with damaged set. Cost: linear in the bytes of the game; no allocation once the buffers
 * have grown to the largest game seen. */
NT_API nt_status nt_game_next(nt_reader *reader, const nt_game **game);

/* From the next game on only tags and results are wanted: where the format can, it passes over moves without looking at
 * them: most are not among the items, and faults in them are not found. Games begin and end at the same bytes. */
NT_API void nt_reader_tags_only(nt_reader *reader, bool only);

/* Takes over paths into saved pages (html), for layouts in which the reader does not find things by itself: lines NAME = XPATH,
 * which nt-formats(7) explains. They belong to the context and replace those before; they are looked up from the next page on.
 * NT_INVALID: after a diagnostic for each line that is none; NT_LIMIT: longer than limits.variant_file; NT_IO, NT_NO_MEMORY. */
NT_API nt_status nt_html_map(nt_context *context, nt_input *input);

/* The format in use, NULL before it was guessed. */
NT_API const nt_format *nt_reader_format(const nt_reader *reader);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Variants                                                                                                          */

typedef struct nt_variant nt_variant;

/* Loads the variant with an id or alias (ASCII case, blanks, '-' and '_' ignored; a "960" at the end asks for Chess960
 * castling), from the files that were added and then from those that come with the library. The variant belongs to the
 * context and lives as long as it does. Returns NT_USAGE when there is none of that name, NT_INVALID after diagnostics
 * when its text is wrong. Cost: compiled at the first call, looked up after that. */
NT_API nt_status nt_variant_load(nt_context *context, const char *name, const nt_variant **variant);

/* Adds the sections of a variant file (or of a text in memory) to the context; they come before those of the library.
 * NT_INVALID: after at least one diagnostic with file, line and column; the good sections are kept. */
NT_API nt_status nt_variants_add(nt_context *context, nt_input *input);

/* Checks one section completely, as compiling does, and reports all it finds. */
NT_API nt_status nt_variant_lint(nt_context *context, const char *name);

/* The ids of all variants known to the context, by index; NULL ends the list, at index 0 for want of memory. Borrowed from
 * the context until files are added. */
NT_API const char *nt_variant_at(nt_context *context, size_t index);

/* The name of the file that the variant of an index comes from, as given to its nt_input; NULL past the end. Variants of
 * added files come first. Borrowed in the same way. */
NT_API const char *nt_variant_file(nt_context *context, size_t index);

typedef enum nt_variant_text {
    NT_VARIANT_ID,
    NT_VARIANT_TITLE,
    NT_VARIANT_SOURCE,     /* where the rules come from */
    NT_VARIANT_PROVENANCE, /* "seen: ...", "derived: ..." or "placeholder: ...", of the array */
    NT_VARIANT_ARRAY,      /* the start position as FEN */
    NT_VARIANT_HASH        /* 16 hexadecimal digits over all keys that bear on the rules */
} nt_variant_text;

/* A text about a variant, "" when the file does not give it; borrowed from the variant. */
NT_API const char *nt_variant_get(const nt_variant *variant, nt_variant_text what);

/* How many cells, players and piece kinds there are. Kinds count from 1. */
NT_API size_t nt_variant_cells(const nt_variant *variant);
NT_API size_t nt_variant_players(const nt_variant *variant);
NT_API size_t nt_variant_kinds(const nt_variant *variant);

/* The name of player 0, 1, ... ("White"); the label, name and Betza string of a piece kind 1, 2, ...; borrowed. */
NT_API const char *nt_variant_player(const nt_variant *variant, size_t player);
NT_API const char *nt_kind_label(const nt_variant *variant, size_t kind);
NT_API const char *nt_kind_name(const nt_variant *variant, size_t kind);
NT_API const char *nt_kind_betza(const nt_variant *variant, size_t kind);

/* The moves that a kind has only from the cells of some zones, as variant files write them ("left: ce{10}W; ..."), or "";
 * borrowed. */
NT_API const char *nt_kind_more(const nt_variant *variant, size_t kind);

/* One step on the way of a piece. to: the cell. before: the index in the list of the step that the way takes before this
 * one, NT_KIND_START when it comes from the cell where the piece stands. flags: NT_KIND_*; a step with neither of the first
 * two is only passed on the way to others. */
typedef struct nt_kind_move {
    uint16_t before;
    uint8_t to;
    uint8_t flags;
} nt_kind_move;

enum { NT_KIND_START = 0xffff };

enum {
    NT_KIND_MOVES = 1,          /* it can move here when the cell is empty */
    NT_KIND_CAPTURES = 2,       /* it can capture here */
    NT_KIND_FIRST_MOVE = 4,     /* ... but move here only as its first move */
    NT_KIND_FIRST_CAPTURE = 8,  /* ... but capture here only as its first move */
    NT_KIND_CLEAR = 16,         /* some of the steps before must be empty */
    NT_KIND_OVER = 32,          /* some of the steps before must be occupied: it jumps over men */
    NT_KIND_TAKES = 64          /* an enemy here is captured on the way */
};

/* Lists how a man of a player moves from a cell, whatever stands on the board, in preorder: a step comes before those that
 * go on from it. Castling, drops and captures en passant are not in the list. moves NULL: only counts. Returns how many
 * steps there are, at most 65535. Cost: linear in that. */
NT_API size_t nt_kind_moves(const nt_variant *variant, size_t kind, size_t player, size_t from, nt_kind_move *moves);

/* The cell on which the moves of a man of the first player are best shown: where it stands in the array when its moves
 * depend on that, as those of pawns do, else in the middle. */
NT_API size_t nt_kind_home(const nt_variant *variant, size_t kind);

/* Which coordinates a picture shows: at the rim of the board, there and in each cell, or none. */
typedef enum nt_draw_coordinates { NT_DRAW_RIM = 0, NT_DRAW_CELLS, NT_DRAW_NONE } nt_draw_coordinates;

/* Settings of a picture; all zeros is valid.
 *
 * turned  the board is seen from the side of the second player.
 * width   of the picture in pixels, where it is shown by itself; 0: as wide as the room that it is given. */
typedef struct nt_draw_settings {
    bool turned;
    nt_draw_coordinates coordinates;
    uint32_t width;
} nt_draw_settings;

/* Draws how a man of the first player moves from a cell of an otherwise empty board, as a diagram for a terminal that ends
 * with a line feed: the label on that cell, * where it can move and capture, m where it can only move, x where it can only
 * capture. NT_NO_MEMORY: nothing was written. */
NT_API nt_status nt_kind_draw(const nt_variant *variant, size_t kind, size_t from, nt_output *output);

/* Draws the same as an SVG picture with a legend: signs for moves, captures, both, leaps, jumps over men and first moves;
 * lines along ways that must be clear. settings NULL: the defaults. NT_NO_MEMORY: nothing was written. */
NT_API nt_status nt_kind_svg(const nt_variant *variant, size_t kind, size_t from, const nt_draw_settings *settings,
                             nt_output *output);

/* The most moves that a list for a position of this variant needs room for. */
NT_API size_t nt_variant_move_bound(const nt_variant *variant);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Positions and moves                                                                                               */

typedef struct nt_position nt_position;

typedef enum nt_move_type {
    NT_MOVE_STEP,       /* from-to, with or without capture on the target */
    NT_MOVE_DOUBLE,     /* a pawn's long first step, which can be taken en passant */
    NT_MOVE_EN_PASSANT, /* captures the pawn that has just passed the target; aux: its cell */
    NT_MOVE_CASTLE,     /* from, to: of the king; aux: the rook's cell; aux2: where the rook lands */
    NT_MOVE_DROP,       /* a piece from the hand to the target; aux: slot + 1, 0 when no slot is named */
    NT_MOVE_LOCUST,     /* captures on aux on the way, and perhaps on the target too */
    NT_MOVE_PASS        /* nothing moves */
} nt_move_type;

/* One legal move. Cells count from 0 in the order of nt_cell_name. */
typedef struct nt_move {
    uint8_t from, to;
    uint8_t type;  /* nt_move_type */
    uint8_t piece; /* the kind that moves or is dropped, before promotion */
    uint8_t promo; /* the kind it becomes, 0 when it stays what it is */
    uint8_t aux, aux2;
    uint8_t flags; /* NT_MOVE_CAPTURE, NT_MOVE_SECOND_VICTIM */
} nt_move;

enum { NT_MOVE_CAPTURE = 1, NT_MOVE_SECOND_VICTIM = 2 /* en passant: aux2 is a second pawn that passed the target */ };

/* A position of a variant, at its array. The caller frees it. NULL: no memory. */
NT_API nt_position *nt_position_new(nt_context *context, const nt_variant *variant);
NT_API void nt_position_free(nt_position *position);
NT_API void nt_position_reset(nt_position *position);
NT_API const nt_variant *nt_position_variant(const nt_position *position);

typedef enum nt_code {
    NT_CODE_FEN,   /* Forsyth-Edwards notation with hands in brackets, X-FEN castling */
    NT_CODE_GC,    /* Game Courier code: numbers over rank ends, {label}, -, *, / */
    NT_CODE_CELLS, /* sorted cell:piece list */
    NT_CODE_TEXT,  /* a diagram for a terminal; written only */
    NT_CODE_FEN_FILES, /* FEN of hexagons by files from the left, each from below, where files are vertical; else FEN. Both
                          are told apart when they are read */
    NT_CODE_ANY        /* a FEN, or a Game Courier code where there is no blank and it is no FEN; read only */
} nt_code;

/* Sets up a position from a code. Faults are diagnostics whose columns count inside text; the position is untouched
 * after NT_INVALID. */
NT_API nt_status nt_position_set(nt_position *position, nt_code code, const char *text, size_t length);

/* Which en passant cells FEN names; all three are read. NT_EP_PSEUDO: those where a man of the side to move stands so that
 * he could take there, were it not for checks, as X-FEN has it. NT_EP_ALWAYS: all that a pawn has just passed, as the PGN
 * standard has it (16.1.3.4). NT_EP_LEGAL: those where a capture is legal, so that equal positions have equal FENs. */
typedef enum nt_en_passant { NT_EP_PSEUDO = 0, NT_EP_ALWAYS, NT_EP_LEGAL } nt_en_passant;

/* Dialects of FEN; all zeros is X-FEN. castling_files: castling rights as files of rooks (Shredder-FEN). */
typedef struct nt_fen_style {
    bool castling_files;
    nt_en_passant en_passant;
} nt_fen_style;

/* Writes a position. style: of FEN; NULL: X-FEN. */
NT_API void nt_position_write(const nt_position *position, nt_code code, const nt_fen_style *style, nt_output *output);

/* Draws a position as an SVG picture: the board, the men, the coordinates, the hands beside the board and who is to move.
 * Pieces that are called king, queen, rook, bishop, knight or pawn have their usual figures, all others stand as their
 * labels on a disc. The document is complete in itself (no script, no reference to anything outside), the same bytes for
 * the same position, and says in words what it shows. last: the move that led here, whose cells are marked, or NULL.
 * settings NULL: the defaults. Failed writes are kept by the output. */
NT_API void nt_position_svg(const nt_position *position, const nt_move *last, const nt_draw_settings *settings,
                            nt_output *output);

/* The full-move number that the next move has. */
NT_API unsigned nt_position_number(const nt_position *position);

/* Who is to move (0, 1, ...), whether his royal piece is attacked, and a 64-bit key of the position (placement, hands,
 * rights, side to move, and en passant where a capture is possible). */
NT_API size_t nt_position_player(const nt_position *position);
NT_API bool nt_position_in_check(const nt_position *position);
NT_API uint64_t nt_position_key(const nt_position *position);

/* All legal moves into moves (room for nt_variant_move_bound); returns how many. No order is promised. */
NT_API size_t nt_position_moves(nt_position *position, nt_move *moves);

/* Plays a move that is legal here, and takes the last one back. Any depth; NT_NO_MEMORY when the history cannot grow. */
NT_API nt_status nt_position_make(nt_position *position, nt_move move);
NT_API void nt_position_unmake(nt_position *position);

/* What the board says about the end of the game. */
typedef enum nt_ending {
    NT_ENDING_NONE,
    NT_ENDING_CHECKMATE,
    NT_ENDING_STALEMATE,
    NT_ENDING_BARE_KING,
    NT_ENDING_BARE_DRAW,
    NT_ENDING_EXTINCTION,
    NT_ENDING_GOAL,
    NT_ENDING_CHECKS,
    NT_ENDING_REPETITION, /* claimable or automatic, as the variant says */
    NT_ENDING_MOVE_RULE,
    NT_ENDING_LAST_PLAYER
} nt_ending;

/* The ending on the board and, in *result, the score it gives. Repetition looks at the moves made since the set-up. */
NT_API nt_ending nt_position_ending(nt_position *position, nt_result *result);
NT_API const char *nt_ending_name(nt_ending ending);

/* Writes the name of a cell in the variant's own coordinates; the name of a cell is at most 15 bytes. */
NT_API void nt_cell_write(const nt_variant *variant, size_t cell, nt_output *output);

/* The cell of a name in the variant's own coordinates; SIZE_MAX: there is none. */
NT_API size_t nt_cell_find(const nt_variant *variant, const char *name, size_t length);

/* The colour of a cell: on squares 0 (that of the first file of the first rank) or 1; on hexagons 0, 1 or 2, the remainder
 * of the sum of its two hexadecimal digits (11, 21, ...) by 3. Diagonal steps keep the colour. */
NT_API unsigned nt_cell_colour(const nt_variant *variant, size_t cell);

/* A coordinate scheme of a board: a name for each cell. */
typedef struct nt_coords nt_coords;

/* Makes a scheme for the board of a variant or, where variant is NULL, for a board in words as variant files have it
 * ("hexagon 6 glinski", "square 8x8"). name: algebraic on squares; gilman, glinski, mccooey, oblique, slanted or axial on
 * hexagons; NULL: the variant's own. The caller frees it with nt_coords_free. NULL: *status is NT_INVALID when there is no
 * such board, NT_USAGE when it has no such scheme, or NT_NO_MEMORY. */
NT_API nt_coords *nt_coords_new(nt_context *context, const nt_variant *variant, const char *board, const char *name,
                                nt_status *status);
NT_API void nt_coords_free(nt_coords *coords);

/* The names of the schemes that the board of a variant has, by index; NULL ends the list. Static. */
NT_API const char *nt_coords_at(const nt_variant *variant, size_t index);

/* Writes the name of a cell: at most 30 bytes. */
NT_API void nt_coords_write(const nt_coords *coords, size_t cell, nt_output *output);

/* Copies moves from an input to an output with their cells in another scheme of the same board; all other bytes stay. No
 * rules are looked at. A word is a move when it is cells, an x between them or not, in front of them perhaps a label in
 * capitals and an x, behind them perhaps letters: 51, N51, Nx51, f5f6, f10f11Q. Not looked at are move numbers (digits
 * with a dot behind them), glyphs like $12, comments in braces, and lines that begin with [ or %. A word with a digit that
 * is neither a move nor a number is an error, as is one of two hexadecimal digits that is no cell (cell-unknown, with a hint
 * of what there is); it is copied. NT_OK, also after such errors; NT_IO, NT_NO_MEMORY. Cost: linear in the bytes. */
NT_API nt_status nt_coords_rename(const nt_coords *from, const nt_coords *to, nt_input *input, nt_output *output);

/* Writes a move in a format's own way ("Nf3", "N g1-f3"); the position is the one before the move, restored on return. */
NT_API void nt_move_write(nt_position *before, nt_move move, const nt_format *format, nt_output *output);

/* Reads one move in a format's own way and finds the legal move it means. NT_INVALID: after a diagnostic. */
NT_API nt_status nt_move_read(nt_position *position, const nt_format *format, const char *text, size_t length,
                              nt_move *move);

/* Whether a legal move does all that a text states of it, in a format's own way. The text may state less than tells the
 * move apart: "Nd2" fits both knights. NT_INVALID: after a diagnostic; the text is no move of this variant. */
NT_API nt_status nt_move_fits(const nt_position *before, const nt_format *format, const char *text, size_t length,
                              nt_move move, bool *fits);

/* Counts the leaves of the move tree at a depth; depth 0 is 1. NT_NO_MEMORY, or NT_LIMIT for a depth over 100. */
NT_API nt_status nt_perft(nt_position *position, unsigned depth, uint64_t *nodes);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Patterns of positions                                                                                             */

/* How a pattern is written. All forms are read by the variant's own labels and cells, and may end in a blank and the
 * side to move as FEN writes it; without it either side may be to move. Hands that are not given are not looked at.
 *
 * NT_PATTERN_FEN       a placement as in FEN, and the side to move. What follows is ignored.
 * NT_PATTERN_BOARD     all rows as in FEN, from the top, joined by /. A place of a row is a man; a number of empty cells;
 *                      _ one empty cell; ! any man; ? anything; (QRn_) one of these, where _ is empty and a digit is any man
 *                      of that player; (^QR) anything but these; * any number of places, none included. After the rows may
 *                      stand hands: [Pp] exactly these men, [Pp*] at least these.
 * NT_PATTERN_CELLS     items with blanks between: c3:N, where a sign of the above may stand for the man; @:P a man in hand
 *                      (at least as many as are given); W1:M a named slot that is filled. Other cells do not count.
 * NT_PATTERN_MATERIAL  the men on the board, of all sides, in any order: KRPkr; with + at the end at least these. Hands in
 *                      brackets as above. No side to move.
 *
 * A label fits promoted men that show it, too; with their mark (Q~) it fits only them. Material does not tell the two
 * apart, and NT_PATTERN_FEN always does. */
typedef enum nt_pattern_form { NT_PATTERN_FEN, NT_PATTERN_BOARD, NT_PATTERN_CELLS, NT_PATTERN_MATERIAL } nt_pattern_form;

typedef struct nt_pattern nt_pattern;

/* Compiles a pattern for the positions of a variant. The caller frees it with nt_pattern_free. NULL: *status is NT_INVALID
 * after a diagnostic, or NT_NO_MEMORY. */
NT_API nt_pattern *nt_pattern_new(nt_context *context, const nt_variant *variant, nt_pattern_form form, const char *text,
                                  size_t length, nt_status *status);
NT_API void nt_pattern_free(nt_pattern *pattern);

/* Whether a position of the pattern's variant fits. Cost: a look at each cell at most, but in rows with a star up to width
 * times signs. No allocation. */
NT_API bool nt_pattern_fits(const nt_pattern *pattern, const nt_position *position);

/* ---------------------------------------------------------------------------------------------------------------- */
/* Replay and writing                                                                                                */

typedef enum nt_ply_state {
    NT_PLY_NONE,    /* the item is not a move, or a number that was read as one: 12 without its dot */
    NT_PLY_OK,      /* resolved; the move is legal */
    NT_PLY_ILLEGAL, /* the first move of its line that is not legal; a diagnostic was sent */
    NT_PLY_AFTER    /* not judged: stands after an illegal move */
} nt_ply_state;

typedef struct nt_replay nt_replay;

/* Settings of a replay; all zeros is valid. */
typedef struct nt_replay_settings {
    const char *variant;   /* for games that do not name one; NULL: chess */
    bool force_variant;    /* use it even when the game names another */
    const char *start;     /* a position code (FEN or Game Courier) to start from instead of the array, or NULL */
    bool quiet_endings;    /* do not compare results and check marks with the board */
    bool claims;           /* note where a repetition or the move rule could have been claimed */
    const char *coords;    /* the coordinate scheme of the games, before their Coordinates tag; NULL: the variant's own */
    const char *to_coords; /* ... of what is written of them: of the position at the start; NULL: the variant's own */
} nt_replay_settings;

/* Replays games by their rules. The settings' strings are borrowed for the life of the replay. */
NT_API nt_replay *nt_replay_new(nt_context *context, const nt_replay_settings *settings);
NT_API void nt_replay_free(nt_replay *replay);

/* Resolves all moves of a game, variations and abandoned lines included. NT_OK: all legal. NT_INVALID: at least one
 * error was reported; the legal prefix of each line is resolved. NT_USAGE: the game's variant is not known (reported).
 * The results below stay valid until the next call. Cost: linear in the items; no allocation once buffers have grown. */
NT_API nt_status nt_replay_game(nt_replay *replay, const nt_game *game);

/* Whether the game's variant and start are known and valid, so that its moves were judged. */
NT_API bool nt_replay_is_judged(const nt_replay *replay);

/* The variant of the game, NULL when it is not known; and a position that the caller may move about, at the start of
 * the game after nt_replay_start. */
NT_API const nt_variant *nt_replay_variant(const nt_replay *replay);
NT_API nt_position *nt_replay_start(nt_replay *replay);

/* The state and the move of item i of the game. */
NT_API nt_ply_state nt_replay_move(const nt_replay *replay, size_t item, nt_move *move);

/* Has the replay work out which moves give check and mate, which it knows sooner than a writer that marks them. Cost: for a
 * move that gives check, the search for an answer. */
NT_API void nt_replay_work_out_marks(nt_replay *replay);

/* How many plies of the main line are resolved, what the board says at its end, and whether the array is a set-up. */
NT_API size_t nt_replay_plies(const nt_replay *replay);
NT_API nt_ending nt_replay_ending(const nt_replay *replay, nt_result *result);

/* The result that the game states, by its terminator, else its Result tag; "resign" is a loss of the player to move. */
NT_API nt_result nt_replay_result(const nt_replay *replay);

typedef struct nt_writer nt_writer;

/* Settings of a writer; all zeros is valid. */
typedef struct nt_write_settings {
    bool no_comments, no_variations, no_nags, no_numbers, no_tags;
    const char *commands;    /* those in comments that are written: "clk,eval", "all"; "^clk,emt": all but these; NULL: those of
                                the comments that are written. With no_comments they are all that is left of a comment */
    bool one_line;           /* movetext of a game on one line instead of at most 80 columns */
    const nt_fen_style *fen; /* FEN tags are written anew in this style; NULL: they stay, and those that are added are X-FEN */
} nt_write_settings;

/* Writes games in a format that can be written. Takes no ownership of the output. NULL: no memory. */
NT_API nt_writer *nt_writer_new(nt_context *context, nt_output *output, const nt_format *format,
                                const nt_write_settings *settings);
NT_API void nt_writer_free(nt_writer *writer);

/* Writes one game. replay NULL, or one whose variant is not known: the moves are written as they were, which needs a
 * format of the same family (json takes any); otherwise NT_INVALID after the diagnostic write-unresolved. An illegal move
 * ends its line in the output, and the diagnostic of the replay has said so. */
NT_API nt_status nt_writer_game(nt_writer *writer, const nt_game *game, nt_replay *replay);

/* Ends what has been written, once, after the last game: a format whose games are one document (html) closes it, and writes
 * one without games where there were none. For other formats it does nothing. NT_OK or NT_NO_MEMORY; failed writes are
 * kept by the output. */
NT_API nt_status nt_writer_end(nt_writer *writer);

/* Copies one game, of the writer's format, with the bytes that it has in its file, header lines that it shares with the
 * games before it included. Between two games goes what keeps them apart: a blank line, and a * where the first one does
 * not end by itself. In PGN the blank line also stands behind the last game, as the standard asks, if that has a result. The
 * settings do not matter. Failed writes are kept by the output. */
NT_API void nt_writer_copy(nt_writer *writer, const nt_game *game);

#ifdef __cplusplus
}
#endif
#endif
