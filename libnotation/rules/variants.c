/* Reads variant files into sections, finds sections by name, and loads variants. */
#include "rules/variants.h"
#include "base/input.h"

enum { MAX_DEPTH = 8 };

/* ---- names ---- */

/* The next byte of a name that counts, in lower case; 0 at the end. */
static unsigned char next_of_name(nt_text *name) {
    while (name->length) {
        unsigned char c = nt_to_lower(*name->at);
        name->at++;
        name->length--;
        if (c > ' ' && c != 0x7F && c != '-' && c != '_') return c; /* what writers make blanks of is one, too */
    }
    return 0;
}

bool nt_names_equal(nt_text a, nt_text b) {
    for (;;) {
        unsigned char x = next_of_name(&a), y = next_of_name(&b);
        if (x != y) return false;
        if (!x) return true;
    }
}

/* FNV-1a. */
static uint64_t key_of_name(nt_text name) {
    uint64_t key = UINT64_C(0xCBF29CE484222325);
    for (unsigned char c; (c = next_of_name(&name)) != 0;) key = (key ^ c) * UINT64_C(0x100000001B3);
    return key;
}

static bool has_name(const nt_section *section, uint64_t key, nt_text name) {
    return section->name_key == key && nt_names_equal(nt_text_from(section->name), name);
}

/* The first section of a name from section `first` on, before `end`; `end`: there is none. */
static size_t find_section(const struct nt_variants *variants, size_t first, size_t end, uint64_t key, nt_text name) {
    while (first < end && !has_name(&variants->sections[first], key, name)) first++;
    return first;
}

/* ---- reading ---- */

nt_place nt_entry_place(const nt_entry *entry, nt_text part) {
    const unsigned char *text = entry->source->bytes.at; /* holds still as long as the context */
    return (nt_place){.file = entry->source->name, .text = text, .raw = text, .at = (size_t)(part.at - text),
                      .line = 1, .column = 1};
}

typedef struct file_reader {
    nt_context *context;
    struct nt_variants *variants;
    nt_source *source;
    size_t first_of_file;
    size_t first; /* section of the header that is being read */
    bool open;    /* there is one */
    bool passing; /* it makes none that counts, which has been said */
    nt_status status;
} file_reader;

static void report_line(file_reader *r, nt_text part, nt_diag_id id, const char *text) {
    char quote[NT_QUOTE_SIZE];
    nt_place place = nt_entry_place(&(nt_entry){.source = r->source}, part);
    nt_report(r->context, &place, id, "%s: \"%s\"", text, nt_quote(part, quote));
    if (nt_diag_severity(id) == NT_ERROR) r->status = NT_INVALID;
}

/* ---- section headers ---- */

/* How many alternatives has the group that begins behind a brace; 0: it is not closed. */
static unsigned count_choices(nt_text group) {
    const unsigned char *end = memchr(group.at, '}', group.length), *at = group.at;
    unsigned commas = 0;
    while (end && (at = memchr(at, ',', (size_t)(end - at)))) {
        commas++;
        at++;
    }
    return end ? commas + 1 : 0;
}

/* The i-th alternative of the group that begins behind a brace; *after is set behind the closing brace. */
static bool take_choice(nt_text group, unsigned i, nt_text *choice, nt_text *after) {
    const unsigned char *end = memchr(group.at, '}', group.length);
    if (!end) return false;
    nt_text rest = {group.at, (size_t)(end - group.at)};
    *after = nt_text_cut(group, rest.length + 1);
    for (;; i--) {
        const unsigned char *comma = memchr(rest.at, ',', rest.length);
        *choice = (nt_text){rest.at, comma ? (size_t)(comma - rest.at) : rest.length};
        if (i == 0) return true;
        if (!comma) return false;
        rest = nt_text_cut(rest, choice->length + 1);
    }
}

/* Writes the n-th name that a pattern makes, counting through its groups like digits; the choices go to the section.
 * NT_END: there are not so many; NT_INVALID: the pattern is wrong, or the name is empty or too long. */
