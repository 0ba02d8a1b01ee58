/* nt-variant: what variants there are, what their rules say, and whether a variant file is sound. */
#include "tools/cli.h"

#include <string.h>

enum { OPTION_SVG = CLI_OWN, OPTION_CELLS, OPTION_AT };

struct job {
    bool svg, cells; /* what show shows instead of the rules */
    const char *at;  /* the cell that PIECE stands on; NULL: where its moves are best shown */
};

static const cli_option options[] = {
    {OPTION_SVG, "svg", NULL, "show: a picture of the array, or of the moves of PIECE"},
    {OPTION_CELLS, "cells", NULL, "show: a table of the cells, their colours and their names in all coordinates"},
    {OPTION_AT, "at", "CELL", "show: the moves of PIECE from this cell"},
    {0, NULL, NULL, NULL},
};

static bool set(cli_run *cli, int code, const char *argument) {
    struct job *job = cli->user;
    switch (code) {
    case OPTION_SVG: job->svg = true; break;
    case OPTION_CELLS: job->cells = true; break;
    case OPTION_AT: job->at = argument; break;
    }
    return true;
}

static void line(nt_output *out, const char *name, const char *value) {
    if (*value == '\0') return;
    nt_output_string(out, name);
    nt_output_string(out, value);
    nt_output_string(out, "\n");
}

/* ---- list ---- */

static void list(cli_run *cli) {
    const char *id;
    if (nt_variant_at(cli->context, 0) == NULL) cli_failed(cli, NT_NO_MEMORY, "list the variants");
    for (size_t i = 0; (id = nt_variant_at(cli->context, i)) != NULL; i++) {
        const nt_variant *variant = NULL;
        nt_status status = nt_variant_load(cli->context, id, &variant);
        if (cli_failed(cli, status, "load a variant")) return;
        if (status != NT_OK) continue;
        nt_output_string(cli->out, id);
        nt_output_string(cli->out, "\t");
        nt_output_string(cli->out, nt_variant_get(variant, NT_VARIANT_TITLE));
        nt_output_string(cli->out, "\n");
    }
}

/* ---- show ---- */

static void show_kind(cli_run *cli, const nt_variant *variant, size_t kind, size_t from) {
    nt_output_string(cli->out, "\n");
    nt_output_string(cli->out, nt_kind_label(variant, kind));
    nt_output_string(cli->out, "  ");
    nt_output_string(cli->out, nt_kind_name(variant, kind));
    nt_output_string(cli->out, "  ");
    nt_output_string(cli->out, nt_kind_betza(variant, kind));
    if (*nt_kind_more(variant, kind) != '\0') nt_output_string(cli->out, "; ");
    nt_output_string(cli->out, nt_kind_more(variant, kind));
    nt_output_string(cli->out, "\n");
    cli_failed(cli, nt_kind_draw(variant, kind, from, cli->out), "draw the moves");
}

static void show_rules(cli_run *cli, const nt_variant *variant) {
    line(cli->out, "id          ", nt_variant_get(variant, NT_VARIANT_ID));
    line(cli->out, "title       ", nt_variant_get(variant, NT_VARIANT_TITLE));
    line(cli->out, "source      ", nt_variant_get(variant, NT_VARIANT_SOURCE));
    line(cli->out, "provenance  ", nt_variant_get(variant, NT_VARIANT_PROVENANCE));
    line(cli->out, "rules hash  ", nt_variant_get(variant, NT_VARIANT_HASH));
    line(cli->out, "array       ", nt_variant_get(variant, NT_VARIANT_ARRAY));
    nt_output_string(cli->out, "\n");
    nt_position *array = nt_position_new(cli->context, variant);
    if (array == NULL) {
        cli_failed(cli, NT_NO_MEMORY, "show the array");
        return;
    }
    nt_position_write(array, NT_CODE_TEXT, NULL, cli->out);
    nt_position_free(array);
}

static void show_array_picture(cli_run *cli, const nt_variant *variant) {
    nt_position *array = nt_position_new(cli->context, variant);
    if (array != NULL) {
        nt_position_svg(array, NULL, NULL, cli->out);
    } else {
        cli_failed(cli, NT_NO_MEMORY, "draw the array");
    }
    nt_position_free(array);
}

/* A column for each scheme; the last row has none, which ends them. */
enum { MOST_SCHEMES = 8 };

static void write_cells(cli_run *cli, const nt_variant *variant, nt_coords *const *schemes) {
    for (size_t cell = 0; cell < nt_variant_cells(variant); cell++) {
        nt_cell_write(variant, cell, cli->out);
        nt_output_string(cli->out, "\t");
        nt_output_number(cli->out, nt_cell_colour(variant, cell));
        for (size_t i = 0; schemes[i] != NULL; i++) {
            nt_output_string(cli->out, "\t");
            nt_coords_write(schemes[i], cell, cli->out);
        }
        nt_output_string(cli->out, "\n");
    }
}

static void show_cells(cli_run *cli, const nt_variant *variant) {
    nt_coords *schemes[MOST_SCHEMES + 1] = {NULL};
    nt_status status = NT_OK;
    const char *name;
    nt_output_string(cli->out, "cell\tcolour");
    for (size_t i = 0; i < MOST_SCHEMES && status == NT_OK && (name = nt_coords_at(variant, i)) != NULL; i++) {
        schemes[i] = nt_coords_new(cli->context, variant, NULL, name, &status);
        nt_output_string(cli->out, "\t");
        nt_output_string(cli->out, name);
    }
    nt_output_string(cli->out, "\n");
    if (!cli_failed(cli, status, "name the cells")) write_cells(cli, variant, schemes);
    for (size_t i = 0; schemes[i] != NULL; i++) nt_coords_free(schemes[i]);
}

