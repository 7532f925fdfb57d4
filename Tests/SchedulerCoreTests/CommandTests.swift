import Testing

@testable import SchedulerCore

/// What a command is about: whether a script can say it depends on that.
@Suite struct CommandTests {
    @Test(
        "a command says what must exist for it to mean something",
        arguments: [
            (.pauseTask("A"), .task("A")), (.resumeTask("A"), .task("A")), (.destroy("A"), .task("A")),
            (.cancel("A"), .task("A")), (.start("S"), .sequence("S")), (.addStep("A", to: "S"), .sequence("S")),
            (.pauseLane("io"), .lane("io")), (.resumeLane("io"), .lane("io")), (.action(.launch), .nothing),
            (.fire(EventSet(.openURL)), .nothing), (.fire(EventSet()), .unsayable), (.post("K"), .nothing),
            (.tick, .nothing), (.queue(.start), .nothing), (.driver(nil), .unsayable),
        ] as [(Command, Command.Target)])
    func targets(command: Command, target: Command.Target) {
        #expect(command.target == target)
    }
}
