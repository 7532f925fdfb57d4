import TaskKitAnnotations

/// A task in a library: only its annotation names it.
@EventTask(on: .didFinishLaunching, after: Nested.Inner.self, lane: "io")
public enum InLibrary {
    static func run(_ context: RunContext) throws { try context.checkCancellation() }
}

/// A place for a type in a type.
public enum Nested {
    /// A task in a type in a library.
    @StartupTask(.async, named: "inner task", retry: .further(2, delay: .seconds(1)))
    public actor Inner {
        static func run() async throws {}
    }
}

@NotificationTask("CacheCleared", priority: .low, timeout: .milliseconds(1500))
@MainActor
final class Cleared {
    static var count = 0
    static func run(with context: RunContext) { count += 1 }
}

@JobHandler("nyancat")
private struct Cat {
    static func run(_ context: RunContext) async throws {
        if context.job?.data == "{}" { throw CriticalFailure("no data") }
    }
}
