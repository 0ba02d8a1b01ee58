/* nt-check: validates games. Its product are the findings, on standard output. */
#include "tools/report.h"
#include "tools/tournament.h"

#include <stddef.h>

enum { OPTION_SUMMARY = CLI_OWN, OPTION_VERDICTS, OPTION_CLAIMS, OPTION_XML, OPTION_TOURNAMENT, OPTION_ROUND };
enum { MOST_ROUNDS = 64 };

struct checker {
    nt_replay *replay;
    bool summary, verdicts;
    uint64_t errors; /* of the context after the game before */
    uint64_t plies, valid, invalid; /* with -j of the workers' games */
    const char *tournament; /* its description, NULL: none */
    const char *rounds[MOST_ROUNDS];
    size_t round_count;
};

static const cli_option options[] = {
    {OPTION_SUMMARY, "summary", NULL, "count games, plies and warnings on standard error at the end"},
    {OPTION_VERDICTS, "verdicts", NULL, "write a line for each game: valid or not, plies, variant, ending"},
    {OPTION_CLAIMS, "claims", NULL, "note where a repetition or the move rule allows a claim"},
    {OPTION_XML, "xml", NULL, "write findings and verdicts as an XML document"},
    {OPTION_TOURNAMENT, "tournament", "FILE", "check the logs of a tournament against its description"},
    {OPTION_ROUND, "round", "NAME", "of the tournament only this round; may be repeated"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct checker *checker = cli->user;
    if (code == OPTION_SUMMARY) checker->summary = true;
    if (code == OPTION_VERDICTS) checker->verdicts = true;
    if (code == OPTION_XML) cli->xml = true;
    if (code == OPTION_CLAIMS) cli->replay.claims = true;
    if (code == OPTION_TOURNAMENT) checker->tournament = argument;
    if (code != OPTION_ROUND) return true;
    if (checker->round_count == MOST_ROUNDS) cli_usage(cli, "--round: more than %d rounds", MOST_ROUNDS);
    else checker->rounds[checker->round_count++] = argument;
    return checker->round_count <= MOST_ROUNDS && cli->status == CLI_FINE;
}

static void verdict_text(nt_output *out, const nt_game *game, bool valid, const nt_replay *replay) {
    const nt_variant *variant = nt_replay_variant(replay);
    nt_output_string(out, game->file);
    nt_output_string(out, ":");
    nt_output_number(out, game->line);
    nt_output_string(out, ": game ");
    nt_output_number(out, game->number);
    nt_output_string(out, valid ? ": valid, " : ": invalid, ");
    nt_output_number(out, nt_replay_plies(replay));
    nt_output_string(out, " plies");
    if (variant != NULL) {
        nt_output_string(out, ", ");
        nt_output_string(out, nt_variant_get(variant, NT_VARIANT_ID));
        nt_output_string(out, " ");
        nt_output_string(out, nt_variant_get(variant, NT_VARIANT_HASH));
        nt_result result;
        nt_ending ending = nt_replay_ending(replay, &result);
        nt_output_string(out, ", ");
        nt_output_string(out, nt_ending_name(ending));
    }
    nt_output_string(out, "\n");
}

static void verdict_json(nt_output *out, const nt_game *game, bool valid, const nt_replay *replay) {
    const nt_variant *variant = nt_replay_variant(replay);
    nt_output_string(out, valid ? "{\"verdict\":\"valid\"" : "{\"verdict\":\"invalid\"");
    report_json(out, "file", game->file);
    report_json_number(out, "line", game->line);
    report_json_number(out, "game", game->number);
    report_json_number(out, "plies", nt_replay_plies(replay));
    if (variant != NULL) {
        report_json(out, "variant", nt_variant_get(variant, NT_VARIANT_ID));
        report_json(out, "hash", nt_variant_get(variant, NT_VARIANT_HASH));
        nt_result result;
        report_json(out, "ending", nt_ending_name(nt_replay_ending(replay, &result)));
    }
    nt_output_string(out, "}\n");
}

static void verdict_xml(nt_output *out, const nt_game *game, bool valid, const nt_replay *replay) {
    const nt_variant *variant = nt_replay_variant(replay);
    nt_output_string(out, "<verdict");
    report_xml(out, "valid", valid ? "true" : "false");
    report_xml(out, "file", game->file);
    report_xml_number(out, "line", game->line);
    report_xml_number(out, "game", game->number);
    report_xml_number(out, "plies", nt_replay_plies(replay));
    if (variant != NULL) {
        report_xml(out, "variant", nt_variant_get(variant, NT_VARIANT_ID));
        report_xml(out, "hash", nt_variant_get(variant, NT_VARIANT_HASH));
        nt_result result;
        report_xml(out, "ending", nt_ending_name(nt_replay_ending(replay, &result)));
    }
    nt_output_string(out, "/>\n");
}

static nt_status check_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct checker *checker = cli->user;
    (void)reader;
    nt_status status = nt_replay_game(checker->replay, game);
    uint64_t errors = nt_context_errors(cli->context);
    bool valid = errors == checker->errors;
    checker->errors = errors;
    checker->plies += nt_replay_plies(checker->replay);
    *(valid ? &checker->valid : &checker->invalid) += 1;
    void (*verdict)(nt_output *, const nt_game *, bool, const nt_replay *) = cli->xml ? verdict_xml : cli->json ? verdict_json
                                                                                                                : verdict_text;
    if (checker->verdicts) verdict(cli->out, game, valid, checker->replay);
    return status;
}

