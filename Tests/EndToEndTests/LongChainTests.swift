import Testing

/// Chains of so many tasks that nothing may call itself for each of them: on a stack of 512 kB.
@Suite(.serialized) struct LongChainTests {
    private static let count = 5_000

    /// Each task waits for the one before it, and the first one for `first`.
    private static func chain(first: String) -> String {
        let tasks = (0..<count).map { number in
            let after = number == 0 ? first : "T\(number - 1)"
            return
                "- {name: T\(number), on: didFinishLaunching, duration: 1us\(after.isEmpty ? "" : ", after: \(after)")}"
        }
        return "tasks:\n" + tasks.joined(separator: "\n") + "\n"
    }

    private func run(_ folder: InFolder, _ arguments: [String]) throws -> Executable.Outcome {
        let line = #"ulimit -s 512 && exec "$0" "$@""#
        return try folder.run(program: "/bin/sh", ["-c", line, Executable.path] + arguments)
    }

    @Test(
        "Commands read, run and measure a long chain",
        arguments: [
            ["replay", "s.yaml"], ["replay", "s.yaml", "--format", "ndjson"], ["time", "s.yaml"],
            ["export", "s.yaml", "-o", "s.json"],
        ])
    func chain(arguments: [String]) throws {
        let folder = try InFolder(Self.chain(first: ""))
        let outcome = try run(folder, arguments)
        #expect(outcome.code == 0, "\(outcome.code): \(outcome.complaints.suffix(2_000))")
    }

    @Test("A cycle of all of them is refused with its place")
    func cycle() throws {
        let folder = try InFolder(Self.chain(first: "T\(Self.count - 1)"))
        let outcome = try run(folder, ["check", "s.yaml"])
        #expect(outcome.code == 3)
        let text = outcome.output + outcome.complaints
        #expect(text.contains("error: cycle: T0 -> "), "\(text.prefix(300))")
    }
}
