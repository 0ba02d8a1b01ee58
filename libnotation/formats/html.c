/* html: pages. Saved pages of game logs are read (page.c), pages to play games through are written (html_write.c). Their row in
 * the table of notations. */
#include "formats/html.h"
#include "formats/list.h"
#include "formats/page.h"
#include "formats/xml.h"

static int sniff(const nt_head *head) { return nt_page_sniff(head->bytes); }

static void prepare(nt_text head) {
    nt_xml_prepare(head);
    nt_page_prepare(head);
}

const nt_format nt_format_html = {
    .name = "html",
    .title = "pages: saved ones of logs, read; pages to play games through, written",
    .family = NT_FAMILY_ALGEBRAIC,
    .sniff = sniff,
    .prepare = prepare,
    .read_game = nt_page_read_game,
    .read_move = nt_san_read_move,
    .write_move = nt_san_write_move,
    .wants_check = true,
    .write_game = nt_html_write_game,
    .write_end = nt_html_write_end,
    .free_state = nt_page_free_reader,
    .free_writer = nt_html_free_writer,
};
