/* What xml_page.c and xml_paths.c share. For them alone. */
#ifndef NT_XML_PAGE_H
#define NT_XML_PAGE_H

#include "formats/page.h"
#include "formats/xml_library.h"

/* The stretch of the text that a node of the tree has; NULL: it has none. */
nt_page_hit *nt_page_node_hit(const nt_page *page, const xmlNode *node);

/* Looks up all paths; tree NULL: the page has nothing. NT_INVALID: a path is none, which is reported; NT_NO_MEMORY. */
nt_status nt_page_apply_map(nt_page *page, const nt_xml *xml, const nt_page_map *map, xmlDocPtr tree);

#endif
