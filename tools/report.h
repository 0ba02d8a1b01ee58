/* Members of objects of JSON and attributes of elements of XML, behind the first of them: ,"key":"value" and key="value". For
 * nt-check. */
#ifndef REPORT_H
#define REPORT_H

#include "notation.h"

void report_json(nt_output *out, const char *key, const char *value);
void report_json_number(nt_output *out, const char *key, uint64_t value);
void report_xml(nt_output *out, const char *name, const char *value);
void report_xml_number(nt_output *out, const char *name, uint64_t value);

#endif
