import CTerminal

ct_disarm_backtrace_prompt(CommandLine.unsafeArgv)

do throws(TerminalRefusal) {
    let terminal = try Terminal(usesColor: true, usesMouse: false)
    var loop = DashboardLoop(model: PlaceholderModel(), terminal: terminal)
    exit(loop.run())
} catch {
    ct_complain("taskscope: \(error.line)")
    exit(TerminalRefusal.exitCode)
}
