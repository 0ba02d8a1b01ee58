/* Where the pieces of XML end that its parser is fed with. Called by xml_read.c. */
#include "formats/xml.h"

#define LAST_2(a, b) ((uint32_t)(a) << 8 | (b))
#define LAST_3(a, b, c) (LAST_2(a, b) << 8 | (c))
#define LAST_4(a, b, c, d) (LAST_3(a, b, c) << 8 | (d))

enum { PIECE = 65536 }; /* bytes at most */

static void enter(nt_xml_scan *scan, unsigned state) {
    scan->state = state;
    scan->recent = 0; /* the end shares no byte with the begin: <!--> is open */
}

/* A byte of a tag, or of what only the next bytes tell from one. */
static bool ends_tag(nt_xml_scan *scan, unsigned byte) {
    if (scan->quote) {
        if (byte == scan->quote) scan->quote = 0;
        return false;
    }
    if (byte == '"' || byte == '\'') scan->quote = byte;
    scan->attributes += byte == '=';
    if (scan->recent == LAST_4('<', '!', '-', '-')) enter(scan, NT_XML_COMMENT);
    else if (scan->recent == LAST_4('<', '!', '[', 'C')) enter(scan, NT_XML_CDATA);
    else if (scan->recent == LAST_2('<', '?')) enter(scan, NT_XML_INSTRUCTION);
    return byte == '>';
}

/* Whether a byte is the last one of the markup that is open. */
static bool ends_markup(nt_xml_scan *scan, unsigned byte) {
    scan->recent = scan->recent << 8 | byte;
    switch (scan->state) {
    case NT_XML_COMMENT: return (scan->recent & 0xffffff) == LAST_3('-', '-', '>');
    case NT_XML_CDATA: return (scan->recent & 0xffffff) == LAST_3(']', ']', '>');
    case NT_XML_INSTRUCTION: return (scan->recent & 0xffff) == LAST_2('?', '>');
    default: return ends_tag(scan, byte);
    }
}

size_t nt_xml_piece(nt_xml_scan *scan, nt_text bytes, size_t *opened) {
    size_t i = 0;
    bool ends = false;
    *opened = SIZE_MAX;
    if (scan->whole) scan->size = 0;
    if (bytes.length > PIECE - scan->size) bytes.length = PIECE - scan->size;
    for (; i < bytes.length && !ends; i++) {
        if (scan->state == NT_XML_TEXT) {
            const unsigned char *sign = memchr(bytes.at + i, '<', bytes.length - i);
            i = sign ? (size_t)(sign - bytes.at) : bytes.length;
            if (!sign) break;
        }
        bool opens = bytes.at[i] == '<' && scan->state <= NT_XML_TAG; /* no tag holds one */
        if (opens) *scan = (nt_xml_scan){.state = NT_XML_TAG, .size = scan->size};
        if (opens) *opened = i;
        ends = ends_markup(scan, bytes.at[i]);
        if (ends) scan->state = NT_XML_TEXT;
    }
    scan->size += i;
    scan->whole = ends || scan->size == PIECE;
    return i;
}