static void summarize(cli_run *cli, const struct checker *checker) {
    const struct {
        uint64_t count;
        const char *what;
    } parts[] = {
        {checker->valid + checker->invalid, " games, "},
        {checker->plies, " plies, "},
        {checker->valid, " valid, "},
        {checker->invalid, " invalid, "},
        {cli_warnings(cli), " warnings\n"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        nt_output_number(cli->err, parts[i].count);
        nt_output_string(cli->err, parts[i].what);
    }
}

static const cli_program program = {
    .name = "nt-check",
    .operands = "[FILE...]",
    .purpose = "Validates the games of each FILE: tags, moves, check marks, results. Says nothing about games that\n"
               "are fine; findings are lines FILE:LINE:COLUMN: SEVERITY: GAME, MOVE: TEXT [ID].\n",
    .groups = CLI_MESSAGES | CLI_INPUT | CLI_VARIANT | CLI_FILES | CLI_REPLAY | CLI_JOBS,
    .messages_first = true,
    .sums_at = offsetof(struct checker, plies),
    .sums = 3,
    .options = options,
    .set = set,
};

static void check_games(cli_run *cli, struct checker *checker) {
    checker->errors = nt_context_errors(cli->context);
    checker->replay = nt_replay_new(cli->context, &cli->replay);
    if (checker->replay != NULL) {
        cli_each_game(cli, check_game);
        if (checker->summary) summarize(cli, checker);
    } else {
        cli_failed(cli, NT_NO_MEMORY, "start");
    }
    nt_replay_free(checker->replay);
}

static void check_tournament(cli_run *cli, const struct checker *checker) {
    tournament_run(cli, &(tournament_settings){
        .path = checker->tournament,
        .rounds = checker->rounds,
        .round_count = checker->round_count,
        .verdicts = checker->verdicts,
        .summary = checker->summary,
    });
}

int main(int argc, char **argv) {
    struct checker checker = {.replay = NULL};
    cli_run cli;
    if (cli_start(&cli, &program, &checker, argc, argv)) {
        if (checker.tournament != NULL && cli.jobs > 1) cli_usage(&cli, "--jobs does not go with --tournament");
        else if (checker.tournament != NULL) check_tournament(&cli, &checker);
        else if (checker.round_count > 0) cli_usage(&cli, "--round goes with --tournament");
        else check_games(&cli, &checker);
    }
    return cli_finish(&cli);
}
