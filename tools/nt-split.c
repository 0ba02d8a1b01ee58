/* nt-split: games into many files: so many a file, so many bytes, or by the value of a tag. */
#include "tools/shards.h"
#include "tools/values.h"

#include <string.h>

enum { OPTION_TAG = CLI_OWN, OPTION_BYTES, OPTION_DIGITS, OPTION_OPEN, OPTION_FORCE, MOST_OPEN = 1000, MOST_DIGITS = 18 };

struct job {
    shards shards;
    const char *tag;
    uint64_t games, bytes; /* a file; 0: no bound */
    uint64_t size;         /* of the file at hand */
    values_text value;
};

static const cli_option options[] = {
    {'n', "games", "N", "so many games a file"},
    {OPTION_BYTES, "bytes", "SIZE", "so many bytes a file at most, but always a whole game"},
    {OPTION_TAG, "tag", "NAME", "a file for each value of this tag"},
    {'p', "prefix", "PREFIX", "what the names of the files begin with (games-)"},
    {OPTION_DIGITS, "digits", "N", "so many digits in numbered names (4)"},
    {OPTION_OPEN, "open-files", "N", "keep at most so many files open (64)"},
    {OPTION_FORCE, "force", NULL, "write over files that exist"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    uint64_t *number = code == 'n' ? &job->games : code == OPTION_DIGITS ? &job->shards.digits : &job->shards.most_open;
    switch (code) {
    case OPTION_TAG:
        job->tag = argument;
        if (argument[0] == '\0') cli_usage(cli, "--tag: a name is missing");
        return argument[0] != '\0';
    case 'p': job->shards.prefix = argument; return true;
    case OPTION_FORCE: job->shards.overwrite = true; return true;
    case OPTION_BYTES: return cli_size(cli, "--bytes", argument, UINT64_MAX / 2, &job->bytes);
    default: break;
    }
    uint64_t most = code == 'n' ? UINT64_MAX : code == OPTION_DIGITS ? MOST_DIGITS : MOST_OPEN;
    const char *name = code == 'n' ? "--games" : code == OPTION_DIGITS ? "--digits" : "--open-files";
    if (!cli_number(cli, name, argument, most, number)) return false;
    if (*number == 0) cli_usage(cli, "%s: from 1 on", name);
    return *number > 0;
}

/* ---- the manifest ---- */

static void write_plain(nt_output *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char byte = (unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i];
        nt_output_bytes(out, &byte, 1);
    }
}

static void write_row(cli_run *cli, const struct job *job, const shard *made) {
    nt_output *out = cli->out;
    nt_output_string(out, cli->json ? "{\"file\":\"" : "");
    if (cli->json) nt_output_json(out, made->path, strlen(made->path));
    else write_plain(out, made->path, strlen(made->path));
    nt_output_string(out, cli->json ? "\",\"games\":" : "\t");
    nt_output_number(out, made->games);
    nt_output_string(out, cli->json ? ",\"bytes\":" : "\t");
    nt_output_number(out, made->bytes);
    if (job->tag != NULL) {
        nt_output_string(out, cli->json ? ",\"value\":\"" : "\t");
        if (cli->json) nt_output_json(out, made->label, made->label_length);
        else write_plain(out, made->label, made->label_length);
        if (cli->json) nt_output_string(out, "\"");
    }
    nt_output_string(out, cli->json ? "}\n" : "\n");
}

/* ---- games ---- */

static nt_status find_numbered(cli_run *cli, struct job *job, const nt_game *game, size_t *index) {
    shards *s = &job->shards;
    uint64_t size = shards_size(game);
    const shard *now = s->current == SIZE_MAX ? NULL : s->list[s->current];
    *index = s->current;
    bool full = now != NULL && job->games > 0 && now->games >= job->games;
    full = full || (now != NULL && job->bytes > 0 && job->size + size > job->bytes);
    job->size = now == NULL || full ? size : job->size + size;
    if (now != NULL && !full && now->format == game->source) return NT_OK;
    job->size = size;
    return shards_add_numbered(cli, s, game->source, index);
}

static nt_status find_labelled(cli_run *cli, struct job *job, const nt_game *game, size_t *index) {
    bool found;
    if (!values_of_tag(game, job->tag, &job->value, &found)) return NT_NO_MEMORY;
    const char *bytes = job->value.bytes;
    *index = shards_find(&job->shards, bytes, job->value.length, game->source);
    if (*index != SIZE_MAX) return NT_OK;
    return shards_add_labelled(cli, &job->shards, bytes, job->value.length, game->source, index);
}

static nt_status take_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    size_t index = SIZE_MAX;
    nt_reader_tags_only(reader, true);
    nt_status status = (job->tag != NULL ? find_labelled : find_numbered)(cli, job, game, &index);
    if (status == NT_OK) status = shards_put(&job->shards, index, game);
    if (status != NT_IO) return status;
    cli->done = true; /* said at the end */
    return NT_END;
}

static void run(cli_run *cli, struct job *job) {
    shards *s = &job->shards;
    if ((job->tag != NULL) + (job->games > 0 || job->bytes > 0) != 1) {
        cli_usage(cli, job->tag != NULL ? "--tag goes without --games and --bytes" : "--games, --bytes or --tag is needed");
        return;
    }
    if (cli_failed(cli, shards_start(cli, s), "start")) return;
    cli_each_game(cli, take_game);
    shards_close(s);
    if (s->failed != NULL) cli_trouble(cli, "cannot write %s: %s", s->failed, strerror(s->error));
    for (size_t i = 0; i < s->count; i++) {
        if (s->list[i]->made && s->list[i]->path != s->failed) write_row(cli, job, s->list[i]);
    }
}

static const cli_program program = {
    .name = "nt-split",
    .operands = "[FILE...]",
    .purpose = "Copies the games of all FILEs to files of their own, and writes a line for each: its name, how many games\n"
               "and bytes it holds, and the value of the tag.\n",
    .groups = CLI_MESSAGES | CLI_INPUT,
    .errors_only = true,
    .makes_files = true,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    struct job job = {.shards = {.prefix = "games-", .most_open = 64, .digits = 4}};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) run(&cli, &job);
    shards_free(&job.shards);
    values_text_free(&job.value);
    return cli_finish(&cli);
}
