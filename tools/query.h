/* A search for games: conditions on tags, record, moves and positions, and whether a game fulfils them. For nt-grep. */
#ifndef QUERY_H
#define QUERY_H

#include "tools/commandtest.h"
#include "tools/tagtest.h"

/* Compiled patterns of one condition, by variant. */
enum { QUERY_VARIANTS = 4, QUERY_WORDS = 64, QUERY_RESULTS = 8, QUERY_CONDITIONS = 64 };

typedef struct query_pattern {
    const nt_variant *variant;
    nt_pattern *pattern; /* NULL: it does not fit the variant, which has been reported */
} query_pattern;

/* QUERY_UNKNOWN: it cannot be judged, which has been reported as trouble. */
typedef enum query_verdict { QUERY_NO, QUERY_YES, QUERY_UNKNOWN } query_verdict;

typedef enum query_kind {
    QUERY_TAG,
    QUERY_PLAYER,   /* the name of any player */
    QUERY_LENGTH,
    QUERY_COMMAND,  /* in a comment */
    QUERY_RESULT,
    QUERY_ENDING,
    QUERY_MOVES,    /* from the start */
    QUERY_CONTAINS, /* anywhere */
    QUERY_POSITION
} query_kind;

typedef struct query_condition {
    query_kind kind;
    const char *option, *text; /* as on the command line */
    tag_test tag;              /* QUERY_LENGTH: its range */
    command_test command;
    nt_result results[QUERY_RESULTS];
    size_t result_count;
    nt_ending ending;
    char *words[QUERY_WORDS];  /* moves; NULL: any move */
    char *word_bytes;
    size_t word_count;
    const nt_variant *refused; /* the variant to which a word does not belong */
    nt_pattern_form form;
    query_pattern patterns[QUERY_VARIANTS];
    unsigned next_pattern;
    uint64_t progress;         /* of the game at hand: bit i, the first i words have been played */
    query_verdict verdict;     /* of the game at hand */
} query_condition;

typedef struct query {
    query_condition *conditions;
    size_t count;
    bool any;       /* one condition suffices */
    bool final;     /* of the positions only the last one counts */
    values_text text;
    nt_replay *replay; /* made when it is needed */
    const nt_format *notation; /* of the moves in conditions */
} query;

/* Each adds a condition; false after a message. text must outlive the query. */
bool query_add_tag(cli_run *cli, query *q, const char *text);
bool query_add_player(cli_run *cli, query *q, const char *text);
bool query_add_side(cli_run *cli, query *q, const char *tag, const char *text); /* White, Black */
bool query_add_length(cli_run *cli, query *q, const char *text);
bool query_add_command(cli_run *cli, query *q, const char *text);
bool query_add_result(cli_run *cli, query *q, const char *text);
bool query_add_ending(cli_run *cli, query *q, const char *text);
bool query_add_moves(cli_run *cli, query *q, const char *option, const char *text, bool anywhere);
bool query_add_position(cli_run *cli, query *q, const char *option, const char *text, nt_pattern_form form);

/* Whether nothing but tags is looked at. */
bool query_needs_tags_only(const query *q);

/* Whether a game is found; of a game with illegal moves the legal part counts. *replayed: the query's replay holds the
 * game. NT_OK, or trouble. */
nt_status query_game(cli_run *cli, query *q, const nt_game *game, query_verdict *verdict, bool *replayed);

void query_free(query *q);

#endif
