#ifndef CPAGE_H
#define CPAGE_H

#include <stdint.h>

/// Milliseconds since the page began, from the browser.
__attribute__((import_module("page"), import_name("now")))
double page_now(void);

#endif
