#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_NOMACROS 1
#include <ncurses.h>
#include <stdint.h>
#include <string.h>
#include <term.h>
#include <wchar.h>

// Macros, variadics and globals of curses as functions that Swift can call.

/// Attributes of a cell.
enum { CN_BOLD = 1, CN_DIM = 2, CN_REVERSE = 4, CN_UNDERLINE = 8 };

/// Why `$TERM` will not do: 0 it will, 1 unknown, 2 it cannot place the cursor (dumb, printing terminals).
static inline int cn_terminal_fault(int descriptor) {
    int state = 0;
    if (setupterm(NULL, descriptor, &state) != OK || state != 1) {
        return 1;
    }
    const char *place = tigetstr((char *)"cup");
    return place == NULL || place == (char *)-1 ? 2 : 0;
}

/// Appends the text of a terminfo string, without its padding, to `text`; the new length.
static inline size_t cn_append_capability(const char *name, char *text, size_t length, size_t capacity) {
    const char *value = tigetstr((char *)name);
    if (value == NULL || value == (char *)-1) {
        return length;
    }
    while (*value != '\0' && length < capacity) {
        const char *end = value[0] == '$' && value[1] == '<' ? strchr(value, '>') : NULL;
        if (end != NULL) {
            value = end + 1;
        } else {
            text[length++] = *value++;
        }
    }
    return length;
}

/// Starts curses with all its output going to `output`; false if it cannot.
static inline bool cn_start(FILE *output) {
    use_env(FALSE);
    if (newterm(NULL, output, output) == NULL) {
        return false;
    }
    set_escdelay(25);
    typeahead(-1);
    nonl();
    scrollok(stdscr, FALSE);
    return true;
}

/// Switches colors on, with the terminal's own as -1; the number of colors, 0 if there are none.
static inline int cn_start_colors(void) {
    if (!has_colors() || start_color() != OK) {
        return 0;
    }
    return use_default_colors() == OK ? COLORS : 0;
}

/// How many color pairs may be in use at once.
static inline int cn_pair_limit(void) { return COLOR_PAIRS < 32767 ? COLOR_PAIRS : 32767; }

/// Columns that the C library and curses give to a scalar; negative: not drawn.
static inline int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// Fills a cell: up to 5 scalars, the first of them not combining.
static inline void cn_set_cell(cchar_t *cell, const uint32_t *scalars, int count, unsigned attributes, short pair) {
    wchar_t text[CCHARW_MAX + 1];
    int length = 0;
    for (; length < count && length < CCHARW_MAX; length++) {
        text[length] = (wchar_t)scalars[length];
    }
    text[length] = L'\0';
    attr_t look = A_NORMAL;
    look |= attributes & CN_BOLD ? A_BOLD : 0;
    look |= attributes & CN_DIM ? A_DIM : 0;
    look |= attributes & CN_REVERSE ? A_REVERSE : 0;
    look |= attributes & CN_UNDERLINE ? A_UNDERLINE : 0;
    setcchar(cell, text, look, pair, NULL);
}

/// Makes a cell of one printing character show another one, in the same look.
static inline void cn_set_scalar(cchar_t *cell, uint32_t scalar) { cell->chars[0] = (wchar_t)scalar; }

/// Puts cells at a place; the cursor stays.
static inline void cn_put(int row, int column, const cchar_t *cells, int count) {
    mvwadd_wchnstr(stdscr, row, column, cells, count);
}

/// Brings the terminal up to date, with the cursor at a place, or hidden if `row` is negative.
static inline void cn_update(int row, int column) {
    bool shown = row >= 0;
    leaveok(stdscr, !shown);
    curs_set(shown ? 1 : 0);
    if (shown) {
        wmove(stdscr, row, column);
    }
    wnoutrefresh(stdscr);
    doupdate();
}

/// The next update draws every place again.
static inline void cn_forget_screen(void) { clearok(curscr, TRUE); }

/// Blanks curses' picture of the screen.
static inline void cn_blank(void) { werase(stdscr); }

#endif
