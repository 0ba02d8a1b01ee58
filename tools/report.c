/* See report.h. */
#include "tools/report.h"

#include <string.h>

static void json_key(nt_output *out, const char *key) {
    nt_output_string(out, ",\"");
    nt_output_string(out, key);
    nt_output_string(out, "\":");
}

void report_json(nt_output *out, const char *key, const char *value) {
    json_key(out, key);
    nt_output_string(out, "\"");
    nt_output_json(out, value, strlen(value));
    nt_output_string(out, "\"");
}

void report_json_number(nt_output *out, const char *key, uint64_t value) {
    json_key(out, key);
    nt_output_number(out, value);
}

static void xml_name(nt_output *out, const char *name) {
    nt_output_string(out, " ");
    nt_output_string(out, name);
    nt_output_string(out, "=\"");
}

void report_xml(nt_output *out, const char *name, const char *value) {
    xml_name(out, name);
    nt_output_markup(out, value, strlen(value));
    nt_output_string(out, "\"");
}

void report_xml_number(nt_output *out, const char *name, uint64_t value) {
    xml_name(out, name);
    nt_output_number(out, value);
    nt_output_string(out, "\"");
}
