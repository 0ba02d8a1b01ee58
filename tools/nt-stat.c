/* nt-stat: tables of games: standings, cross-tables, ratings, results, lengths, openings, moves. */
#include "tools/countgames.h"
#include "tools/movetree.h"
#include "tools/standings.h"

#include <string.h>

enum { OPTION_STANDINGS = CLI_OWN, OPTION_CROSSTABLE, OPTION_TIE_BREAKS, OPTION_RATINGS, OPTION_ELO, OPTION_RESULTS,
       OPTION_LENGTHS, OPTION_OPENINGS, OPTION_TREE, OPTION_AT_LEAST, OPTION_BY, OPTION_TAGS_ONLY, OPTION_PARTIAL,
       OPTION_MERGE, OPTION_TITLE };

/* Reports, in the order in which they are written. */
enum { SHOW_STANDINGS = 1, SHOW_CROSSTABLE = 2, SHOW_RATINGS = 4, SHOW_RESULTS = 8, SHOW_LENGTHS = 16, SHOW_OPENINGS = 32,
       SHOW_TREE = 64 };

enum { CROSS_AUTO, CROSS_ROBIN, CROSS_SWISS };

struct job {
    game_counts games;
    unsigned shows; /* SHOW_* */
    int cross, form;
    tie_list ties;
    bool logistic, partial, merge;
    uint64_t at_least, tree;
    const char *title;
    char by_text[256]; /* the words of games.by */
    bool written; /* a table, in any form */
};

static const cli_option options[] = {
    {OPTION_STANDINGS, "standings", NULL, "players by their points and tie-breaks (the default)"},
    {OPTION_CROSSTABLE, "crosstable", "KIND", "who met whom: robin, swiss (by rounds), or auto"},
    {OPTION_TIE_BREAKS, "tie-breaks", "LIST", "direct,wins,sonneborn-berger,buchholz; the manual has all"},
    {OPTION_RATINGS, "ratings", NULL, "performance and expected score against rated opponents"},
    {OPTION_ELO, "elo", "CURVE", "fide: the tables of the FIDE; logistic (fide)"},
    {OPTION_RESULTS, "results", NULL, "results, and points by side"},
    {OPTION_LENGTHS, "lengths", NULL, "lengths of the games in plies"},
    {OPTION_OPENINGS, "openings", NULL, "games and score for each ECO and Opening tag"},
    {OPTION_TREE, "tree", "N", "games and score for each line of the first N plies"},
    {OPTION_AT_LEAST, "at-least", "N", "of openings and lines only those with so many games (1)"},
    {OPTION_BY, "by", "TAGS", "tables for each value of these tags apart: Event,Section"},
    {OPTION_TAGS_ONLY, "tags-only", NULL, "results as the games state them; moves are passed over"},
    {OPTION_PARTIAL, "partial", NULL, "write counts for --merge, not tables"},
    {OPTION_MERGE, "merge", NULL, "the files are counts that --partial has written"},
    {OPTION_TITLE, "title", "TEXT", "title of the HTML document (Statistics)"},
    {'t', "to", "FORM", "text, csv, json or html (text)"},
    {0, NULL, NULL, NULL},
};

static bool set_by(cli_run *cli, struct job *job, const char *argument) {
    game_counts *games = &job->games;
    size_t length = strlen(argument);
    bool good = length < sizeof games->head.by;
    games->by_count = 0;
    if (good && argument != games->head.by) memcpy(games->head.by, argument, length + 1);
    if (good) memcpy(job->by_text, argument, length + 1);
    for (char *at = job->by_text; good && at != NULL;) {
        char *comma = strchr(at, ',');
        if (comma != NULL) *comma = '\0';
        good = *at != '\0' && games->by_count < COUNT_GROUPS;
        if (good) games->by[games->by_count++] = at;
        at = comma != NULL ? comma + 1 : NULL;
    }
    if (!good) {
        cli_usage(cli, "--by: '%s' is not a list of 1 to %d tags with commas between, less than %zu bytes", argument,
                  COUNT_GROUPS, sizeof games->head.by);
    }
    return good;
}

static bool set_word(cli_run *cli, const char *option, const char *argument, const char *const *words, int *choice) {
    return cli_choose(cli, option, argument, words, choice);
}

static bool set_number(cli_run *cli, int code, const char *argument, struct job *job) {
    bool is_tree = code == OPTION_TREE;
    uint64_t *number = is_tree ? &job->tree : &job->at_least;
    if (!cli_number(cli, is_tree ? "--tree" : "--at-least", argument, is_tree ? 1000 : UINT64_MAX, number)) return false;
    if (is_tree && *number == 0) cli_usage(cli, "--tree: 0 plies would be none");
    if (is_tree) job->shows |= SHOW_TREE;
    return !is_tree || *number > 0;
}

