import CTerminal
import SchedulerCore

ct_restore_environment()
exit(Taskscope.runToExit(Array(CommandLine.arguments.dropFirst())))
