/* nt-sort: games in the order of their tags. */
#include "tools/sortkey.h"
#include "tools/sorter.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_MEMORY = CLI_OWN };

struct job {
    sort_keys keys;
    uint64_t memory;
    const char *directory;
    sorter *sorter;
    values_text value, key, text; /* text: the game as it is to be written */
    nt_output *to_text;
    cli_copier copier, out;
    cli_run *cli;
    uint64_t pass, done; /* of the work that comes after reading: the pass of merging, 0 when writing, and its games */
};

static const cli_option options[] = {
    {'k', "key", "KEYS", "sort by these tags: NAME[:rnt],... (reversed, numbers only, text)"},
    {'r', "reverse", NULL, "turn the order round"},
    {OPTION_MEMORY, "memory", "SIZE", "keep at most this much in memory, the rest in a file (64M)"},
    {'T', "temporary-directory", "DIR", "of that file ($TMPDIR, or /tmp)"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    switch (code) {
    case 'k': return sort_keys_add(cli, &job->keys, argument);
    case 'r': job->keys.reversed = true; return true;
    case 'T': job->directory = argument; return true;
    default: return cli_size(cli, "--memory", argument, SIZE_MAX / 2, &job->memory);
    }
}

static ptrdiff_t write_text(void *user, const void *bytes, size_t size) {
    values_text *text = user;
    return values_text_add(text, bytes, size) ? (ptrdiff_t)size : -1;
}

static uint32_t format_index(const nt_format *format) {
    uint32_t i = 0;
    while (nt_format_at(i) != format) i++;
    return i;
}

/* The marks of a record are what a copy needs to know of the game: its format with three flags, and its first tag's name. */
enum { MARK_RESULT = 1, MARK_TAGS = 2, MARK_ITEMS = 4, MARK_BITS = 3 };

static nt_status take_game(cli_run *cli, nt_reader *reader, const nt_game *game) {
    struct job *job = cli->user;
    nt_reader_tags_only(reader, true);
    cli_copier_free(&job->copier); /* each text is the first of its output */
    job->text.length = 0;
    nt_status status = cli_copy_game(cli, &job->copier, job->to_text, game);
    if (status == NT_OK && nt_output_flush(job->to_text) != NT_OK) status = NT_NO_MEMORY;
    if (status == NT_OK && !sort_keys_of(&job->keys, game, &job->value, &job->key)) status = NT_NO_MEMORY;
    if (status != NT_OK) return status;
    if (job->text.length > UINT32_MAX || job->key.length > UINT32_MAX) return NT_LIMIT;
    uint32_t flags = (game->result_item != SIZE_MAX ? MARK_RESULT : 0) | (game->tag_count > 0 ? MARK_TAGS : 0) |
                     (game->item_count > 0 ? MARK_ITEMS : 0);
    sorter_record record = {
        .key = (const unsigned char *)job->key.bytes,
        .text = (const unsigned char *)job->text.bytes,
        .key_length = (uint32_t)job->key.length,
        .text_length = (uint32_t)job->text.length,
        .mark = {format_index(game->source) << MARK_BITS | flags, 0, 0},
    };
    if (game->tag_count > 0) {
        bool shared = game->text != game->raw; /* then the text begins with the tag */
        record.mark[1] = shared ? 1 : game->tags[0].name.offset;
        record.mark[2] = game->tags[0].name.length;
    }
    status = sorter_add(job->sorter, &record);
    if (status != NT_IO) return status;
    cli_trouble(cli, "temporary file in %s: %s", job->directory, strerror(sorter_errno(job->sorter)));
    cli->done = true;
    return NT_END;
}

/* Counts a game that has been merged in a pass, or written. */
static void count_work(struct job *job, uint64_t pass) {
    if (pass != job->pass) job->done = 0;
    job->pass = pass;
    cli_show_work(job->cli, pass > 0 ? "merging" : "writing", ++job->done, job->cli->games);
}

static void watch_merge(void *user, uint64_t pass) { count_work(user, pass); }

static nt_status write_game(void *user, const sorter_record *record) {
    struct job *job = user;
    count_work(job, 0);
    uint32_t flags = record->mark[0];
    nt_tag tag = {.name = {record->mark[1], record->mark[2]}};
    nt_game game = {
        .source = nt_format_at(flags >> MARK_BITS),
        .raw = record->text,
        .raw_length = record->text_length,
        .text = record->text,
        .tags = &tag,
        .tag_count = (flags & MARK_TAGS) != 0,
        .item_count = (flags & MARK_ITEMS) != 0,
        .result_item = flags & MARK_RESULT ? 0 : SIZE_MAX,
    };
    nt_status status = cli_copy_game(job->cli, &job->out, job->cli->out, &game);
    if (status == NT_OK && nt_output_errno(job->cli->out) != 0) return NT_END; /* said at the end */
    return status;
}

static void run(cli_run *cli, struct job *job) {
    job->cli = cli;
    job->sorter = sorter_new((size_t)job->memory, job->directory);
    job->to_text = nt_output_function(cli->context, write_text, &job->text);
    if (job->sorter == NULL || job->to_text == NULL) {
        cli_failed(cli, NT_NO_MEMORY, "start");
        return;
    }
    cli_each_game(cli, take_game);
    if (cli->done) return;
    nt_status status = sorter_finish(job->sorter, write_game, watch_merge, job);
    if (sorter_errno(job->sorter) != 0) {
        cli_trouble(cli, "temporary file in %s: %s", job->directory, strerror(sorter_errno(job->sorter)));
    } else {
        cli_failed(cli, status, "sort");
    }
}

static const cli_program program = {
    .name = "nt-sort",
    .operands = "[FILE...]",
    .purpose = "Writes the games of all FILEs in the order of their tags, by default Date, Event, Site, Round, White,\n"
               "Black, Result. Games that are equal keep their order.\n",
    .groups = CLI_MESSAGES | CLI_INPUT,
    .errors_only = true,
    .makes_files = true,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    const char *directory = getenv("TMPDIR");
    struct job job = {.memory = UINT64_C(64) << 20, .directory = directory != NULL && *directory != '\0' ? directory : "/tmp"};
    cli_run cli;
    if (cli_start(&cli, &program, &job, argc, argv)) {
        if (job.keys.count > 0 || sort_keys_add(&cli, &job.keys, "Date,Event,Site,Round,White,Black,Result")) run(&cli, &job);
    }
    cli_copier_free(&job.copier);
    cli_copier_free(&job.out);
    nt_output_free(job.to_text);
    sorter_free(job.sorter);
    sort_keys_free(&job.keys);
    values_text_free(&job.value);
    values_text_free(&job.key);
    values_text_free(&job.text);
    return cli_finish(&cli);
}