static bool set(cli_run *cli, int code, const char *argument) {
    static const char *const kinds[] = {"auto", "robin", "swiss", NULL}, *const curves[] = {"fide", "logistic", NULL};
    static const char *const forms[] = {"text", "csv", "json", "html", NULL};
    struct job *job = cli->user;
    int choice = 0;
    switch (code) {
    case OPTION_STANDINGS: job->shows |= SHOW_STANDINGS; return true;
    case OPTION_CROSSTABLE: job->shows |= SHOW_CROSSTABLE; return set_word(cli, "crosstable", argument, kinds, &job->cross);
    case OPTION_RATINGS: job->shows |= SHOW_RATINGS; return true;
    case OPTION_RESULTS: job->shows |= SHOW_RESULTS; return true;
    case OPTION_LENGTHS: job->shows |= SHOW_LENGTHS; return true;
    case OPTION_OPENINGS: job->shows |= SHOW_OPENINGS; return true;
    case OPTION_TREE:
    case OPTION_AT_LEAST: return set_number(cli, code, argument, job);
    case OPTION_TIE_BREAKS: return tie_list_read(cli, &job->ties, argument);
    case OPTION_ELO:
        if (!set_word(cli, "elo", argument, curves, &choice)) return false;
        job->logistic = choice == 1;
        return true;
    case OPTION_BY: return set_by(cli, job, argument);
    case OPTION_TAGS_ONLY: job->games.tags_only = true; return true;
    case OPTION_PARTIAL: job->partial = true; return true;
    case OPTION_MERGE: job->merge = true; return true;
    case OPTION_TITLE: job->title = argument; return true;
    default: return set_word(cli, "to", argument, forms, &job->form);
    }
}

/* ---- what fits together ---- */

/* The kinds of counts that reports need, in the order of the alphabet. */
static void kinds_of(unsigned shows, char kinds[8]) {
    size_t count = 0;
    if ((shows & (SHOW_STANDINGS | SHOW_CROSSTABLE | SHOW_RATINGS)) != 0) kinds[count++] = TALLY_GAME;
    if ((shows & SHOW_LENGTHS) != 0) kinds[count++] = TALLY_LENGTH;
    if ((shows & SHOW_OPENINGS) != 0) kinds[count++] = TALLY_OPENING;
    if ((shows & SHOW_RESULTS) != 0) kinds[count++] = TALLY_RESULT;
    if ((shows & SHOW_TREE) != 0) kinds[count++] = TALLY_TREE;
    kinds[count] = '\0';
}

static bool options_agree(cli_run *cli, struct job *job) {
    const char *wrong = NULL;
    unsigned shows = job->shows;
    if (job->merge && job->partial && shows != 0) wrong = "--merge with --partial keeps all counts: name no reports";
    if (job->merge && job->games.head.by[0] != '\0')
        wrong = "--by goes with --partial; --merge takes the groups as they were counted";
    if (job->games.tags_only && (shows & (SHOW_TREE | SHOW_LENGTHS)) != 0)
        wrong = "--tags-only goes with neither --tree nor --lengths";
    bool several = (shows & (shows - 1)) != 0;
    if (job->form == TABLE_CSV && !job->partial && several) wrong = "CSV holds one table: ask for one report";
    if (wrong != NULL) cli_usage(cli, "%s", wrong);
    return wrong == NULL;
}

/* ---- tables ---- */

static nt_status write_table(cli_run *cli, struct job *job, const tally *counts, size_t begin, table *t) {
    tally_text group = {"", 0};
    tally_fields(counts, begin, &group, 1);
    t->group = group.at;
    t->group_length = group.length;
    t->group_count = job->games.by_count;
    t->group_names = job->games.by;
    bool first = !job->written;
    job->written = true;
    return table_write(t, (table_form)job->form, first, cli->out);
}

/* The tables of players of one group. */
static nt_status write_players(cli_run *cli, struct job *job, const tally *counts, size_t begin, size_t end, unsigned show) {
    standings s = {.logistic = job->logistic};
    table t = {.name = NULL};
    bool memory = standings_gather(&s, counts, begin, end) && standings_order(&s, &job->ties);
    if (memory && show == SHOW_STANDINGS) standings_table(&s, &job->ties, &t);
    if (memory && show == SHOW_RATINGS) ratings_table(&s, &t);
    if (memory && show == SHOW_CROSSTABLE) {
        bool swiss = job->cross == CROSS_SWISS || (job->cross == CROSS_AUTO && standings_is_swiss(&s));
        if (swiss) crosstable_swiss(&s, &t);
        else crosstable_robin(&s, &t);
    }
    nt_status status = memory ? write_table(cli, job, counts, begin, &t) : NT_NO_MEMORY;
    table_free(&t);
    standings_free(&s);
    return status;
}

