/// What runs see of the command that released them (a URL, launch options, a payload): the command, by their batch.
struct Contexts: Stored {
    /// This many are kept before those of ended runs are looked for.
    static let sweepLimit = 64

    private var commands: [Int64: CommandID] = [:]
    private var countToSweep = Contexts.sweepLimit

    var count: Int { commands.count }

    /// The command whose context a batch sees.
    subscript(batch: Int64) -> CommandID? { commands[batch] }

    /// The runs of `batch` see the context of `command`. Contexts that none of the `live` batches sees are forgotten in bulk.
    mutating func keep(_ command: CommandID, for batch: Int64, live: () -> Set<Int64>) {
        if commands.count >= countToSweep {
            let live = live()
            commands = commands.filter { live.contains($0.key) }
            countToSweep = max(Self.sweepLimit, commands.count * 2)
        }
        commands[batch] = command
    }

    mutating func removeAll() {
        commands = [:]
    }
}
