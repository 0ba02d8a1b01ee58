/* Maps of pages: lines NAME = XPATH, for layouts in which the reader does not find things by itself. nt_html_map is public. */
#include "formats/page.h"
#include "base/diag.h"

static void free_map(nt_context *context) {
    nt_page_map *map = context->map;
    if (!map) return;
    nt_arena_free(&map->arena);
    nt_ungrow(context, &map->paths, &map->capacity, sizeof *map->paths);
    nt_delete(context, map, sizeof *map);
    context->map = NULL;
}

const nt_page_map *nt_page_map_of(const nt_context *context) { return context->map; }

static nt_status make_map(nt_context *context, const nt_input *input) {
    free_map(context);
    nt_page_map *map = nt_new(context, sizeof *map);
    if (!map) return NT_NO_MEMORY;
    nt_arena_init(&map->arena, context);
    context->map = map;
    context->free_map = free_map;
    map->file = nt_arena_copy(&map->arena, nt_text_from(input->name));
    return map->file ? NT_OK : NT_NO_MEMORY;
}

/* A name of letters, digits and _, a sign of equality, and a path. */
static bool divide(nt_text line, nt_text *name, nt_text *path) {
    const unsigned char *equals = memchr(line.at, '=', line.length);
    if (!equals) return false;
    *name = nt_text_trim((nt_text){line.at, (size_t)(equals - line.at)});
    *path = nt_text_trim(nt_text_cut(line, (size_t)(equals - line.at) + 1));
    for (size_t i = 0; i < name->length; i++) {
        unsigned c = name->at[i];
        if (!nt_is_letter(c) && !nt_is_digit(c) && c != '_') return false;
    }
    return name->length && path->length && !memchr(path->at, 0, path->length);
}

static nt_status add_line(nt_context *context, nt_text line, uint32_t number) {
    nt_page_map *map = context->map;
    nt_text name, path;
    if (!line.length || *line.at == '#') return NT_OK;
    if (!divide(line, &name, &path)) {
        char quote[NT_QUOTE_SIZE];
        nt_place place = {.file = map->file, .line = number, .column = 1};
        nt_report(context, &place, NT_DIAG_MAP_SYNTAX, "\"%s\" is not NAME = XPATH", nt_quote(line, quote));
        return NT_INVALID;
    }
    if (!nt_grow(context, &map->paths, &map->capacity, map->count + 1, sizeof *map->paths)) return NT_NO_MEMORY;
    nt_page_path entry = {nt_arena_copy(&map->arena, name), nt_arena_copy(&map->arena, path), number};
    if (!entry.name || !entry.path) return NT_NO_MEMORY;
    map->paths[map->count++] = entry;
    return NT_OK;
}

nt_status nt_html_map(nt_context *context, nt_input *input) {
    nt_status worst = NT_OK, status = nt_input_all(input, context->limits.variant_file);
    if (status != NT_OK) return status;
    status = make_map(context, input);
    nt_text rest = {input->data + input->pin, input->size - input->pin};
    for (uint32_t number = 1; rest.length && (status == NT_OK || status == NT_INVALID); number++) {
        nt_text line = nt_text_trim(nt_text_line(rest, &rest));
        status = add_line(context, line, number);
        if (status == NT_INVALID) worst = NT_INVALID;
    }
    return status == NT_OK ? worst : status;
}
