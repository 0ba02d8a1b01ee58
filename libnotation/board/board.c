/* Boards and directions on both lattices. */
#include "board/board.h"

/* Numbers the cells by y, then x, from the points that at[] marks with anything but NT_NO_CELL. */
static void number_cells(nt_board *board) {
    board->cells = 0;
    for (unsigned y = 0; y < NT_MAX_AXIS; y++) {
        for (unsigned x = 0; x < NT_MAX_AXIS; x++) {
            if (board->at[y][x] == NT_NO_CELL) continue;
            board->at[y][x] = (uint16_t)board->cells;
            board->x[board->cells] = (uint8_t)x;
            board->y[board->cells] = (uint8_t)y;
            board->cells++;
        }
    }
    board->words = (board->cells + 63) / 64;
}

static void clear_board(nt_board *board, nt_lattice lattice) {
    memset(board, 0, sizeof *board);
    board->lattice = lattice;
    for (unsigned y = 0; y < NT_MAX_AXIS; y++)
        for (unsigned x = 0; x < NT_MAX_AXIS; x++) board->at[y][x] = NT_NO_CELL;
}

bool nt_board_square(nt_board *board, unsigned files, unsigned ranks) {
    if (files == 0 || ranks == 0 || files > NT_MAX_AXIS || ranks > NT_MAX_AXIS || files * ranks > NT_MAX_CELLS) return false;
    clear_board(board, NT_SQUARE);
    board->width = files;
    board->height = ranks;
    for (unsigned y = 0; y < ranks; y++)
        for (unsigned x = 0; x < files; x++) board->at[y][x] = 0;
    number_cells(board);
    return true;
}

bool nt_board_hexagon(nt_board *board, unsigned side, bool flat_ranks) {
    if (side < 2 || side > 9) return false;
    clear_board(board, NT_HEX);
    board->flat_ranks = flat_ranks;
    board->width = board->height = 2 * side;
    for (unsigned y = 1; y < 2 * side; y++)
        for (unsigned x = 1; x < 2 * side; x++)
            if ((x > y ? x - y : y - x) < side) board->at[y][x] = 0;
    number_cells(board);
    return true;
}

bool nt_board_outline(nt_board *board, const uint8_t (*range)[2], unsigned rows, bool flat_ranks) {
    if (rows == 0 || rows >= NT_MAX_AXIS) return false;
    clear_board(board, NT_HEX);
    board->flat_ranks = flat_ranks;
    unsigned cells = 0;
    for (unsigned y = 1; y <= rows; y++) {
        if (range[y - 1][0] < 1 || range[y - 1][1] >= NT_MAX_AXIS || range[y - 1][0] > range[y - 1][1]) return false;
        for (unsigned x = range[y - 1][0]; x <= range[y - 1][1]; x++, cells++) board->at[y][x] = 0;
        if (range[y - 1][1] >= board->width) board->width = range[y - 1][1] + 1u;
    }
    board->height = rows + 1;
    if (cells > NT_MAX_CELLS) return false;
    number_cells(board);
    return true;
}

void nt_board_hole(nt_board *board, unsigned cell) {
    board->at[board->y[cell]][board->x[cell]] = NT_NO_CELL;
    number_cells(board);
}

unsigned nt_board_colour(const nt_board *board, unsigned cell) {
    return (unsigned)(board->x[cell] + board->y[cell]) % (board->lattice == NT_HEX ? 3 : 2);
}

unsigned nt_board_view(const nt_board *board, unsigned player, unsigned players) {
    unsigned ticks = nt_board_ticks(board);
    if (players == 2) return player * ticks / 2;
    return (ticks - player * (ticks / players)) % ticks;
}

/* A quarter turn of the square or a sixth of the hexagon, anticlockwise, `times` times about the origin. */
static nt_vector turn_back(nt_lattice lattice, nt_vector v, unsigned times) {
    for (; times > 0; times--) v = lattice == NT_HEX ? (nt_vector){v.y, v.y - v.x} : (nt_vector){-v.y, v.x};
    return v;
}

nt_vector nt_board_seen(const nt_board *board, unsigned cell, unsigned player, unsigned players) {
    int first = board->lattice == NT_HEX ? 1 : 0; /* lattice points run from here to width - 1 and height - 1 */
    int sum_x = first + (int)board->width - 1, sum_y = first + (int)board->height - 1;
    nt_vector v = {2 * board->x[cell] - sum_x, 2 * board->y[cell] - sum_y};
    unsigned view = nt_board_view(board, player, players);
    v = turn_back(board->lattice, v, view / 4);
    return (nt_vector){(v.x + sum_x) / 2, (v.y + sum_y) / 2};
}

unsigned nt_board_rank(const nt_board *board, nt_vector point) {
    if (board->lattice == NT_SQUARE) return (unsigned)point.y + 1;
    int rank = board->flat_ranks || point.x < point.y ? point.x : point.y;
    return (unsigned)rank;
}

/* The radial of a hexagonal board with vertical files at an even tick; odd ticks lie between two of them. */
static nt_vector hexagon_radial(unsigned tick) {
    static const nt_vector radial[12] = {{1, 1},   {1, 2},   {0, 1},  {-1, 1}, {-1, 0}, {-2, -1},
                                         {-1, -1}, {-1, -2}, {0, -1}, {1, -1}, {1, 0},  {2, 1}};
    return radial[tick / 2 % 12];
}

static bool hexagon_vector(const nt_board *board, nt_atom atom, unsigned tick, nt_vector *vector) {
    if (board->flat_ranks) tick += 22;
    tick %= 24;
    nt_vector v = hexagon_radial(tick);
    if (atom.b) {
        if (tick % 2 == 0) return false;
        nt_vector next = hexagon_radial(tick + 1);
        *vector = (nt_vector){v.x + next.x, v.y + next.y};
        return true;
    }
    if (tick % 2 || (tick / 2 % 2 == 1) != atom.diagonal) return false;
    *vector = (nt_vector){v.x * atom.a, v.y * atom.a};
    return true;
}

/* Straight ahead and every fourth tick, half way between these, or between both. */
static uint32_t square_directions(nt_atom atom) {
    if (atom.diagonal || atom.a == atom.b) return 0x4444;
    return atom.b == 0 ? 0x1111 : 0xAAAA;
}

static bool square_vector(nt_atom atom, unsigned tick, nt_vector *vector) {
    unsigned a = atom.a, b = atom.diagonal ? atom.a : atom.b;
    unsigned quarter = tick % 16 / 4, within = tick % 4;
    if (!(square_directions(atom) >> tick % 16 & 1)) return false;
    int x = (int)(within == 3 ? a : b), y = (int)(within == 3 ? b : a);
    for (unsigned i = 0; i < quarter; i++) {
        int turned = x;
        x = y;
        y = -turned;
    }
    *vector = (nt_vector){x, y};
    return true;
}

uint32_t nt_board_directions(const nt_board *board, nt_atom atom) {
    uint32_t ticks = 0;
    nt_vector v;
    if (board->lattice == NT_SQUARE) return square_directions(atom);
    for (unsigned tick = 0; tick < nt_board_ticks(board); tick++)
        ticks |= (uint32_t)hexagon_vector(board, atom, tick, &v) << tick;
    return ticks;
}

bool nt_board_vector(const nt_board *board, nt_atom atom, unsigned tick, nt_vector *vector) {
    return board->lattice == NT_HEX ? hexagon_vector(board, atom, tick, vector) : square_vector(atom, tick, vector);
}
