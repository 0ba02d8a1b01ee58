/* What xml_page.c, xml_paths.c and xml_marks.c share. For them alone. */
#ifndef NT_XML_PAGE_H
#define NT_XML_PAGE_H

#include "formats/page.h"
#include "formats/xml_library.h"

/* The stretch of the text that a node of the tree has; NULL: it has none. */
nt_page_hit *nt_page_node_hit(const nt_page *page, const xmlNode *node);

/* Looks up all paths; tree NULL: the page has nothing. NT_INVALID: a path is none, which is reported; NT_NO_MEMORY. */
nt_status nt_page_apply_map(nt_page *page, const nt_xml *xml, const nt_page_map *map, xmlDocPtr tree);

/* The value of an attribute; NULL: it is not there. */
static inline const xmlChar *nt_xml_attribute(const xmlChar **pairs, const char *name) {
    for (; pairs && pairs[0]; pairs += 2)
        if (strcmp((const char *)pairs[0], name) == 0) return pairs[1] ? pairs[1] : (const xmlChar *)"";
    return NULL;
}

/* What an element inside a game of our own ends. */
typedef enum nt_xml_end { NT_XML_END_NOTHING, NT_XML_END_TEXT, NT_XML_END_LINE, NT_XML_END_MOVES } nt_xml_end;

/* The games of a page of our own, as it is parsed. */
typedef struct nt_xml_marks {
    nt_page *page;
    bool in_game, in_moves, reading; /* reading: text goes to the last mark */
    bool failed;                     /* no memory */
    size_t depth;                    /* elements inside the game */
    uint8_t ends[NT_PAGE_DEPTH];     /* what they end */
} nt_xml_marks;

/* Take elements and text of games; false: they are not inside one. place: of a tag or of text; of an end, behind it. */
bool nt_xml_marks_begin(nt_xml_marks *m, const xmlChar *name, const xmlChar **attributes, size_t place);
bool nt_xml_marks_text(nt_xml_marks *m, nt_text text, size_t place);
bool nt_xml_marks_end(nt_xml_marks *m, size_t place);

#endif