static nt_status expand_name(nt_text pattern, size_t n, nt_section *section) {
    size_t length = 0;
    unsigned groups = 0;
    while (pattern.length) {
        nt_text part = {pattern.at, 1};
        if (*pattern.at != '{') {
            pattern = nt_text_cut(pattern, 1);
        } else {
            nt_text after = pattern, group = nt_text_cut(pattern, 1);
            unsigned alternatives = count_choices(group);
            if (alternatives == 0 || groups == NT_MAX_GROUPS) return NT_INVALID;
            take_choice(group, (unsigned)(n % alternatives), &part, &after);
            section->choice[groups++] = part;
            n /= alternatives;
            pattern = after;
        }
        if (length + part.length >= NT_SECTION_NAME) return NT_INVALID;
        memcpy(section->name + length, part.at, part.length);
        length += part.length;
    }
    if (n > 0) return NT_END;
    return length > 0 ? NT_OK : NT_INVALID;
}

bool nt_section_fill(const nt_section *section, nt_text text, char *buffer, size_t size) {
    size_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        nt_text part = {text.at + i, 1};
        if (text.at[i] == '$' && i + 1 < text.length && (unsigned)(text.at[i + 1] - '1') < NT_MAX_GROUPS)
            part = section->choice[text.at[++i] - '1'];
        if (length + part.length >= size) return false;
        if (part.length) memcpy(buffer + length, part.at, part.length);
        length += part.length;
    }
    buffer[length] = 0;
    return true;
}

static void read_parents(file_reader *r, nt_section *s, nt_text parents) {
    for (;;) {
        nt_text parent = nt_text_word(parents, &parents);
        if (!parent.length) return;
        if (s->parents == NT_MAX_PARENTS || !nt_section_fill(s, parent, s->parent[s->parents], NT_SECTION_NAME)) {
            report_line(r, parent, NT_DIAG_VARIANT_PARENT, "a variant has at most 8 parents, with names of at most 100 bytes");
            return;
        }
        s->parent_text[s->parents++] = parent;
    }
}

static bool is_repeated(const file_reader *r, const nt_section *section) {
    size_t count = r->variants->section_count;
    return find_section(r->variants, r->first_of_file, count, section->name_key, nt_text_from(section->name)) < count;
}

/* The sections of one header share the entries that were gathered in the first. */
static void close_section(file_reader *r) {
    struct nt_variants *variants = r->variants;
    for (size_t i = r->first + 1; r->open && i < variants->section_count; i++) {
        variants->sections[i].entries = variants->sections[r->first].entries;
        variants->sections[i].entry_count = variants->sections[r->first].entry_count;
    }
    r->open = false;
}

/* Adds the sections of a header, one for each name that its pattern makes. False: no more are read. */
static bool add_sections(file_reader *r, nt_text pattern, nt_text parents) {
    struct nt_variants *variants = r->variants;
    nt_status status = NT_OK;
    bool repeats = false, is_full = false;
    for (size_t n = 0; status == NT_OK; n++) {
        nt_section section = {.header = pattern, .source = r->source};
        status = expand_name(pattern, n, &section);
        if (status == NT_INVALID)
            report_line(r, pattern, NT_DIAG_VARIANT_SYNTAX,
                        "a section needs a name of 1 to 100 bytes, with at most 6 groups in braces");
        if (status != NT_OK) break;
        is_full = variants->section_count == NT_MAX_SECTIONS;
        if (n == NT_MAX_EXPANSION || is_full) {
            report_line(r, pattern, NT_DIAG_VARIANT_SYNTAX,
                        is_full ? "there are more than 4096 variants; what follows is not read"
                                : "a header makes at most 1024 variants; the others are not made");
            break;
        }
        section.name_key = key_of_name(nt_text_from(section.name));
        if (is_repeated(r, &section)) {
            repeats = true;
            continue;
        }
        read_parents(r, &section, parents);
        if (!nt_grow(r->context, &variants->sections, &variants->section_capacity, variants->section_count + 1,
                     sizeof section)) {
            r->status = NT_NO_MEMORY;
            return false;
        }
        variants->sections[variants->section_count++] = section;
    }
    if (repeats)
        report_line(r, pattern, NT_DIAG_VARIANT_DUPLICATE, "this section stands in the file twice; the first one counts");
    return !is_full;
}

/* `[name : parent parent]` */
static bool read_section(file_reader *r, nt_text line) {
    close_section(r);
    r->passing = true;
    if (line.at[line.length - 1] != ']') {
        report_line(r, line, NT_DIAG_VARIANT_SYNTAX, "a section is written [name] or [name : parent]");
        return true;
    }
    nt_text inside = nt_text_trim((nt_text){line.at + 1, line.length - 2}), pattern = inside, parents = {inside.at, 0};
    const unsigned char *colon = memchr(inside.at, ':', inside.length);
    if (colon) {
        pattern = nt_text_trim((nt_text){inside.at, (size_t)(colon - inside.at)});
        parents = nt_text_cut(inside, (size_t)(colon - inside.at) + 1);
    }
    r->first = r->variants->section_count;
    bool goes_on = add_sections(r, pattern, parents);
    r->open = r->variants->section_count > r->first;
    r->passing = !r->open;
    return goes_on;
}

