/* libxml2, of which the library needs a few calls. It is loaded when the first page or XML document is read: linked as other
 * libraries are, it and those that it needs in turn would double what each filter takes to start. For xml_*.c. */
#ifndef NT_XML_LIBRARY_H
#define NT_XML_LIBRARY_H

#include "formats/formats.h"

#include <errno.h>
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/xpath.h>

#define NT_XML_CALLS(CALL) \
    CALL(xmlInitParser) \
    CALL(xmlSetStructuredErrorFunc) \
    CALL(__xmlStructuredError) \
    CALL(__xmlStructuredErrorContext) \
    CALL(xmlFreeDoc) \
    CALL(xmlStopParser) \
    CALL(xmlSAX2StartDocument) \
    CALL(xmlSAX2StartElement) \
    CALL(xmlSAX2EndElement) \
    CALL(xmlSAX2Characters) \
    CALL(htmlCreateMemoryParserCtxt) \
    CALL(htmlCtxtUseOptions) \
    CALL(htmlParseDocument) \
    CALL(htmlFreeParserCtxt) \
    CALL(xmlCreatePushParserCtxt) \
    CALL(xmlCtxtUseOptions) \
    CALL(xmlParseChunk) \
    CALL(xmlFreeParserCtxt) \
    CALL(xmlXPathNewContext) \
    CALL(xmlXPathFreeContext) \
    CALL(xmlXPathCtxtCompile) \
    CALL(xmlXPathFreeCompExpr) \
    CALL(xmlXPathCompiledEval) \
    CALL(xmlXPathFreeObject) \
    CALL(xmlXPathCastToString) \
    CALL(xmlXPathCastNodeToString)

/* Not xmlFree, which is a variable: strings that libxml2 gives out are freed by free. */
typedef struct nt_xml {
#define NT_XML_CALL(name) __typeof__(&(name)) name;
    NT_XML_CALLS(NT_XML_CALL)
#undef NT_XML_CALL
} nt_xml;

/* Fills in the calls. False: the library, or a call, is not there; errno says ELIBACC. It stays loaded to the end. */
bool nt_xml_load(nt_xml *xml);

/* Who hears of errors in this thread: function NULL: standard error does. */
typedef struct nt_xml_listener {
    xmlStructuredErrorFunc function;
    void *user;
} nt_xml_listener;

/* Lets somebody else listen, and says who did before. */
nt_xml_listener nt_xml_listen(const nt_xml *xml, nt_xml_listener listener);

/* A function that does nothing. */
void nt_xml_ignore(void *user, xmlErrorPtr error);

/* Whether an allocation has failed between the two: libxml2 goes on after some of them and does not tell. */
static inline void nt_xml_watch_memory(void) { errno = 0; }
static inline bool nt_xml_starved(void) { return errno == ENOMEM; }

/* A string of libxml2; NULL is an empty one. */
static inline nt_text nt_xml_text(const xmlChar *string) { return nt_text_from(string ? (const char *)string : ""); }

#endif
