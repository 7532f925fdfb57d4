import Foundation
import SchedulerCore
import SchedulerSimulation
import TaskKit
import TaskKitTestSupport
import TestSupport
import TraceFormat

@testable import TaskKitInspector

/// An inspector in a temporary folder, whose scheduler the test drives by hand.
final class InspectorBench: Sendable {
    let folder: String
    let inspector: Inspector
    let path: String
    private let lines: Locked<[String]>
    let requests: Locked<[ControlRequest]>

    /// What the log said so far.
    var logged: [String] { lines.with { $0 } }

    init(
        plan: ProcessPlan, refusing: String? = nil, _ change: (inout InspectorOptions) -> Void = { _ in },
        state: @escaping @Sendable () -> (state: Scheduler.Checkpoint, inputs: Int64)? = { nil },
        carryOut: @escaping @Sendable () -> Void = {}
    ) throws {
        let folder = Self.newFolder()
        let (lines, requests) = (Locked<[String]>([]), Locked<[ControlRequest]>([]))
        var options = InspectorOptions()
        options.folder = folder
        options.log = { line in lines.with { $0.append(line) } }
        change(&options)
        inspector = Inspector(options)
        inspector.begin(plan)
        (self.folder, self.lines, self.requests) = (folder, lines, requests)
        path = try inspector.open(
            now: { Instant(nanoseconds: 77) }, checkpoint: state,
            control: { request in
                requests.with { $0.append(request) }
                carryOut()
                return refusing
            })
    }

    deinit {
        inspector.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    static func newFolder() -> String { "/tmp/ts-\(UUID().uuidString.prefix(13))" }

    func note(_ inputs: some Sequence<RecordedInput>) {
        for input in inputs {
            for _ in 0..<input.count {
                inspector.note(input.input, at: input.time, text: input.text.isEmpty ? nil : input.text)
            }
        }
    }

    func connect() throws -> TestReader { try TestReader(path) }

    /// A reader that has everything that happened so far.
    func attach() async throws -> TestReader {
        let reader = try connect()
        try await attach(reader)
        return reader
    }

    /// The same for one that is connected.
    func attach(_ reader: TestReader) async throws {
        try reader.say(.attach(schema: InspectorMessage.schema))
        try await reader.read("live") { messages in messages.contains { if case .live = $0 { true } else { false } } }
    }

    func waitForLog(_ count: Int) async throws {
        try await waitFor("\(count) lines in the log: \(logged)") { logged.count >= count }
    }
}

/// The other end of a connection; nothing is read unless requested.
final class TestReader {
    private(set) var descriptor: Int32
    private(set) var messages: [InspectorMessage] = []
    private(set) var isOver = false
    private var splitter = LineSplitter()
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(_ path: String) throws {
        descriptor = UnixSocket.connect(to: path)
        guard descriptor >= 0 else { throw Late(description: "cannot connect: \(descriptor)") }
    }

    deinit { close() }

    func close() {
        guard descriptor >= 0 else { return }
        _ = Foundation.close(descriptor)
        descriptor = -1
    }

    /// Sends bytes as far as they are accepted now; returns how many.
    func send(_ bytes: [UInt8]) -> Int { UnixSocket.write(descriptor, bytes[...]) }

    func say(_ message: InspectorMessage) throws {
        var writer = InspectorWriter()
        guard writer.write(message) else { throw Late(description: "too long") }
        let bytes = writer.take()
        guard send(bytes) == bytes.count else { throw Late(description: "not taken") }
    }

    /// Reads what is there.
    func read() throws {
        while !isOver {
            let count = UnixSocket.read(descriptor, into: &buffer)
            if count == -Int(EAGAIN) { return }
            guard count > 0 else {
                isOver = true
                return
            }
            for line in try splitter.feed(buffer[..<count]) { messages.append(try InspectorReader.read(line)) }
        }
    }

    /// Reads until what came is enough.
    func read(_ what: String, until isEnough: ([InspectorMessage]) -> Bool) async throws {
        try await waitFor("\(what); came: \(messages.suffix(3))") {
            try read()
            return isEnough(messages)
        }
    }

    func readToEnd() async throws {
        try await waitFor("end") {
            try read()
            return isOver
        }
    }

    var inputs: [RecordedInput] {
        messages.compactMap { if case .input(let input) = $0 { input } else { nil } }
    }
    /// The state that came, and its version.
    var state: (format: Int, bytes: [UInt8])? {
        let pieces = messages.compactMap { if case .state(let format, let bytes) = $0 { (format, bytes) } else { nil } }
        return pieces.first.map { ($0.0, pieces.flatMap { $0.1 }) }
    }
    var farewell: String? {
        messages.compactMap { if case .bye(let reason) = $0 { reason } else { nil } }.last
    }
    var missed: Int64 {
        messages.reduce(0) { if case .missed(let count) = $1 { $0 + count } else { $0 } }
    }
}

/// Two sockets that are connected; nothing reads at the other end unless the test does.
final class SocketPair {
    let ours: Int32
    let other: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Late(description: "no sockets: \(errno)")
        }
        (ours, other) = (ends[0], ends[1])
    }

    deinit {
        for descriptor in [ours, other] { _ = Foundation.close(descriptor) }
    }
}

extension ProcessPlan {
    /// The plan of a scenario.
    init(_ scenario: Scenario) {
        self.init(name: scenario.name, configuration: scenario.configuration)
        (tasks, sequences, epoch) = (scenario.tasks.map(\.spec), scenario.sequences, scenario.epochStart)
        (jobSettings, jobNames) = (scenario.jobs.settings, scenario.jobs.behaviours.map(\.task))
        jobSettings.seed = scenario.seed
    }
}

/// This many inputs that mean little: what they mean does not concern the inspector.
func meaninglessInputs(_ range: Range<Int>) -> [RecordedInput] {
    range.map {
        RecordedInput(
            time: Instant(nanoseconds: Int64($0)),
            input: .runFinished(RunID(slot: 0, sequence: Int64($0)), .success))
    }
}
