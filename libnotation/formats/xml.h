/* What the files of the xml notation share: xml_read.c and xml_write.c, which has the row and documents the form. */
#ifndef NT_XML_H
#define NT_XML_H

#include "formats/formats.h"

nt_status nt_xml_read_game(nt_reader *reader);
void nt_xml_prepare(nt_text head);
void nt_xml_free_reader(nt_reader *reader);

#endif
