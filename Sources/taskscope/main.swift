import CTerminal
import SchedulerCore

ct_restore_environment()
LargeTables.prepare = { ct_ask_for_huge_pages($0, $1) }
exit(Taskscope.runToExit(Array(CommandLine.arguments.dropFirst())))
