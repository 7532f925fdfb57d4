import CTerminal

exit(Taskscope.runToExit(Array(CommandLine.arguments.dropFirst())))