static bool read_entry(file_reader *r, nt_text line) {
    const unsigned char *equals = memchr(line.at, '=', line.length);
    if (!equals) {
        report_line(r, line, NT_DIAG_VARIANT_SYNTAX, "a line is `key = value`, a [section] or a # comment");
        return true;
    }
    if (r->passing) return true;
    if (!r->open) {
        report_line(r, line, NT_DIAG_VARIANT_SYNTAX, "this key stands outside any section");
        return true;
    }
    nt_section *s = &r->variants->sections[r->first];
    nt_text key = nt_text_trim((nt_text){line.at, (size_t)(equals - line.at)});
    nt_text value = nt_text_trim(nt_text_cut(line, (size_t)(equals - line.at) + 1));
    if (!key.length) {
        report_line(r, line, NT_DIAG_VARIANT_SYNTAX, "a key is due before =");
        return true;
    }
    if (s->entry_count == NT_MAX_SECTION_KEYS) {
        report_line(r, key, NT_DIAG_VARIANT_SYNTAX, "a section has at most 256 keys");
        return true;
    }
    for (size_t i = 0; i < s->entry_count; i++) {
        if (!nt_text_equal(s->entries[i].key, key)) continue;
        report_line(r, key, NT_DIAG_VARIANT_DUPLICATE, "this key stands in the section twice; the first one counts");
        return true;
    }
    if (!nt_grow(r->context, &s->entries, &s->entry_capacity, s->entry_count + 1, sizeof *s->entries)) {
        r->status = NT_NO_MEMORY;
        return false;
    }
    s->entries[s->entry_count++] = (nt_entry){key, value, r->source};
    return true;
}

/* The text before a # that begins the line or follows a blank. */
static nt_text without_comment(nt_text line) {
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '#' && (i == 0 || nt_is_blank(line.at[i - 1]))) return (nt_text){line.at, i};
    return line;
}

static void read_source(file_reader *r) {
    nt_text rest = r->source->bytes;
    r->first_of_file = r->variants->section_count;
    if (rest.length >= 3 && memcmp(rest.at, "\xEF\xBB\xBF", 3) == 0) rest = nt_text_cut(rest, 3);
    while (rest.length) {
        nt_text line = nt_text_line(rest, &rest);
        if (memchr(line.at, 0, line.length)) {
            report_line(r, line, NT_DIAG_NUL_BYTE, "a NUL byte in a variant file; the line is skipped");
            continue;
        }
        line = nt_text_trim(without_comment(line));
        if (!line.length) continue;
        if (!(line.at[0] == '[' ? read_section(r, line) : read_entry(r, line))) break;
    }
    close_section(r);
}

static nt_source *new_source(nt_context *context, struct nt_variants *variants, nt_text name) {
    nt_source *source = nt_new(context, sizeof *source);
    if (source) source->name = nt_new(context, name.length + 1);
    if (!source || !source->name ||
        !nt_grow(context, &variants->sources, &variants->source_capacity, variants->source_count + 1,
                 sizeof *variants->sources)) {
        if (source) nt_delete(context, source->name, name.length + 1);
        nt_delete(context, source, sizeof *source);
        return NULL;
    }
    memcpy(source->name, name.at, name.length);
    variants->sources[variants->source_count++] = source;
    return source;
}

/* ---- the built-in text: files one after the other, each behind a line `#file NAME` ---- */

static bool is_listed(const struct nt_variants *variants, size_t i) {
    const nt_section *section = &variants->sections[i];
    for (size_t e = 0; e < section->entry_count; e++)
        if (nt_text_is(section->entries[e].key, "abstract") && nt_text_is(section->entries[e].value, "yes")) return false;
    return find_section(variants, 0, i, section->name_key, nt_text_from(section->name)) == i;
}

static void mark_listed(struct nt_variants *variants) {
    for (size_t i = 0; i < variants->section_count; i++) variants->sections[i].listed = is_listed(variants, i);
}

