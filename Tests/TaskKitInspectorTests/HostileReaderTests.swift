import CTaskKit
import Dispatch
import Foundation
import SchedulerCore
import SchedulerSimulation
import TaskKit
import TaskKitTestSupport
import Testing
import TraceFormat

@testable import TaskKitInspector

/// Readers that are slow, broken or mean: they hurt nobody but themselves.
@Suite(.serialized) struct HostileReaderTests {
    private func bench(_ change: (inout InspectorOptions) -> Void = { _ in }) throws -> InspectorBench {
        try InspectorBench(plan: SchedulerPlan(Scenario(name: "app")), change)
    }

    @Test(
        "A reader that never reads is dropped with one log line and told exactly how much it missed; others miss nothing"
    )
    func neverReads() async throws {
        let bench = try bench {
            $0.backlogLimit = 2_000
            $0.outputLimit = 4_096
            $0.connectionLimit = 32
        }
        let good = try await bench.attach()
        var deaf: [TestReader] = []
        for _ in 0..<20 { deaf.append(try await bench.attach()) }
        let total = 100_000
        for start in stride(from: 0, to: total, by: 500) {
            bench.note(meaninglessInputs(start..<start + 500))
            try await good.read("inputs") { _ in good.inputs.count == start + 500 }
        }
        try await bench.waitForLog(deaf.count)
        #expect(bench.logged.count == deaf.count)
        #expect(good.missed == 0)
        #expect(bench.inspector.inputCount == Int64(total))
        for reader in deaf {
            try await reader.readToEnd()
            #expect(reader.missed > 0)
            #expect(Int64(reader.inputs.count) + reader.missed < Int64(total) + 1)
            #expect(reader.inputs.map(\.time.nanoseconds) == (0..<reader.inputs.count).map(Int64.init))
            #expect(reader.farewell == "too slow: it did not take \(reader.missed) inputs")
        }
    }

    @Test(
        "Noting makes no system call and waits for nobody: a million inputs with readers that never read, all counted")
    func noting() async throws {
        let bench = try bench { $0.historyLimit = 1 << 16 }
        let deaf = try await bench.attach()
        let run = RunID(slot: 1, sequence: 1)
        for number in 0..<1_000_000 as Range<Int64> {
            bench.inspector.note(.runFinished(run, .success), at: Instant(nanoseconds: number), text: nil)
        }
        #expect(bench.inspector.inputCount == 1_000_000)
        try await bench.waitForLog(1)
        try await deaf.readToEnd()
        #expect(deaf.missed > 0)
    }

    @Test(
        "Garbage ends its sender with one log line, and nobody else",
        arguments: [
            "hello\n", "\n", "{\"kind\":\"control\"}\n", "{\"kind\":\"attach\",\"schema\":1} \n", "\u{0}\u{1}\n",
        ])
    func garbage(text: String) async throws {
        let bench = try bench()
        let good = try await bench.attach()
        let bad = try bench.connect()
        #expect(bad.send(Array(text.utf8)) == text.utf8.count)
        try await bad.readToEnd()
        #expect(bad.farewell == "a line that is no message")
        try await bench.waitForLog(1)
        #expect(bench.logged.count == 1)
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
    }