static bool same_word(const char *a, const char *b) {
    for (; *a != '\0' || *b != '\0'; a++, b++) {
        int x = *a >= 'A' && *a <= 'Z' ? *a + 32 : *a, y = *b >= 'A' && *b <= 'Z' ? *b + 32 : *b;
        if (x != y) return false;
    }
    return true;
}

/* A kind by its label or, case ignored, by its name; 0: none. */
static size_t find_kind(const nt_variant *variant, const char *word) {
    size_t kinds = nt_variant_kinds(variant);
    for (size_t kind = 1; kind <= kinds; kind++) {
        if (strcmp(nt_kind_label(variant, kind), word) == 0) return kind;
    }
    for (size_t kind = 1; kind <= kinds; kind++) {
        if (same_word(nt_kind_name(variant, kind), word)) return kind;
    }
    return 0;
}

static void show(cli_run *cli, const char *name, const char *piece) {
    const nt_variant *variant = cli_variant(cli, name);
    if (variant == NULL) return;
    const struct job *job = cli->user;
    bool is_picture = job->svg;
    if (job->cells) {
        show_cells(cli, variant);
        return;
    }
    if (piece == NULL && is_picture) {
        show_array_picture(cli, variant);
        return;
    }
    if (piece == NULL) {
        show_rules(cli, variant);
        for (size_t kind = 1; kind <= nt_variant_kinds(variant); kind++) {
            show_kind(cli, variant, kind, nt_kind_home(variant, kind));
        }
        return;
    }
    size_t kind = find_kind(variant, piece);
    size_t from = kind == 0 ? 0 : nt_kind_home(variant, kind);
    if (job->at != NULL) from = nt_cell_find(variant, job->at, strlen(job->at));
    if (from == SIZE_MAX) {
        cli_trouble(cli, "%s has no cell '%s'", nt_variant_get(variant, NT_VARIANT_ID), job->at);
    } else if (kind == 0) {
        cli_trouble(cli, "%s has no piece '%s'", nt_variant_get(variant, NT_VARIANT_ID), piece);
    } else if (is_picture) {
        cli_failed(cli, nt_kind_svg(variant, kind, from, NULL, cli->out), "draw the moves");
    } else {
        show_kind(cli, variant, kind, from);
    }
}

/* ---- lint ---- */

static bool lint_section(cli_run *cli, const char *name) {
    nt_status status = nt_variant_lint(cli->context, name);
    if (status != NT_USAGE) return !cli_failed(cli, status, "check a variant");
    cli_trouble(cli, "'%s' is neither a file nor a variant", name);
    return true;
}

static void lint_file(cli_run *cli, const char *path) {
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path, *file;
    if (!cli_add_variants(cli, path)) return;
    for (size_t i = 0; (file = nt_variant_file(cli->context, i)) != NULL; i++) {
        if (strcmp(file, name) == 0 && !lint_section(cli, nt_variant_at(cli->context, i))) return;
    }
    cli_end_findings(cli, name);
}

/* What is not the name of a variant is a file. */
static void lint(cli_run *cli, char **operands, int count) {
    for (int i = 0; i < count; i++) {
        const nt_variant *variant = NULL;
        bool is_file = strpbrk(operands[i], "/.") != NULL || strcmp(operands[i], "-") == 0 ||
                       nt_variant_load(cli->context, operands[i], &variant) == NT_USAGE;
        if (is_file) {
            lint_file(cli, operands[i]);
        } else {
            lint_section(cli, operands[i]);
            cli_end_findings(cli, operands[i]);
        }
    }
}

static void run(cli_run *cli) {
    char **operands = cli->operands;
    const struct job *job = cli->user;
    int count = cli->operand_count;
    if (count == 0) {
        cli_usage(cli, "list, show or lint is needed");
    } else if ((job->svg || job->cells) && strcmp(operands[0], "show") != 0) {
        cli_usage(cli, "--%s is for show", job->svg ? "svg" : "cells");
    } else if (job->at != NULL && (count != 3 || strcmp(operands[0], "show") != 0)) {
        cli_usage(cli, "--at is for show with a piece");
    } else if (job->cells && (job->svg || count == 3)) {
        cli_usage(cli, "--cells shows cells, not %s", job->svg ? "a picture" : "a piece");
    } else if (strcmp(operands[0], "list") == 0 && count == 1) {
        cli_no_more_files(cli);
        list(cli);
    } else if (strcmp(operands[0], "show") == 0 && (count == 2 || count == 3)) {
        cli_no_more_files(cli);
        show(cli, operands[1], count == 3 ? operands[2] : NULL);
    } else if (strcmp(operands[0], "lint") == 0 && count >= 2) {
        lint(cli, operands + 1, count - 1);
    } else {
        cli_usage(cli, "'%s' with %d operands is not one of: list, show NAME [PIECE], lint FILE...", operands[0],
                  count - 1);
    }
}

static const cli_program program = {
    .name = "nt-variant",
    .operands = "list | show NAME [PIECE] | lint FILE|NAME...",
    .purpose = "Lists the variants that are known, shows the rules of one with the moves of its pieces, or checks\n"
               "variant files.\n",
    .groups = CLI_MESSAGES | CLI_FILES,
    .options = options,
    .set = set,
};

int main(int argc, char **argv) {
    cli_run cli;
    struct job job = {.svg = false};
    if (cli_start(&cli, &program, &job, argc, argv)) run(&cli);
    return cli_finish(&cli);
}
