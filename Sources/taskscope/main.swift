import CTerminal
import SchedulerCore

LargeTables.prepare = { ct_ask_for_huge_pages($0, $1) }
exit(Taskscope.runToExit(Array(CommandLine.arguments.dropFirst())))
