/* A tournament from its description to the verdict. The logs are read twice, first to see which pairing each belongs to, then
 * to check them. Called by nt-check. */
#include "tools/report.h"
#include "tools/tournament.h"

#include <stdlib.h>
#include <string.h>

/* What the hook of findings and the loop over games work with. */
typedef struct round_check {
    tournament t;
    held_findings held;
    void *outer; /* the filter's own data */
} round_check;

/* ---- findings that wait ---- */

static void drop_held(held_findings *held) {
    for (size_t i = 0; i < held->count; i++) free(held->at[i].words);
    held->count = 0;
}

/* Copies a finding; its words live in one block. */
static void hold(void *user, const nt_diagnostic *finding) {
    cli_run *cli = user;
    held_findings *held = &((round_check *)cli->user)->held;
    size_t file = strlen(finding->file) + 1, where = strlen(finding->where) + 1, text = strlen(finding->text) + 1;
    char *words = malloc(file + where + text);
    if (words == NULL || !grow(&held->at, &held->capacity, held->count + 1, sizeof *held->at)) {
        free(words);
        held->failed = true;
        return;
    }
    memcpy(words, finding->file, file);
    memcpy(words + file, finding->where, where);
    memcpy(words + file + where, finding->text, text);
    held_finding *copy = &held->at[held->count++];
    *copy = (held_finding){*finding, words};
    copy->finding.file = words;
    copy->finding.where = words + file;
    copy->finding.text = words + file + where;
}

/* ---- the two passes ---- */

static nt_status note_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    round_check *check = cli->user;
    (void)reader;
    drop_held(&check->held);
    return tournament_add_log(cli, &check->t, game);
}

static nt_status check_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    round_check *check = cli->user;
    (void)reader;
    if (check->held.failed) return NT_NO_MEMORY;
    nt_status status = tournament_check_log(cli, &check->t, &check->held, game);
    drop_held(&check->held);
    return status;
}

/* Reads all files. What cannot be read to its end is told in the first pass, and its games are left out of both. */
static bool read_files(cli_run *cli, const log_files *files, cli_game_function *function) {
    round_check *check = cli->user;
    char *mark;
    for (size_t at = 0; !cli->done && (mark = log_files_next(files, &at)) != NULL;) {
        const char *path = mark + 1;
        size_t logs = check->t.log_count;
        int status = cli->status;
        if (*mark == LOG_FILE_BAD) continue;
        check->t.file = path;
        cli->status = CLI_FINE;
        nt_input *input = cli_open(cli, path);
        bool go_on = input == NULL || cli_read_games(cli, input, path, function);
        nt_input_free(input);
        for (size_t k = 0; k < check->held.count && function == check_game; k++) cli_report(cli, &check->held.at[k].finding);
        drop_held(&check->held);
        cli_end_findings(cli, path);
        cli->done |= !go_on;
        if (cli->status == CLI_FINE) {
            cli->status = status;
        } else {
            *mark = LOG_FILE_BAD;
            if (function == note_game) tournament_drop_logs(&check->t, logs);
        }
    }
    return !cli->done;
}

static bool find_files(cli_run *cli, const char *description, log_files *files) {
    for (int i = 0; i < cli->operand_count; i++) {
        if (strcmp(cli->operands[i], "-") == 0) {
            cli_usage(cli, "--tournament reads the logs twice: give files or folders, not standard input");
            return false;
        }
        if (!log_files_add(cli, files, cli->operands[i], description)) return !cli_failed(cli, NT_NO_MEMORY, "list the files");
    }
    if (cli->operand_count == 0) cli_usage(cli, "--tournament needs the files or folders of the logs");
    return cli->operand_count > 0;
}

/* ---- the end ---- */

typedef struct totals {
    uint64_t pairings, results, valid;
    int64_t points; /* twelfths */
    bool all;       /* every pairing of the tournament has a result */
} totals;

static void say_missing(cli_run *cli, tournament *t) {
    for (size_t i = 0; i < t->pairing_count; i++) {
        tour_pairing *pairing = &t->pairings[i];
        if (!t->rounds[pairing->round].selected || pairing->log != NO_INDEX || pairing->decided.known) continue;
        tournament_say(cli, t, pairing->line, "log-missing", "no log of %s", tournament_words(t, pairing));
        pairing->errors++;
    }
}

static totals count_results(const tournament *t) {
    totals sum = {.all = true};
    for (size_t i = 0; i < t->pairing_count; i++) {
        const tour_pairing *pairing = &t->pairings[i];
        sum.all &= pairing->result.known && t->rounds[pairing->round].selected;
        if (!t->rounds[pairing->round].selected) continue;
        sum.pairings++;
        sum.valid += pairing->errors == 0;
        sum.results += pairing->result.known;
        for (size_t k = 0; pairing->result.known && k < pairing->result.players; k++)
            sum.points += pairing->result.twelfths[k];
    }
    return sum;
}

static void points_text(int64_t twelfths, char text[32]) {
    static const char *const parts[12] = {"",   ".0833", ".1667", ".25", ".3333", ".4167",
                                           ".5", ".5833", ".6667", ".75", ".8333", ".9167"};
    snprintf(text, 32, "%lld%s", (long long)(twelfths / 12), parts[twelfths % 12]);
}

