import CTerminal

// A crash must not stop at the backtracer's question inside the alternate screen; only a dashboard has one.
if isatty(STDOUT_FILENO) != 0 { ct_disarm_backtrace_prompt(CommandLine.unsafeArgv) }
exit(Taskscope.runToExit(Array(CommandLine.arguments.dropFirst())))
