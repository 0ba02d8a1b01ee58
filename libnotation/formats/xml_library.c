/* See xml_library.h. */
#include "formats/xml_library.h"
#include "formats/xml.h"

#include <dlfcn.h>
#include <errno.h>

#if LIBXML_VERSION >= 21400
static const char library_name[] = "libxml2.so.16";
#else
static const char library_name[] = "libxml2.so.2";
#endif

bool nt_xml_load(nt_xml *xml) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    bool complete = library != NULL;
    void *found;
/* ISO C has no cast from an object to a function; POSIX says that both are alike. */
#define NT_XML_CALL(name) \
    found = complete ? dlsym(library, #name) : NULL; \
    complete = found != NULL; \
    memcpy(&xml->name, &found, sizeof found);
    NT_XML_CALLS(NT_XML_CALL)
#undef NT_XML_CALL
    if (complete) xml->xmlInitParser();
    else errno = ELIBACC;
    return complete;
}

nt_xml_listener nt_xml_listen(const nt_xml *xml, nt_xml_listener listener) {
    nt_xml_listener before = {*xml->__xmlStructuredError(), *xml->__xmlStructuredErrorContext()};
    xml->xmlSetStructuredErrorFunc(listener.user, listener.function);
    return before;
}

void nt_xml_ignore(void *user, xmlErrorPtr error) { (void)user, (void)error; }

void nt_xml_prepare(nt_text head) {
    nt_xml xml;
    (void)head;
    nt_xml_load(&xml);
}