static void verdict_json(cli_run *cli, tournament *t, const tour_pairing *pairing, const char *result) {
    nt_output *out = cli->out;
    nt_output_string(out, pairing->errors == 0 ? "{\"verdict\":\"valid\"" : "{\"verdict\":\"invalid\"");
    report_json(out, "round", t->rounds[pairing->round].name);
    nt_output_string(out, ",\"players\":[");
    for (size_t i = 0; i < pairing->seats; i++) {
        const char *id = tournament_id(t, pairing->player[i]);
        nt_output_string(out, i > 0 ? ",\"" : "\"");
        nt_output_json(out, id, strlen(id));
        nt_output_string(out, "\"");
    }
    nt_output_string(out, "]");
    report_json(out, "variant", nt_variant_get(t->games[pairing->game].variant, NT_VARIANT_ID));
    report_json(out, "hash", nt_variant_get(t->games[pairing->game].variant, NT_VARIANT_HASH));
    if (pairing->log != NO_INDEX) report_json(out, "file", t->logs[pairing->log].path);
    report_json(out, "result", result);
    report_json_number(out, "errors", pairing->errors);
    nt_output_string(out, "}\n");
}

static void verdict_xml(cli_run *cli, tournament *t, const tour_pairing *pairing, const char *result) {
    nt_output *out = cli->out;
    nt_output_string(out, "<verdict");
    report_xml(out, "valid", pairing->errors == 0 ? "true" : "false");
    report_xml(out, "round", t->rounds[pairing->round].name);
    report_xml(out, "variant", nt_variant_get(t->games[pairing->game].variant, NT_VARIANT_ID));
    report_xml(out, "hash", nt_variant_get(t->games[pairing->game].variant, NT_VARIANT_HASH));
    if (pairing->log != NO_INDEX) report_xml(out, "file", t->logs[pairing->log].path);
    report_xml(out, "result", result);
    report_xml_number(out, "errors", pairing->errors);
    nt_output_string(out, ">");
    for (size_t i = 0; i < pairing->seats; i++) {
        const char *id = tournament_id(t, pairing->player[i]);
        nt_output_string(out, "<player>");
        nt_output_markup(out, id, strlen(id));
        nt_output_string(out, "</player>");
    }
    nt_output_string(out, "</verdict>\n");
}

static void verdict_text(cli_run *cli, tournament *t, const tour_pairing *pairing, const char *result) {
    nt_output *out = cli->out;
    nt_output_string(out, tournament_words(t, pairing));
    nt_output_string(out, pairing->errors == 0 ? ": valid, " : ": invalid, ");
    nt_output_string(out, result);
    nt_output_string(out, ", ");
    bool has_log = pairing->log != NO_INDEX;
    nt_output_string(out, has_log ? t->logs[pairing->log].path : pairing->decided.known ? "decided" : "no log");
    nt_output_string(out, "\n");
}

static void write_verdicts(cli_run *cli, tournament *t) {
    void (*verdict)(cli_run *, tournament *, const tour_pairing *, const char *) = verdict_text;
    if (cli->json) verdict = verdict_json;
    if (cli->xml) verdict = verdict_xml;
    for (size_t i = 0; i < t->pairing_count; i++) {
        const tour_pairing *pairing = &t->pairings[i];
        char result[64];
        if (!t->rounds[pairing->round].selected) continue;
        values_result_text(&pairing->result, result);
        verdict(cli, t, pairing, result);
    }
}

static void finish(cli_run *cli, tournament *t, const tournament_settings *settings) {
    char points[32], due[32];
    cli_no_more_files(cli);
    say_missing(cli, t);
    totals sum = count_results(t);
    points_text(sum.points, points);
    points_text(t->points, due);
    if (t->has_points && sum.all && sum.points != t->points) {
        tournament_say(cli, t, 1, "points-sum", "the results sum to %s points; due are %s", points, due);
    }
    cli_end_findings(cli, t->path);
    if (settings->verdicts) write_verdicts(cli, t);
    if (!settings->summary) return;
    nt_output_flush(cli->out);
    if (*t->title != '\0') {
        nt_output_string(cli->err, t->title);
        nt_output_string(cli->err, ": ");
    }
    const struct {
        uint64_t count;
        const char *what;
    } parts[] = {
        {sum.pairings, " pairings, "}, {t->log_count, " logs, "}, {sum.valid, " valid, "}, {sum.results, " results, "}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        nt_output_number(cli->err, parts[i].count);
        nt_output_string(cli->err, parts[i].what);
    }
    nt_output_string(cli->err, points);
    nt_output_string(cli->err, " points, ");
    nt_output_number(cli->err, cli->errors);
    nt_output_string(cli->err, " errors\n");
}

void tournament_run(cli_run *cli, const tournament_settings *settings) {
    round_check check = {.outer = cli->user};
    log_files files = {.bytes = NULL};
    cli->user = &check;
    cli->hold = hold;
    bool good = find_files(cli, settings->path, &files) && tournament_read(cli, &check.t, settings->path) &&
                tournament_select(cli, &check.t, settings->rounds, settings->round_count);
    drop_held(&check.held);
    if (good && read_files(cli, &files, note_game)) {
        tournament_match(&check.t);
        if (read_files(cli, &files, check_game)) finish(cli, &check.t, settings);
    }
    drop_held(&check.held);
    free(check.held.at);
    tournament_free(&check.t);
    values_text_free(&files);
    cli->user = check.outer;
}
