/* UTF-8 out of a page in whatever encoding: that of its byte order mark, else the one that it declares, else UTF-8 where it is
 * that, else windows-1252, as browsers do. Called by page.c. */
#include "formats/page.h"
#include "base/diag.h"

#include <errno.h>
#include <iconv.h>

enum { HEAD = 4096, NAME = 40 };

/* What a page may be called that browsers read as windows-1252 all the same. */
static bool is_western(const char *name) {
    static const char *const names[] = {"windows-1252", "cp1252",  "iso-8859-1", "iso8859-1", "iso_8859-1",
                                        "latin1",       "latin-1", "l1",         "us-ascii",  "ascii"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (nt_text_is_nocase(nt_text_from(name), names[i])) return true;
    return false;
}

static bool is_utf8(const char *name) {
    nt_text text = nt_text_from(name);
    return nt_text_is_nocase(text, "utf-8") || nt_text_is_nocase(text, "utf8");
}

/* ---- what the page declares ---- */

/* The name that stands behind `charset` and a sign of equality. */
static bool take_name(nt_text text, char name[NAME]) {
    text = nt_text_trim(text);
    if (!text.length || *text.at != '=') return false;
    text = nt_text_trim(nt_text_cut(text, 1));
    if (text.length && (*text.at == '"' || *text.at == '\'')) text = nt_text_cut(text, 1);
    size_t length = 0;
    while (length < text.length && length < NAME - 1) {
        unsigned c = text.at[length];
        if (!nt_is_letter(c) && !nt_is_digit(c) && !strchr("-_.:+", (int)c)) break;
        name[length++] = (char)c;
    }
    name[length] = '\0';
    return length > 0;
}

/* By <meta charset> and its older form with http-equiv, and by the declaration of XML, in the first bytes. */
static bool declared(nt_text head, char name[NAME]) {
    bool in_tag = false;
    if (head.length > HEAD) head.length = HEAD;
    for (size_t at = 0; at < head.length; at++) {
        nt_text rest = nt_text_cut(head, at);
        if (*rest.at == '<') in_tag = nt_text_begins_nocase(rest, "<meta") || nt_text_begins_nocase(rest, "<?xml");
        else if (*rest.at == '>') in_tag = false;
        if (in_tag && nt_text_begins_nocase(rest, "charset") && take_name(nt_text_cut(rest, 7), name)) return true;
        if (in_tag && nt_text_begins_nocase(rest, "encoding") && take_name(nt_text_cut(rest, 8), name)) return true;
    }
    return false;
}

/* UTF-16 by its mark, or by the NULs beside the < that begins a page. */
static const char *utf16_name(nt_text bytes) {
    if (bytes.length < 2) return NULL;
    unsigned pair = (unsigned)bytes.at[0] << 8 | bytes.at[1];
    if (pair == 0xFFFE || pair == 0x3C00) return "UTF-16LE";
    return pair == 0xFEFF || pair == 0x003C ? "UTF-16BE" : NULL;
}

bool nt_page_is_wide(nt_text bytes) { return utf16_name(bytes) != NULL; }

/* ---- conversion ---- */

typedef struct decoder {
    nt_context *context;
    const nt_place *place;
    const char *name;
    nt_page_text *out;
    bool broken; /* reported */
} decoder;

static void put_character(nt_page_text *out, unsigned code) {
    if (code < 0x80) {
        nt_page_put(out, code, 0, true);
    } else if (code < 0x800) {
        nt_page_put(out, 0xC0 | code >> 6, 0, true);
        nt_page_put(out, 0x80 | (code & 0x3F), 0, true);
    } else {
        nt_page_put(out, 0xE0 | code >> 12, 0, true);
        nt_page_put(out, 0x80 | (code >> 6 & 0x3F), 0, true);
        nt_page_put(out, 0x80 | (code & 0x3F), 0, true);
    }
}

/* Source: Unicode's mapping of windows-1252; the five bytes that it leaves free are the control characters, as in HTML. */
static void put_western(nt_page_text *out, unsigned byte) {
    static const uint16_t upper[32] = {
        0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
    };
    put_character(out, byte >= 0x80 && byte < 0xA0 ? upper[byte - 0x80] : byte);
}

static void report_broken(decoder *d, nt_text bytes, size_t at) {
    nt_place place = *d->place;
    place.text = place.raw = bytes.at;
    place.at = at;
    if (!d->broken)
        nt_report(d->context, &place, NT_DIAG_ENCODING_BROKEN,
                  "byte 0x%02X is not %s here; such bytes are taken for windows-1252", bytes.at[at], d->name);
    d->broken = true;
}

static void decode_western(decoder *d, nt_text bytes) {
    for (size_t i = 0; i < bytes.length; i++) put_western(d->out, bytes.at[i]);
}

static void decode_utf8(decoder *d, nt_text bytes) {
    for (size_t at = 0; at < bytes.length;) {
        size_t length = nt_text_utf8(nt_text_cut(bytes, at));
        if (!length) {
            report_broken(d, bytes, at);
            put_western(d->out, bytes.at[at++]);
        } else {
            nt_page_put_fixed(d->out, (nt_text){bytes.at + at, length}, 0);
            at += length;
        }
    }
}

/* By the C library. False: it does not know the encoding. */
static bool decode_other(decoder *d, nt_text bytes) {
    enum { PART = 4096 };
    char part[PART], *from = (char *)(uintptr_t)bytes.at; /* iconv does not write there */
    size_t left = bytes.length, unit = nt_text_begins_nocase(nt_text_from(d->name), "utf-16") ? 2 : 1;
    iconv_t converter = iconv_open("UTF-8", d->name);
    if (converter == (iconv_t)-1) return false; // NOLINT: as the standard has it
    while (left && !d->out->failed) {
        char *to = part;
        size_t room = PART, result = iconv(converter, &from, &left, &to, &room);
        nt_page_put_fixed(d->out, (nt_text){(unsigned char *)part, PART - room}, 0);
        if (result != (size_t)-1 || errno == E2BIG || !left) continue;
        report_broken(d, bytes, bytes.length - left);
        if (unit == 1) put_western(d->out, (unsigned char)*from);
        else put_character(d->out, 0xFFFD);
        unit = unit < left ? unit : left;
        from += unit;
        left -= unit;
    }
    iconv_close(converter);
    return true;
}

static bool is_all_utf8(nt_text bytes) {
    for (size_t at = 0, length; at < bytes.length; at += length) {
        length = bytes.at[at] < 0x80 ? 1 : nt_text_utf8(nt_text_cut(bytes, at));
        if (!length) return false;
    }
    return true;
}

static void decode_unknown(decoder *d, nt_text bytes, bool is_valid) {
    char quote[NT_QUOTE_SIZE];
    nt_report(d->context, d->place, NT_DIAG_ENCODING,
              "the encoding \"%s\" that the page declares is not known; it is read as %s",
              nt_quote(nt_text_from(d->name), quote), is_valid ? "UTF-8" : "windows-1252");
    if (is_valid) decode_utf8(d, bytes);
    else decode_western(d, bytes);
}

nt_status nt_page_decode(nt_context *context, nt_text bytes, const nt_place *place, nt_page_text *decoded) {
    char name[NAME] = "";
    decoder d = {context, place, utf16_name(bytes), decoded, false};
    bool is_valid = !d.name && is_all_utf8(bytes);
    bool has_mark = nt_text_begins_nocase(bytes, "\xEF\xBB\xBF");
    decoded->context = context;
    decoded->size = decoded->run_count = 0;
    decoded->failed = false;
    if (!d.name && !has_mark && declared(bytes, name)) d.name = name;
    /* What was read as ASCII up to its declaration is not UTF-16. */
    if (d.name == name && nt_text_begins_nocase(nt_text_from(name), "utf-16")) d.name = "UTF-8";
    if (!d.name) d.name = is_valid || has_mark ? "UTF-8" : "windows-1252";
    if (is_utf8(d.name) && is_valid) return NT_OK;
    nt_page_put_fixed(decoded, NT_TEXT("\xEF\xBB\xBF"), 0); /* before what the page declares, which is no longer so */
    size_t mark = has_mark ? 3 : d.name != name && utf16_name(bytes) && bytes.at[0] >= 0xFE ? 2 : 0;
    nt_text rest = nt_text_cut(bytes, mark);
    if (is_utf8(d.name)) decode_utf8(&d, rest);
    else if (is_western(d.name)) decode_western(&d, rest);
    else if (!decode_other(&d, rest)) decode_unknown(&d, rest, is_valid);
    return decoded->failed ? NT_NO_MEMORY : NT_OK;
}

void nt_page_prepare(nt_text head) {
    char own[NAME];
    const char *name = utf16_name(head);
    if (!name && declared(head, own)) name = own;
    if (!name || is_utf8(name) || is_western(name)) return;
    iconv_t converter = iconv_open("UTF-8", name); /* the C library keeps what it has loaded for a while */
    if (converter != (iconv_t)-1) iconv_close(converter); // NOLINT: as the standard has it
}
