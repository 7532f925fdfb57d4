import Foundation
import SchedulerCore
import SchedulerSimulation
import TaskKit
import TaskKitTestSupport
import Testing
import TraceFormat

@testable import TaskKitInspector

/// Readers that are slow, broken or malicious: they harm only themselves.
@Suite(.serialized) struct HostileReaderTests {
    /// Time stands still unless a test moves it: on a busy machine, silent clients would lose their places meanwhile.
    private func bench(_ change: (inout InspectorOptions) -> Void = { _ in }) throws -> InspectorBench {
        let present = ContinuousClock.now
        return try InspectorBench(plan: ProcessPlan(Scenario(name: "app"))) {
            $0.present = { present }
            change(&$0)
        }
    }

    private func connection(_ pair: SocketPair) -> InspectorConnection {
        InspectorConnection(
            descriptor: pair.ours, number: 1,
            hello: InspectorHello(process: 1, name: "app", allowsControl: false, epoch: 0, now: .zero))
    }

    @Test(
        "A reader that never reads is dropped with one log line and learns exactly how much it missed; others miss nothing"
    )
    func neverReads() async throws {
        let bench = try bench {
            $0.historyLimit = 8_000
            $0.connectionLimit = 32
        }
        let good = try await bench.attach()
        var deaf: [TestReader] = []
        for _ in 0..<20 { deaf.append(try await bench.attach()) }
        let total = 12_000
        for start in stride(from: 0, to: total, by: 1_500) {
            bench.note(meaninglessInputs(start..<start + 1_500))
            try await good.read("inputs") { _ in good.inputs.count == start + 1_500 }
        }
        try await bench.waitForLog(deaf.count)
        #expect(bench.logged.count == deaf.count)
        #expect(good.missed == 0)
        #expect(bench.inspector.inputCount == Int64(total))
        for reader in deaf {
            try await reader.readToEnd()
            #expect(reader.missed > 0)
            #expect(Int64(reader.inputs.count) + reader.missed <= Int64(total))
            #expect(reader.inputs.map(\.time.nanoseconds) == (0..<reader.inputs.count).map(Int64.init))
            #expect(reader.farewell == "too slow: it missed \(reader.missed) inputs")
        }
    }

    @Test("Recording waits for no reader: a hundred thousand inputs with one that never reads, all counted")
    func noting() async throws {
        let bench = try bench { $0.historyLimit = 1 << 14 }
        let deaf = try await bench.attach()
        bench.note(meaninglessInputs(0..<100_000))
        #expect(bench.inspector.inputCount == 100_000)
        try await bench.waitForLog(1)
        try await deaf.readToEnd()
        #expect(deaf.missed > 0)
    }

    @Test(
        "Garbage disconnects its sender with one log line, and nobody else",
        arguments: [
            "hello\n", "\n", "{\"kind\":\"control\"}\n", "{\"kind\":\"attach\",\"schema\":1} \n", "\u{0}\u{1}\n",
        ])
    func garbage(text: String) async throws {
        let bench = try bench()
        let good = try await bench.attach()
        let bad = try bench.connect()
        #expect(bad.send(Array(text.utf8)) == text.utf8.count)
        try await bad.readToEnd()
        #expect(bad.farewell == "a line that is not a message")
        try await bench.waitForLog(1)
        #expect(bench.logged.count == 1)
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
    }

    @Test("Of a 100 MB line little more than a message is read, then its sender is disconnected")
    func longLine() async throws {
        let bench = try bench()
        let good = try await bench.attach()
        let bad = try bench.connect()
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var taken = 0
        try await waitFor("end of the sender") {
            while taken < 100_000_000 {
                let count = bad.send(piece)
                if count == -Int(EAGAIN) { return false }
                guard count > 0 else { return true }
                taken += count
            }
            return true
        }
        #expect(taken < 4_000_000)
        try await bench.waitForLog(1)
        #expect(bench.logged.count == 1)
        #expect(bench.logged.first?.hasSuffix("a line of more than 65536 bytes") == true)
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
    }

    @Test("Half a line delays no one, and is read once its other half comes")
    func halfLine() async throws {
        let bench = try bench()
        let slow = try bench.connect()
        let line = Array("{\"kind\":\"attach\",\"schema\":1}\n".utf8)
        #expect(slow.send(Array(line[..<9])) == 9)
        let good = try await bench.attach()
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
        #expect(slow.send(Array(line[9...])) == line.count - 9)
        try await slow.read("inputs") { _ in slow.inputs.count == 10 }
        #expect(bench.logged.isEmpty)
    }

