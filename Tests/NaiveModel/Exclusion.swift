/// What random worlds leave out until the program does it as the rules say. The list shrinks; each entry has its table
/// test.
package enum Exclusion: String, CaseIterable, Sendable {
    /// A timer without an end whose runs take time may keep a replay going forever.
    case endlessTimer
    /// A `wait` that gives up counts an overtaken suspension as a tick.
    case longWait
    /// A second run that waits for its predecessors is said to have been ready when it was released.
    case readyTime

    /// Whether a world has what is left out.
    func applies(to world: World) -> Bool {
        switch self {
        case .endlessTimer:
            var timers = world.tasks
            for line in world.script { if case .schedule(let task) = line.command { timers.append(task) } }
            return timers.contains { $0.every != nil && $0.times == nil && ($0.duration != 0 || $0.retry != nil) }
        case .longWait, .readyTime: return false
        }
    }

    /// Whether a trace shows what is left out.
    static func leavesOut(_ trace: [String]) -> Bool {
        trace.contains { $0.contains("only ticks for 3600 ticks") || $0.contains("nothing is left to do") }
    }

    /// A line without what is left out of it.
    static func kept(_ line: String) -> String {
        guard let from = line.firstRange(of: "\"ready\":") else { return line }
        let rest = line[from.upperBound...].drop { $0.isNumber }
        return line[..<from.lowerBound] + String(rest)
    }

    /// Whether a world is left out, and compared again once the program is fixed.
    package static func leavesOut(_ world: World) -> Bool {
        allCases.contains { $0.applies(to: world) }
    }
}
