import Dispatch
import TaskKitAnnotations

/// A session with a slow server; an asynchronous task. If it fails, it is retried twice.
@EventTask(
    on: .didFinishLaunching, after: ReadSettings.self, lane: "network", timeout: .seconds(5),
    retry: .further(2, delay: .milliseconds(200), backoff: 2))
enum OpenSession {
    static func run(_ context: RunContext) async throws {
        try await Task.sleep(for: .milliseconds(120))
        if context.attempt == 1 { throw SessionRefused() }
    }

    /// The server's answer to the first attempt.
    struct SessionRefused: Error {}
}

/// Asks with a callback.
@EventTask(on: .didFinishLaunching, follows: OpenSession.self, lane: "network")
enum RemoteConfiguration {
    static func run(_ context: RunContext, answered: Completion) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(80)) {
            answered.completed()
        }
    }
}
