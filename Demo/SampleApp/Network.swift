import Dispatch
import TaskKitAnnotations

/// A session with a server, which answers late; an asynchronous task. Tried twice more where it fails.
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

/// Asks in the style of callbacks.
@EventTask(on: .didFinishLaunching, follows: OpenSession.self, lane: "network")
enum RemoteConfiguration {
    static func run(_ context: RunContext, answered: Completion) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(80)) {
            answered.completed()
        }
    }
}