    @Test("Past the cap each connection is refused, with one log line; readers stay, and a free place is used")
    func cap() async throws {
        let bench = try bench { $0.connectionLimit = 4 }
        let good = try await bench.attach()
        let silent = try (0..<3).map { _ in try bench.connect() }
        for reader in silent { try await reader.read("greeting") { !$0.isEmpty } }
        for number in 1...20 {
            let further = try bench.connect()
            try await further.readToEnd()
            #expect(further.farewell == "4 readers are already connected")
            try await bench.waitForLog(number)
        }
        #expect(bench.logged.count == 20)
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
        silent[0].close()
        // Whether its end was already received is not known here.
        var late = try bench.connect()
        try await waitFor("a place") {
            try late.read()
            if late.isOver { late = try bench.connect() }
            return !late.isOver && !late.messages.isEmpty && late.farewell == nil
        }
        try await bench.attach(late)
        try await late.read("inputs") { _ in late.inputs.count == 10 }
    }

    @Test("A silent client keeps its place only for a while; a reader keeps it")
    func silence() throws {
        let pair = try SocketPair()
        var connection = connection(pair)
        let late = ContinuousClock.now + InspectorConnection.patience + .seconds(1)
        #expect(!connection.isIdle(at: .now))
        #expect(connection.isIdle(at: late))
        connection.attach([], from: 0, total: 0)
        #expect(!connection.isIdle(at: late))
        connection.leave("enough")
        #expect(connection.isIdle(at: late + .seconds(1)))
    }

    @Test("A reader that reads nothing of what was sent keeps its place only for a while; reading a little keeps it")
    func stalled() throws {
        let pair = try SocketPair()
        var connection = connection(pair)
        connection.attach([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20), from: 0, total: 0)
        let begin = ContinuousClock.now
        connection.flush()
        connection.watch(at: begin)
        let late = begin + InspectorConnection.patience + .seconds(1)
        #expect(!connection.isIdle(at: begin))
        connection.watch(at: late)
        #expect(connection.isIdle(at: late))
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        #expect(UnixSocket.read(pair.other, into: &buffer) > 0)
        connection.watch(at: late)
        #expect(!connection.isIdle(at: late))
    }

    @Test("Readers that attach and never read lock nobody out for long; one that reads keeps its place")
    func lockedOut() async throws {
        let start = ContinuousClock.now
        let passed = Locked(Duration.zero)
        let bench = try bench {
            $0.connectionLimit = 4
            $0.present = { start + passed.with { $0 } }
        }
        let good = try await bench.attach()
        var deaf: [TestReader] = []
        for _ in 0..<3 { deaf.append(try await bench.attach()) }
        bench.note(meaninglessInputs(0..<10))
        var late = try bench.connect()
        // A second passes with each look.
        try await waitFor("a place for a newcomer") {
            passed.with { $0 += .seconds(1) }
            try good.read()
            try late.read()
            if late.isOver { late = try bench.connect() }
            return late.farewell == nil && !late.messages.isEmpty
        }
        try await bench.attach(late)
        #expect(!good.isOver && good.farewell == nil)
        #expect(good.inputs.count == 10 && deaf.count == 3)
    }

    @Test("In one round little is read from a client, however much it sends")
    func boundedInput() throws {
        let pair = try SocketPair()
        var connection = connection(pair)
        var buffer = [UInt8](repeating: 0, count: InspectorConnection.readSize)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 3 * InspectorConnection.readSize)
        #expect(UnixSocket.write(pair.other, bytes[...]) == bytes.count)
        for _ in 0..<2 { #expect(connection.receive(&buffer).messages.isEmpty) }
        var left = [UInt8](repeating: 0, count: bytes.count)
        #expect(UnixSocket.read(pair.ours, into: &left) == InspectorConnection.readSize)
    }

    @Test("A reader that never reads costs one batch of lines, whatever happens meanwhile")
    func boundedOutput() throws {
        let pair = try SocketPair()
        let log = Locked(InputLog(limit: 100_000))
        var connection = connection(pair)
        connection.attach([], from: 0, total: 0)
        for start in stride(from: 0, to: 50_000, by: 100) {
            for input in meaninglessInputs(start..<start + 100) {
                log.with { $0.note(input.input, at: input.time, text: nil) }
            }
            #expect(connection.send(log, now: { .zero }) == nil)
            #expect(connection.pendingBytes < InputLog.batchSize * 200)
        }
        #expect(connection.isBehind(50_000))
    }

    @Test("While unread answers pile up, no further request is read")
    func unreadReplies() throws {
        let pair = try SocketPair()
        var connection = connection(pair)
        var buffer = [UInt8](repeating: 0, count: InspectorConnection.readSize)
        let question = Array("{\"kind\":\"attach\",\"schema\":1}\n".utf8)
        #expect(UnixSocket.write(pair.other, question[...]) == question.count)
        while connection.pendingBytes < InspectorConnection.outputLimit {
            connection.say(.reply(id: 1, refusal: String(repeating: "no", count: 10_000)))
        }
        #expect(connection.receive(&buffer).messages.isEmpty)
        var reader: [UInt8] = Array(repeating: 0, count: 1 << 16)
        while connection.pendingBytes > 0 {
            connection.flush()
            _ = UnixSocket.read(pair.other, into: &reader)
        }
        #expect(connection.receive(&buffer).messages == [.attach(schema: 1)])
    }
}
