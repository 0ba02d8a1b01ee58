/* Variants whose cells are named by another scheme than their own: copies that share all tables. The replay uses them. */
#include "rules/variants.h"

/* The files and ranks of the hot path follow the scheme. */
static void regroup(nt_variant *v) {
    memset(v->small_file, 0, sizeof v->small_file);
    memset(v->small_rank, 0, sizeof v->small_rank);
    for (unsigned cell = 0; v->small && cell < v->board.cells; cell++) {
        v->small_file[v->scheme.file[cell]] |= UINT64_C(1) << cell;
        v->small_rank[v->scheme.rank[cell]] |= UINT64_C(1) << cell;
    }
}

static nt_status make_copy(nt_context *context, const nt_variant *v, const nt_scheme *scheme, const nt_variant **named) {
    struct nt_variants *all = nt_variants_of(context);
    nt_variant *copy = all ? nt_new(context, sizeof *copy) : NULL;
    if (!copy) return NT_NO_MEMORY;
    if (!nt_grow(context, &all->named, &all->named_capacity, all->named_count + 1, sizeof *all->named)) {
        nt_delete(context, copy, sizeof *copy);
        return NT_NO_MEMORY;
    }
    *copy = *v;
    copy->base = v;
    copy->scheme = *scheme;
    regroup(copy);
    all->named[all->named_count++] = copy;
    *named = copy;
    return NT_OK;
}

nt_status nt_variant_named(nt_context *context, const nt_variant *v, nt_text name, const nt_variant **named) {
    const struct nt_variants *all = nt_variants_of(context);
    nt_scheme scheme;
    if (v->base) v = v->base;
    const nt_variant *found = nt_text_is(name, v->scheme.name) ? v : NULL;
    for (size_t i = 0; all && i < all->named_count && !found; i++) {
        const nt_variant *copy = all->named[i];
        if (copy->base == v && nt_text_is(name, copy->scheme.name)) found = copy;
    }
    if (found) *named = found;
    if (found) return NT_OK;
    if (!nt_scheme_named(&scheme, &v->board, name)) return NT_USAGE;
    return make_copy(context, v, &scheme, named);
}
