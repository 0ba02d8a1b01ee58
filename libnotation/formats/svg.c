/* SVG pictures: the frame and text. Called by svg_*.c. */
#include "formats/svg.h"

void nt_svg_escape(nt_output *output, const char *text) { nt_output_markup(output, text, strlen(text)); }

void nt_svg_words(nt_output *output, int x, int y, int size, const char *anchor, const char *text) {
    nt_output_format(output, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\">", x, y + size * 36 / 100, size,
                     anchor);
    nt_svg_escape(output, text);
    nt_output_string(output, "</text>\n");
}

int nt_svg_width(const char *text, int size) {
    size_t length = strlen(text);
    return (int)(length < 200 ? length : 200) * size * 7 / 10;
}

void nt_svg_open(const nt_sheet *sheet, int right, int bottom) {
    nt_output *output = sheet->out;
    int left = sheet->left - NT_SVG_MARGIN, top = sheet->top - NT_SVG_MARGIN;
    int width = right + NT_SVG_MARGIN - left, height = bottom + NT_SVG_MARGIN - top;
    nt_output_format(output, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%d %d %d %d\"", left, top, width, height);
    if (sheet->settings.width) {
        uint64_t wide = sheet->settings.width;
        nt_output_format(output, " width=\"%u\" height=\"%u\"", (unsigned)wide,
                         (unsigned)((wide * (unsigned)height + (unsigned)width / 2) / (unsigned)width));
    }
    nt_output_string(output, " role=\"img\" font-family=\"Verdana,'DejaVu Sans',Arial,sans-serif\" fill=\"#3b3128\">\n");
    nt_output_string(output, "<title>");
    nt_svg_escape(output, sheet->v->title ? sheet->v->title : sheet->v->id);
    nt_output_string(output, "</title>\n");
}

void nt_svg_close(const nt_sheet *sheet) { nt_output_string(sheet->out, "</svg>\n"); }