    @Test("Of a line of 100 MB little more than a message is taken, then its sender is gone")
    func longLine() async throws {
        let bench = try bench()
        let good = try await bench.attach()
        let bad = try bench.connect()
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        var taken: Int64 = 0
        try await waitFor("end of the sender") {
            while taken < 100_000_000 {
                let count = bad.send(piece)
                if count == -Int64(EAGAIN) { return false }
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

    @Test("Half a line keeps nobody waiting, and is read once its other half comes")
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

    @Test("A thousand connections that say nothing: so many as may are kept, one log line for each other, readers stay")
    func thousand() async throws {
        let bench = try bench {
            $0.connectionLimit = 8
            $0.greetingMilliseconds = 0
        }
        let good = try await bench.attach()
        var silent: [TestReader] = []
        for number in 1...1_000 {
            // The system's own queue of connections is short: wait until this one was taken.
            try await waitFor("room for connection \(number)") {
                guard let reader = try? bench.connect() else { return false }
                silent.append(reader)
                return true
            }
            if silent.count > 100 { silent.removeFirst(50) }
        }
        try await bench.waitForLog(800)
        #expect(bench.logged.count <= 1_000)
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
        let late = try await bench.attach()
        try await late.read("inputs") { _ in late.inputs.count == 10 }
    }

    @Test("Clients that come again and again take a small part of a processor; who reads misses nothing")
    func againAndAgain() async throws {
        let times = Locked<[(processor: Int64, clock: Int64)]>([])
        let bench = try bench {
            // Called on the inspector's thread.
            $0.log = { _ in
                let now = (taskkit_thread_nanoseconds(), taskkit_monotonic_nanoseconds())
                times.with { $0.append(now) }
            }
        }
        let good = try await bench.attach()
        let garbage = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16) + [UInt8(ascii: "\n")]
        var bad: [TestReader] = []
        try await waitFor("a second of it") {
            for _ in 0..<50 {
                // The system's own queue of connections is short, and full most of the time.
                guard let next = try? bench.connect() else { break }
                _ = next.send(garbage)
                // Who is gone before the greeting is written is not heard any more.
                bad.append(next)
            }
            bad.removeFirst(max(0, bad.count - 200))
            return times.with { ($0.last?.clock ?? 0) - ($0.first?.clock ?? 0) > 1_000_000_000 }
        }
        let (first, last) = try times.with { (try #require($0.first), try #require($0.last)) }
        // Somewhat more than is allowed for hearing: it also waits, sends and closes.
        #expect((last.processor - first.processor) * 8 < last.clock - first.clock)
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
    }

    @Test("A piece of so long is followed by a rest of so many times as long")
    func ration() {
        var ration = Ration(oneIn: 40)
        #expect(ration.rest(at: 0) == 0)
        ration.spend(1_000, at: 5_000)
        #expect(ration.rest(at: 5_000) == 39_000)
        #expect(ration.rest(at: 43_999) == 1)
        #expect(ration.rest(at: 44_000) == 0)
        ration.spend(-1, at: 50_000)
        #expect(ration.rest(at: 50_000) == 0)
        ration.spend(1_000_000_000, at: 60_000)
        #expect(ration.rest(at: 60_000) == Ration.longestRest)
    }

    @Test("What is made for a reader that never reads stays within its limit, whatever happens meanwhile")
    func boundedOutput() throws {
        let pair = try SocketPair()
        let hello = InspectorHello(process: 1, name: "app", allowsControl: false, epoch: 0, now: .zero)
        var options = InspectorOptions()
        options.outputLimit = 10_000
        let log = InputLog(limit: 1_000_000, orderLimit: 10)
        var session = InspectorReaderSession(descriptor: pair.ours, number: 1, hello: hello)
        session.attach(plan: [], total: 0)
        for start in stride(from: 0, to: 50_000, by: 100) {
            for input in meaninglessInputs(start..<start + 100) { log.note(input.input, at: input.time, text: nil) }
            #expect(session.send(log, options, now: .zero) == nil)
            // The last batch is made when there is less than the limit.
            #expect(session.pendingBytes < options.outputLimit + InputLog.batchSize * 200)
        }
        #expect(session.pendingBytes >= options.outputLimit)
    }

    @Test("Where all places are readers' a further one is refused with the reason")
    func full() async throws {
        let bench = try bench { $0.connectionLimit = 2 }
        let readers = [try await bench.attach(), try await bench.attach()]
        let third = try bench.connect()
        try await third.readToEnd()
        #expect(third.farewell == "2 readers are here already")
        try await bench.waitForLog(1)
        #expect(bench.logged.count == 1)
        #expect(readers.allSatisfy { !$0.isOver })
    }

    @Test("Who was just greeted keeps the place until there was time to say something")
    func readersThatComeTogether() async throws {
        let bench = try bench {
            $0.connectionLimit = 2
            $0.greetingMilliseconds = 60_000
        }
        let first = try bench.connect()
        let second = try bench.connect()
        let third = try bench.connect()
        for reader in [first, second] { try await bench.attach(reader) }
        try await third.readToEnd()
        #expect(third.farewell == "2 readers are here already")
        #expect(!first.isOver && !second.isOver)
    }

    @Test("Who says nothing gives way where all places are taken, and is told so")
    func gaveWay() async throws {
        let bench = try bench {
            $0.connectionLimit = 1
            $0.greetingMilliseconds = 0
        }
        let silent = try bench.connect()
        let good = try await bench.attach()
        try await silent.readToEnd()
        #expect(silent.farewell == "all places are taken, and who says nothing gives way")
        try await bench.waitForLog(1)
        #expect(bench.logged.count == 1 && !good.isOver)
    }

    @Test("Who is refused is told why also where the place is given away in the same moment")
    func refusedAndGone() async throws {
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let bench = try InspectorBench(plan: SchedulerPlan(Scenario(name: "app"))) {
            $0.allowsControl = true
            $0.connectionLimit = 2
            $0.historyLimit = 2 * InputLog.chunkSize
        } carryOut: {
            begun.signal()
            gate.wait()
        }
        bench.note(meaninglessInputs(0..<4 * InputLog.chunkSize))
        let readers = [try bench.connect(), try bench.connect()]
        for reader in readers { try await reader.read("greeting") { !$0.isEmpty } }
        try readers[0].say(.control(ControlRequest(id: 1, text: "tick", command: .tick)))
        try await waitFor("the request") { begun.wait(timeout: .now()) == .success }
        // Both come while nobody listens, and are found together.
        try readers[1].say(.attach(schema: InspectorMessage.schema))
        let third = try bench.connect()
        gate.signal()
        try await readers[1].readToEnd()
        #expect(readers[1].farewell?.hasPrefix("too late") == true)
        try await third.read("greeting") { !$0.isEmpty }
    }

    @Test("What a request sets in motion is the app's own work: the next one is heard at once")
    func work() async throws {
        let bench = try InspectorBench(plan: SchedulerPlan(Scenario(name: "app"))) {
            $0.allowsControl = true
        } carryOut: {
            let end = taskkit_thread_nanoseconds() + 20_000_000
            while taskkit_thread_nanoseconds() < end {}
        }
        let reader = try await bench.attach()
        // As hearing, each would be followed by a rest of more than a second.
        var sent: Int64 = 0
        try await waitFor("sixty replies, one after the other") {
            try reader.read()
            let replies = reader.messages.reduce(0) { if case .reply = $1 { $0 + 1 } else { $0 } }
            guard replies == sent else { return false }
            sent += 1
            try reader.say(.control(ControlRequest(id: sent, text: "tick", command: .tick)))
            return sent == 60
        }
        try await reader.read("the last reply") { if case .reply(60, _)? = $0.last { true } else { false } }
        #expect(bench.requests.with { $0.count } == 60)
    }

    @Test("Questions whose answers nobody reads are no longer read at their limit; the inspector goes on")
    func unreadReplies() async throws {
        let bench = try bench { $0.outputLimit = 4_096 }
        let good = try await bench.attach()
        let bad = try await bench.attach()
        var writer = InspectorWriter()
        for id in 0..<200 as Range<Int64> {
            _ = writer.write(.control(ControlRequest(id: id, text: "tick", command: .tick)))
        }
        let questions = writer.take()
        var isStuck = 0
        try await waitFor("the sender to be held") {
            isStuck = bad.send(questions) == -Int64(EAGAIN) ? isStuck + 1 : 0
            return isStuck > 20
        }
        bench.note(meaninglessInputs(0..<10))
        try await good.read("inputs") { _ in good.inputs.count == 10 }
    }
}
