import Foundation
import Testing

/// What the GitHub Action says about a pull request.
@Suite struct PullRequestReviewTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Demo/packaging/github-action/review").path

    /// A repository whose last commit holds one scenario, changed since; runs the review in it.
    private func review(_ scenarios: String, environment: [String: String] = [:]) throws -> Executable.Outcome {
        let folder = try InFolder("tasks:\n  - {name: A, on: launch, duration: 100ms}\n")
        let commit = "git -c user.name=t -c user.email=t@example.invalid commit --quiet -m base"
        let made = try folder.run(program: "/bin/sh", ["-c", "git init --quiet && git add s.yaml && \(commit)"])
        #expect(made.code == 0, "\(made.complaints)")
        try folder.write("tasks:\n  - {name: A, on: launch, duration: 150ms}\n", to: "s.yaml")
        try folder.write("tasks:\n  - {name: B, on: launch}\n", to: "new.yaml")
        try folder.write("tasks: 7\n", to: "broken.yaml")
        let own = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().path
        let path = "\(own):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        return try folder.run(
            program: "/bin/sh", ["-c", "exec \"$0\" HEAD \(scenarios)", Self.script],
            environment: environment.merging(["PATH": path]) { $1 })
    }

    @Test func `it checks each scenario and says what changed`() throws {
        let outcome = try review("s.yaml new.yaml")
        #expect(outcome.code == 0, "\(outcome.complaints)")
        let parts = outcome.output.components(separatedBy: "### ")
        #expect(parts.count == 3)
        #expect(parts[1].hasPrefix("s.yaml\n") && parts[1].contains("1 file ok") && parts[1].contains("150ms"))
        #expect(parts[2].hasPrefix("new.yaml\n") && parts[2].contains("New in this pull request."))
    }

    @Test func `an exceeded threshold fails, and so does a scenario with an error`() throws {
        #expect(try review("s.yaml", environment: ["THRESHOLD": "launch > +5%"]).code == 1)
        let outcome = try review("broken.yaml s.yaml")
        #expect(outcome.code == 3)
        #expect(outcome.output.contains("broken.yaml:1:") && outcome.output.contains("### s.yaml"))
    }

    @Test func `without a scenario it prints its usage`() throws {
        let outcome = try review("")
        #expect(outcome.code == 2)
        #expect(outcome.complaints == "usage: review BASE SCENARIO...\n")
    }
}