static nt_status write_counts(cli_run *cli, struct job *job, const tally *counts, size_t begin, size_t end, unsigned show) {
    table t = {.name = NULL};
    bool memory = true;
    switch (show) {
    case SHOW_RESULTS:
        memory = results_table(counts, begin, end, &t);
        if (job->form == TABLE_CSV) break; /* one table: the points by side can be worked out of it */
        if (memory && write_table(cli, job, counts, begin, &t) != NT_OK) memory = false;
        memory = memory && sides_table(counts, begin, end, &t);
        break;
    case SHOW_LENGTHS: memory = lengths_table(counts, begin, end, &t); break;
    case SHOW_OPENINGS: memory = openings_table(counts, begin, end, job->at_least, &t); break;
    default: memory = tree_table(counts, begin, end, job->tree, job->at_least, &t); break;
    }
    nt_status status = memory ? write_table(cli, job, counts, begin, &t) : NT_NO_MEMORY;
    table_free(&t);
    return status;
}

static void write_tables(cli_run *cli, struct job *job) {
    static const struct {
        unsigned show;
        char kind;
    } reports[] = {{SHOW_STANDINGS, TALLY_GAME},  {SHOW_CROSSTABLE, TALLY_GAME},  {SHOW_RATINGS, TALLY_GAME},
                   {SHOW_RESULTS, TALLY_RESULT},  {SHOW_LENGTHS, TALLY_LENGTH},   {SHOW_OPENINGS, TALLY_OPENING},
                   {SHOW_TREE, TALLY_TREE}};
    const tally *counts = &job->games.counts;
    nt_status status = NT_OK;
    table_open((table_form)job->form, job->title, cli->out);
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++) {
        size_t begin, end;
        if ((job->shows & reports[i].show) == 0) continue;
        tally_range(counts, reports[i].kind, &begin, &end);
        for (size_t next; begin < end && status == NT_OK; begin = next) {
            next = tally_group_end(counts, begin, end);
            bool players = reports[i].kind == TALLY_GAME;
            status = (players ? write_players : write_counts)(cli, job, counts, begin, next, reports[i].show);
        }
    }
    table_close((table_form)job->form, cli->out);
    cli_failed(cli, status, "write the tables");
}

/* ---- running ---- */

static nt_status stat_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    if (job->games.tags_only) nt_reader_tags_only(reader, true);
    return count_game(cli, &job->games, game);
}

/* Reads files of counts. The reports that are written must have been counted. */
static bool merge(cli_run *cli, struct job *job) {
    char kinds[8];
    game_counts *games = &job->games;
    if (cli->operand_count == 0 && !counts_read(cli, "-", &games->head, &games->counts)) return false;
    for (int i = 0; i < cli->operand_count; i++) {
        if (!counts_read(cli, cli->operands[i], &games->head, &games->counts)) return false;
    }
    if (games->head.by[0] != '\0' && !set_by(cli, job, games->head.by)) return false;
    if (job->partial) return true;
    kinds_of(job->shows, kinds);
    for (const char *kind = kinds; *kind != '\0'; kind++) {
        if (strchr(games->head.kinds, *kind) != NULL) continue;
        cli_usage(cli, "--merge: these counts hold nothing for one of the reports; they were made for others");
        return false;
    }
    if (job->tree > games->head.tree && (job->shows & SHOW_TREE) != 0) {
        cli_usage(cli, "--tree: only %llu plies were counted", (unsigned long long)games->head.tree);
        return false;
    }
    return true;
}

static void run(cli_run *cli, struct job *job) {
    game_counts *games = &job->games;
    if (job->shows == 0 && !(job->merge && job->partial)) job->shows = SHOW_STANDINGS;
    if (!options_agree(cli, job)) return;
    if (job->merge) {
        if (!merge(cli, job)) return;
        cli_no_more_files(cli);
    } else {
        kinds_of(job->shows, games->head.kinds);
        games->head.tree = (job->shows & SHOW_TREE) != 0 ? job->tree : 0;
        cli_each_game(cli, stat_game);
    }
    tally_sort(&games->counts);
    if (job->partial) {
        counts_write(&games->head, &games->counts, cli->out);
        return;
    }
    write_tables(cli, job);
    bool players = (job->shows & (SHOW_STANDINGS | SHOW_CROSSTABLE | SHOW_RATINGS)) != 0;
    if (players && games->head.unnamed > 0) {
        cli_note(cli, "games whose players are not all named, and that stand in no table of players: %llu",
                 (unsigned long long)games->head.unnamed);
    }
}

static const cli_program program = {
    .name = "nt-stat",
    .operands = "[FILE...]",
    .purpose = "Counts the games of all files and writes tables: standings, cross-tables, ratings, results, lengths,\n"
               "openings, first moves.\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY,
    .options = options,
    .set = set,
    .errors_only = true,
};

int main(int argc, char **argv) {
    struct job job = {
        .ties = {.breaks = {TIE_DIRECT, TIE_WINS, TIE_SONNEBORN_BERGER, TIE_BUCHHOLZ}, .count = 4},
        .at_least = 1,
        .title = "Statistics",
    };
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) {
        cli.replay.quiet_endings = true;
        run(&cli, &job);
    }
    game_counts_free(&job.games);
    return cli_finish(&cli);
}
