/// The commands whose context (a URL, launch options, a payload) runs see, by the batch of the runs.
struct Contexts: Stored {
    /// How many are kept before those of ended runs are removed.
    static let sweepLimit = 64

    private var commands: [Int64: CommandID] = [:]
    private var countToSweep = Contexts.sweepLimit

    var count: Int { commands.count }

    /// The command whose context a batch sees.
    subscript(batch: Int64) -> CommandID? { commands[batch] }

    /// The runs of `batch` see the context of `command`. Contexts that no `live` batch sees are removed in bulk.
    mutating func keep(_ command: CommandID, for batch: Int64, live: () -> Set<Int64>) {
        if commands.count >= countToSweep {
            let live = live()
            commands = commands.filter { live.contains($0.key) }
            countToSweep = max(Self.sweepLimit, commands.count * 2)
        }
        commands[batch] = command
    }
}