static nt_status read_builtin(nt_context *context, struct nt_variants *variants) {
    nt_text rest = {nt_builtin_variants, nt_builtin_variants_size};
    file_reader r = {.context = context, .variants = variants};
    while (rest.length && r.status == NT_OK) {
        nt_text body, line = nt_text_line(rest, &body), name = line.length > 6 ? nt_text_cut(line, 6) : line;
        nt_text after = body;
        while (after.length && !(after.length > 6 && memcmp(after.at, "#file ", 6) == 0)) nt_text_line(after, &after);
        body.length -= after.length;
        r.source = new_source(context, variants, name);
        if (!r.source) return NT_NO_MEMORY;
        r.source->bytes = body;
        read_source(&r);
        rest = after;
    }
    if (r.status == NT_OK) mark_listed(variants);
    return r.status;
}

static void free_variants(nt_context *context) {
    struct nt_variants *variants = context->variants;
    if (!variants) return;
    for (size_t i = 0; i < variants->section_count; i++) {
        nt_section *s = &variants->sections[i];
        nt_variant_free(s->compiled[0]);
        nt_variant_free(s->compiled[1]);
        if (s->entry_capacity) nt_ungrow(context, &s->entries, &s->entry_capacity, sizeof *s->entries);
    }
    for (size_t i = 0; i < variants->named_count; i++) nt_delete(context, variants->named[i], sizeof **variants->named);
    nt_ungrow(context, &variants->named, &variants->named_capacity, sizeof *variants->named);
    nt_ungrow(context, &variants->sections, &variants->section_capacity, sizeof *variants->sections);
    for (size_t i = 0; i < variants->source_count; i++) {
        nt_source *source = variants->sources[i];
        if (source->text) nt_delete(context, source->text, source->bytes.length);
        nt_delete(context, source->name, strlen(source->name) + 1);
        nt_delete(context, source, sizeof *source);
    }
    nt_ungrow(context, &variants->sources, &variants->source_capacity, sizeof *variants->sources);
    nt_delete(context, variants, sizeof *variants);
    context->variants = NULL;
}

struct nt_variants *nt_variants_of(nt_context *context) {
    if (context->variants) return context->variants;
    struct nt_variants *variants = nt_new(context, sizeof *variants);
    if (!variants) return NULL;
    context->variants = variants;
    context->free_variants = free_variants;
    if (read_builtin(context, variants) == NT_OK) return variants;
    free_variants(context);
    return NULL;
}

/* ---- finding ---- */

nt_section *nt_section_find(struct nt_variants *variants, nt_text id) {
    size_t found = find_section(variants, 0, variants->section_count, key_of_name(id), id);
    return found < variants->section_count ? &variants->sections[found] : NULL;
}

const nt_section *nt_section_parent(struct nt_variants *variants, const nt_section *section, unsigned i) {
    return nt_section_find(variants, nt_text_from(section->parent[i]));
}

static const nt_entry *get_at(struct nt_variants *variants, const nt_section *section, nt_text key, unsigned depth) {
    for (size_t i = 0; i < section->entry_count; i++)
        if (nt_text_equal(section->entries[i].key, key)) return &section->entries[i];
    for (unsigned i = 0; i < section->parents && depth < MAX_DEPTH; i++) {
        const nt_section *parent = nt_section_parent(variants, section, i);
        const nt_entry *found = parent && parent != section ? get_at(variants, parent, key, depth + 1) : NULL;
        if (found) return found;
    }
    return NULL;
}

const nt_entry *nt_section_get(struct nt_variants *variants, const nt_section *section, const char *key) {
    return get_at(variants, section, nt_text_from(key), 0);
}

/* A section by its aliases, a comma-separated list. Aliases are not inherited. */
static nt_section *find_alias(struct nt_variants *variants, nt_text name) {
    for (size_t i = 0; i < variants->section_count; i++) {
        assert(variants->sections != NULL);
        for (size_t e = 0; e < variants->sections[i].entry_count; e++) {
            const nt_entry *entry = &variants->sections[i].entries[e];
            bool is_title = nt_text_is(entry->key, "title");
            if (!is_title && !nt_text_is(entry->key, "aliases")) continue;
            nt_text rest = entry->value;
            while (rest.length) {
                const unsigned char *comma = is_title ? NULL : memchr(rest.at, ',', rest.length);
                size_t n = comma ? (size_t)(comma - rest.at) : rest.length;
                if (nt_names_equal((nt_text){rest.at, n}, name)) return &variants->sections[i];
                rest = nt_text_cut(rest, comma ? n + 1 : n);
            }
        }
    }
    return NULL;
}

