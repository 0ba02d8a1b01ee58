/* The XPaths of a map, looked up in the tree of a page by libxml2, with a bound on their work. Called by xml_page.c. */
#include "formats/xml_page.h"
#include "base/diag.h"

#include <stdlib.h>

enum { PATH_WORK = 20000000 }; /* steps of one path */

nt_page_hit *nt_page_node_hit(const nt_page *page, const xmlNode *node) {
    size_t index = (size_t)(uintptr_t)node->_private;
    return index > 0 && index <= page->hit_count ? &page->hits[index - 1] : NULL;
}

static nt_status report_path(const nt_page *page, const nt_page_path *path, const char *what) {
    char quote[NT_QUOTE_SIZE];
    nt_place place = {.file = nt_page_map_of(page->context)->file, .line = path->line, .column = 1};
    nt_report(page->context, &place, NT_DIAG_MAP_SYNTAX, "\"%s\" %s", nt_quote(nt_text_from(path->path), quote), what);
    return NT_INVALID;
}

static bool add_hit(nt_page *page, nt_page_hit hit) {
    if (!nt_grow(page->context, &page->hits, &page->hit_capacity, page->hit_count + 1, sizeof *page->hits)) return false;
    page->hits[page->hit_count++] = hit;
    return true;
}

/* A node by the text that it shows; one that shows none, as an attribute, by its value. */
static bool hit_node(nt_page *page, const nt_xml *xml, xmlNodePtr node) {
    bool shows = node->type == XML_ELEMENT_NODE || node->type == XML_TEXT_NODE;
    const nt_page_hit *known = shows ? nt_page_node_hit(page, node) : NULL;
    if (known && known->span.length) return add_hit(page, *known);
    const nt_page_hit *around = node->parent ? nt_page_node_hit(page, node->parent) : NULL;
    nt_page_hit hit = {.place = known ? known->place : around ? around->place : 0, .in_strings = true};
    xmlChar *string = xml->xmlXPathCastNodeToString(node);
    bool good = string && nt_page_keep(page, nt_xml_text(string), &hit.span) && add_hit(page, hit);
    free(string);
    return good;
}

static bool hit_value(nt_page *page, const nt_xml *xml, const xmlXPathObject *value) {
    nt_page_hit hit = {.in_strings = true};
    xmlChar *string = xml->xmlXPathCastToString((xmlXPathObjectPtr)(uintptr_t)value);
    bool good = string && nt_page_keep(page, nt_xml_text(string), &hit.span) && add_hit(page, hit);
    free(string);
    return good;
}

/* Looks a path up from a node: a count, then the hits. */
static nt_status look_up(nt_page *page, const nt_xml *xml, xmlXPathContextPtr paths, const nt_page_path *path,
                         xmlNodePtr from) {
    paths->node = from;
    paths->opCount = 0;
    xmlXPathCompExprPtr compiled = xml->xmlXPathCtxtCompile(paths, (const xmlChar *)path->path);
    if (!compiled) return report_path(page, path, "is no path");
    xmlXPathObjectPtr value = xml->xmlXPathCompiledEval(compiled, paths);
    xml->xmlXPathFreeCompExpr(compiled);
    if (!value) return report_path(page, path, "cannot be looked up, or takes too much work");
    size_t counter = page->hit_count;
    bool good = add_hit(page, (nt_page_hit){.place = 0});
    if (good && value->type == XPATH_NODESET) {
        for (int i = 0; value->nodesetval && i < value->nodesetval->nodeNr && good; i++)
            good = hit_node(page, xml, value->nodesetval->nodeTab[i]);
    } else if (good) {
        good = hit_value(page, xml, value);
    }
    if (good) page->hits[counter].place = (uint32_t)(page->hit_count - counter - 1);
    xml->xmlXPathFreeObject(value);
    return good ? NT_OK : NT_NO_MEMORY;
}

static nt_status look_up_record(nt_page *page, const nt_xml *xml, xmlXPathContextPtr paths, const nt_page_map *map,
                                xmlNodePtr from) {
    nt_status status = NT_OK;
    page->records++;
    for (size_t i = 0; i < map->count && status == NT_OK; i++) {
        bool is_record = strcmp(map->paths[i].name, "record") == 0;
        if (!is_record) status = look_up(page, xml, paths, &map->paths[i], from);
    }
    return status;
}

/* The nodes that are records each, where the map has a path for them; else the page is one. */
static nt_status look_up_all(nt_page *page, const nt_xml *xml, xmlXPathContextPtr paths, const nt_page_map *map,
                             xmlDocPtr tree) {
    const nt_page_path *record = NULL;
    for (size_t i = 0; i < map->count && !record; i++)
        if (strcmp(map->paths[i].name, "record") == 0) record = &map->paths[i];
    if (!record) return look_up_record(page, xml, paths, map, (xmlNodePtr)tree);
    paths->node = (xmlNodePtr)tree;
    xmlXPathCompExprPtr compiled = xml->xmlXPathCtxtCompile(paths, (const xmlChar *)record->path);
    if (!compiled) return report_path(page, record, "is no path");
    xmlXPathObjectPtr value = xml->xmlXPathCompiledEval(compiled, paths);
    xml->xmlXPathFreeCompExpr(compiled);
    if (!value) return report_path(page, record, "cannot be looked up, or takes too much work");
    nt_status status = value->type == XPATH_NODESET ? NT_OK : report_path(page, record, "gives no elements");
    int count = value->type == XPATH_NODESET && value->nodesetval ? value->nodesetval->nodeNr : 0;
    for (int i = 0; i < count && status == NT_OK; i++)
        status = look_up_record(page, xml, paths, map, value->nodesetval->nodeTab[i]);
    xml->xmlXPathFreeObject(value);
    return status;
}

nt_status nt_page_apply_map(nt_page *page, const nt_xml *xml, const nt_page_map *map, xmlDocPtr tree) {
    xmlXPathContextPtr paths = tree ? xml->xmlXPathNewContext(tree) : NULL;
    if (!tree) return NT_OK;
    if (!paths) return NT_NO_MEMORY;
    paths->error = nt_xml_ignore;
    paths->opLimit = PATH_WORK;
    page->first_hit = page->hit_count;
    nt_status status = look_up_all(page, xml, paths, map, tree);
    xml->xmlXPathFreeContext(paths);
    return status;
}
