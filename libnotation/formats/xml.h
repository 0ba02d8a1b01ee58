/* What the files of the xml notation share: xml_read.c and xml_write.c, which has the row and documents the form. */
#ifndef NT_XML_H
#define NT_XML_H

#include "formats/formats.h"

nt_status nt_xml_read_game(nt_reader *reader);
void nt_xml_prepare(nt_text head);
void nt_xml_free_reader(nt_reader *reader);

/* ---- pieces, xml_piece.c ---- */

/* What is open at the end of the bytes so far. All zeros at first. */
typedef struct nt_xml_scan {
    enum { NT_XML_TEXT, NT_XML_TAG, NT_XML_COMMENT, NT_XML_CDATA, NT_XML_INSTRUCTION } state;
    unsigned quote;    /* the sign around the value of an attribute; 0: none */
    uint32_t recent;   /* the last four bytes of the markup */
    size_t attributes; /* of the tag so far */
    size_t size;       /* of the piece so far */
    bool whole;        /* it ends with the bytes so far; else the next ones belong to it, too */
} nt_xml_scan;

/* How many of the bytes belong to the piece: up to the end of the next tag, comment, instruction or section, but no more than
 * are fed at once. *opened: where that begins; SIZE_MAX: before these bytes. */
size_t nt_xml_piece(nt_xml_scan *scan, nt_text bytes, size_t *opened);

#endif