static nt_section *find_any(struct nt_variants *variants, nt_text name) {
    nt_section *section = nt_section_find(variants, name);
    return section ? section : find_alias(variants, name);
}

/* ---- the public calls ---- */

nt_status nt_variant_load(nt_context *context, const char *name, const nt_variant **variant) {
    struct nt_variants *variants = nt_variants_of(context);
    if (!variants) return NT_NO_MEMORY;
    nt_text text = nt_text_trim(nt_text_from(name));
    bool free_castling = false;
    nt_section *section = text.length ? find_any(variants, text) : NULL;
    if (!section && text.length > 3 && memcmp(text.at + text.length - 3, "960", 3) == 0) {
        free_castling = true;
        section = find_any(variants, (nt_text){text.at, text.length - 3});
    }
    if (!section) return NT_USAGE;
    if (section->faulty) return NT_INVALID;
    nt_status status = NT_OK;
    nt_variant **compiled = &section->compiled[free_castling];
    if (!*compiled) status = nt_variant_compile(context, section, free_castling, compiled);
    if (status == NT_INVALID) section->faulty = true;
    *variant = *compiled;
    return status;
}

nt_status nt_variant_lint(nt_context *context, const char *name) {
    struct nt_variants *variants = nt_variants_of(context);
    if (!variants) return NT_NO_MEMORY;
    nt_section *section = find_any(variants, nt_text_trim(nt_text_from(name)));
    if (!section) return NT_USAGE;
    section->faulty = false;
    const nt_variant *variant;
    return nt_variant_load(context, name, &variant);
}

/* Reads the whole input into memory of its own. */
static nt_status read_all(nt_context *context, nt_input *input, nt_text *bytes) {
    nt_status status = nt_input_all(input, context->limits.variant_file);
    if (status != NT_OK) return status;
    size_t size = input->size - input->pin;
    unsigned char *copy = nt_new(context, size ? size : 1);
    if (!copy) return NT_NO_MEMORY;
    if (size) memcpy(copy, input->data + input->pin, size);
    *bytes = (nt_text){copy, size ? size : 1};
    if (!size) copy[0] = '\n';
    return NT_OK;
}

static void turn_round(nt_section *sections, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        nt_section section = sections[i];
        sections[i] = sections[count - 1 - i];
        sections[count - 1 - i] = section;
    }
}

/* Sections that are added come before those that are there: they are moved to the front. */
static void move_to_front(struct nt_variants *variants, size_t first) {
    size_t added = variants->section_count - first;
    turn_round(variants->sections, first);
    turn_round(variants->sections + first, added);
    turn_round(variants->sections, variants->section_count);
    variants->added += added;
    mark_listed(variants);
}

nt_status nt_variants_add(nt_context *context, nt_input *input) {
    struct nt_variants *variants = nt_variants_of(context);
    if (!variants) return NT_NO_MEMORY;
    nt_text bytes;
    nt_status status = read_all(context, input, &bytes);
    if (status == NT_LIMIT) {
        nt_place place = {.file = input->name, .line = 1, .column = 1};
        nt_report(context, &place, NT_DIAG_VARIANT_SYNTAX, "a variant file is longer than %zu bytes",
                  context->limits.variant_file);
        return NT_INVALID;
    }
    if (status != NT_OK) return status;
    file_reader r = {.context = context, .variants = variants};
    r.source = new_source(context, variants, nt_text_from(input->name));
    if (!r.source) {
        nt_delete(context, (unsigned char *)bytes.at, bytes.length);
        return NT_NO_MEMORY;
    }
    r.source->text = (unsigned char *)bytes.at;
    r.source->bytes = bytes;
    size_t first = variants->section_count;
    read_source(&r);
    move_to_front(variants, first);
    return r.status;
}

static const nt_section *listed_at(nt_context *context, size_t index) {
    struct nt_variants *variants = nt_variants_of(context);
    for (size_t i = 0; variants && i < variants->section_count; i++)
        if (variants->sections[i].listed && index-- == 0) return &variants->sections[i];
    return NULL;
}

const char *nt_variant_at(nt_context *context, size_t index) {
    const nt_section *section = listed_at(context, index);
    return section ? section->name : NULL;
}

const char *nt_variant_file(nt_context *context, size_t index) {
    const nt_section *section = listed_at(context, index);
    return section ? section->source->name : NULL;
}
