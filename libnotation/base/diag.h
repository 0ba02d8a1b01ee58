/* Findings: the closed list of ids, the place of a finding, and how one is sent to the sink of the context. */
#ifndef NT_DIAG_H
#define NT_DIAG_H

#include "base/base.h"

typedef enum nt_diag_id {
#define NT_DIAG(constant, name, severity, summary) NT_DIAG_##constant,
#include "base/diag.def"
#undef NT_DIAG
    NT_DIAG_COUNT
} nt_diag_id;

/* Where a finding stands. A zeroed place is no place. game_text, when not NULL, are the bytes of a game (or of any
 * text) that begins at line, column and offset of the file; at is the offset of the finding in them. Line and column are
 * worked out only when the finding is sent. */
typedef struct nt_place {
    const char *file;
    const unsigned char *text;
    size_t at;
    uint64_t offset, line, column; /* of text[0] */
    uint64_t game;
    uint32_t ply;
    uint32_t move_number; /* for the words of `where`; 0: none */
    const char *player;   /* "White", or NULL */
    bool is_second;       /* the move is not the first of its number: the player is named */
    const unsigned char *raw; /* set by nt_game_place: the bytes of the game, which hold still until the next game; while
                                 text is the same, counting lines goes on from the finding before */
} nt_place;

/* Sends one finding: printf-like text, at most 1000 bytes. Severity is the one of diag.def; a warning is sent as an error
 * in strict mode. Control bytes of the text become '?'. Cost: a scan of the text before the place, or from the finding
 * before it in the same game. No allocation. */
void nt_report(nt_context *context, const nt_place *place, nt_diag_id id, const char *format, ...) NT_PRINTF(4, 5);
void nt_report_list(nt_context *context, const nt_place *place, nt_diag_id id, const char *format, va_list arguments)
    NT_PRINTF(4, 0);

const char *nt_diag_name(nt_diag_id id);
nt_severity nt_diag_severity(nt_diag_id id);

/* A short printable copy of input for a message: at most 40 bytes of it, control bytes, quotes and backslashes escaped,
 * whole UTF-8 sequences kept, other bytes as \xNN, then "..." where it was cut; in buffer, which is returned. */
enum { NT_QUOTE_SIZE = 176 };
char *nt_quote(nt_text text, char buffer[NT_QUOTE_SIZE]) __attribute__((cold));

/* A growing message in a fixed buffer; longer text is cut, never overrun. */
typedef struct nt_message {
    char text[1000];
    size_t length;
} nt_message;

void nt_message_add(nt_message *message, const char *format, ...) NT_PRINTF(2, 3);
void nt_message_add_list(nt_message *message, const char *format, va_list arguments) NT_PRINTF(2, 0);

#endif
