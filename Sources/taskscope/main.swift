import CTerminal
import SchedulerCore

// Exported, so that every file of the program sees the C library.
#if canImport(Glibc)
    @_exported import Glibc
#else
    @_exported import Darwin
#endif

ct_restore_environment()
exit(Taskscope.runToExit(Array(CommandLine.arguments.dropFirst())))
