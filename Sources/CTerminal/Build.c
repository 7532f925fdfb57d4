#include "CTerminal.h"

#ifndef TASKSCOPE_COMMIT
#define TASKSCOPE_COMMIT ""
#endif

const char *ct_build_commit(void) { return TASKSCOPE_COMMIT; }
