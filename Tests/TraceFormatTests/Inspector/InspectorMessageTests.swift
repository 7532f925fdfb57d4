import SchedulerCore
import TestSupport
import Testing

@testable import TraceFormat

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The lines between a process and its watcher.
@Suite struct InspectorMessageTests {
    /// The bytes of messages; nil if one does not fit into a line.
    private func written(_ messages: InspectorMessage...) -> [UInt8]? {
        var writer = InspectorWriter()
        for message in messages {
            let before = writer.byteCount
            guard writer.write(message) else { return writer.byteCount == before ? nil : [] }
        }
        return writer.take()
    }

    /// The one line of a message, without its end.
    private func line(_ message: InspectorMessage) throws -> [UInt8] {
        let bytes = try #require(written(message))
        let found = lines(bytes)
        try #require(found.count == 1)
        return found[0]
    }

    /// Lines of bytes without their ends.
    private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    @Test("What is written is read back: 400 random messages per seed", arguments: 0..<25)
    func roundTrip(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        for _ in 0..<400 {
            let message = cases.message()
            #expect(try InspectorReader.read(try line(message)) == message)
        }
    }

    @Test("A line has fixed words in a fixed order and no byte that controls a terminal")
    func text() {
        let run = RunID(slot: 3, sequence: 17)
        let bytes = written(
            .input(RecordedInput(time: Instant(nanoseconds: 5), input: .runFinished(run, .fail))),
            .input(RecordedInput(time: Instant(nanoseconds: 5), input: .advance, count: 2)),
            .input(
                RecordedInput(
                    time: Instant(nanoseconds: 6), input: .command(.pauseTask("A\u{1B}"), CommandID(4)),
                    text: "pause \"A\u{1B}\"")))
        let expected = #"""
            {"kind":"finish","t":5,"slot":3,"run":17,"outcome":"fail"}
            {"kind":"pass","t":5,"n":2}
            {"kind":"command","t":6,"text":"pause \"A\u001b\"","command":"pauseTask","name":"A\u001b"}

            """#
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test("A line of exactly 65,536 bytes passes both ways, one byte more is refused and leaves nothing behind")
    func limit() throws {
        let frame = try line(.bye("")).count
        let longest = String(repeating: "x", count: InspectorMessage.maximumBytes - frame)
        let line = try line(.bye(longest))
        #expect(line.count == 65_536)
        #expect(try InspectorReader.read(line) == .bye(longest))
        #expect(written(.bye(longest + "x")) == nil)
        #expect(throws: TraceProblem.self) { try InspectorReader.read(line + [UInt8(ascii: " ")]) }
    }

    @Test("Lines are cut out of any pieces; one too long is refused at its first byte too many, complete or not")
    func splitting() throws {
        var cases = CaseGenerator(seed: 7)
        var text: [UInt8] = []
        for _ in 0..<50 { text += [UInt8](repeating: 65, count: cases.number(0...300)) + [10] }
        let expected = text.split(separator: 10, omittingEmptySubsequences: false).dropLast().map(Array.init)
        var splitter = LineSplitter()
        var found: [[UInt8]] = []
        var place = 0
        while place < text.count {
            let end = min(text.count, place + cases.number(1...97))
            found += try splitter.feed(text[place..<end])
            place = end
        }
        #expect(found == expected)
        let most = [UInt8](repeating: 65, count: InspectorMessage.maximumBytes)
        found = try splitter.feed(most[...])
        #expect(found.isEmpty)
        #expect(splitter.pendingBytes == InspectorMessage.maximumBytes)
        found = try splitter.feed([10])
        #expect(found.map(\.count) == [65_536])
        found = try splitter.feed(most[...])
        #expect(found.isEmpty)
        let fault = #expect(throws: LineSplitter.TooLong.self) { try splitter.feed([65]) }
        #expect(fault.map { "\($0)" } == "a line of more than 65536 bytes")
    }

    @Test("A plan comes out as it went in, names in as many lines as they need", arguments: 0..<25)
    func plan(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let plan = cases.plan()
        let hello = InspectorHello(
            process: 1, name: plan.name, allowsControl: false, epoch: plan.epoch, now: Instant(nanoseconds: 1))
        var writer = InspectorWriter()
        var isWritten = writer.write(.hello(hello)) && writer.write(plan)
        var inject = cases.wireTask()
        inject.after = ["A", "B"]
        let command = Input.command(.inject(inject), CommandID(0))
        let given = RecordedInput(time: .zero, input: command, text: "inject")
        isWritten = writer.write(.input(given)) && isWritten
        #expect(isWritten)
        var reader = PlanReader()
        var inputs: [RecordedInput] = []
        for line in lines(writer.take()) {
            #expect(line.count <= InspectorMessage.maximumBytes)
            if let input = try reader.take(try InspectorReader.read(line)) { inputs.append(input) }
        }
        #expect(reader.isComplete)
        #expect(reader.plan == plan)
        #expect(inputs == [given])
    }

    @Test("Lines that do not belong where they come are refused with a sentence")
    func order() throws {
        let hello = InspectorMessage.hello(
            InspectorHello(process: 1, name: "x", allowsControl: false, epoch: 0, now: .zero))
        let start = [hello, .configuration(SchedulerConfiguration())]
        let lanes = ["main", "async", "afterLaunch"].map { InspectorMessage.lane(LaneSpec(name: $0)) }
        let tick = { (time: Int64) in
            InspectorMessage.input(RecordedInput(time: Instant(nanoseconds: time), input: .tick))
        }
        let inject = InspectorMessage.input(
            RecordedInput(time: .zero, input: .command(.inject(TaskSpec(name: "")), CommandID(0))))
        let far = InspectorMessage.task(TaskSpec(name: "A", lane: LaneID(7)))
        let rows: [([InspectorMessage], String)] = [
            ([.begin], "no hello"), ([hello, hello], "a second hello"), (start + [tick(0)], "before the plan"),
            (start + lanes + [.begin, tick(5), tick(4)], "time goes backwards"), (start + [.begin], "not main"),
            (start + lanes + [.begin, .begin], "after its end"),
            (start + lanes + [.begin, inject], "without its task"),
            (start + lanes + [far, .begin], "does not exist"), (start + lanes.dropLast() + [.begin], "no lane"),
            (start + lanes + [lanes[1], .begin], "duplicate lane"), ([.attach(schema: 1)], "only a reader sends"),
            (start + [.names(.steps, ["A"])], "names without a task or sequence before them"),
        ]
        for (messages, sentence) in rows {
            var reader = PlanReader()
            var problem: PlanProblem?
            do throws(PlanProblem) {
                for message in messages { _ = try reader.take(message) }
            } catch {
                problem = error
            }
            #expect(problem?.description.contains(sentence) == true, "\(sentence)")
        }
    }

    @Test("A name that is too long for a line is refused; job data that are too long are not sent")
    func tooLong() throws {
        let name = String(repeating: "\u{1}", count: 20_000)
        #expect(written(.task(TaskSpec(name: name))) == nil)
        #expect(written(.task(TaskSpec(name: "A", after: [name]))) == nil)
        let data = "\"" + String(repeating: "x", count: 100_000) + "\""
        let enqueue = RecordedInput(
            time: .zero, input: .command(.enqueue(JobSpec(task: "A", data: data)), CommandID(0)), text: "enqueue A")
        guard case .input(let read) = try InspectorReader.read(try line(.input(enqueue))),
            case .command(.enqueue(let spec), _) = read.input
        else {
            Issue.record("not an enqueue")
            return
        }
        #expect(spec.data == "\"100002 bytes, not sent\"")
    }

    @Test("No mutated line crashes the reader; what is read is written and read again as the same")
    func mutations() throws {
        var cases = CaseGenerator(seed: 11)
        let rounds = getenv("TASKSCOPE_MUTATIONS").flatMap { Int(String(cString: $0)) } ?? 5_000
        var accepted = 0
        for _ in 0..<rounds {
            var line = try line(cases.message())
            for _ in 0..<cases.number(1...3) where !line.isEmpty {
                let place = cases.number(0...line.count - 1)
                switch cases.number(0...4) {
                case 0: line[place] = UInt8(cases.number(0...255))
                case 1: line.remove(at: place)
                case 2: line.insert(UInt8(cases.number(0...255)), at: place)
                case 3: line.replaceSubrange(place..<min(line.count, place + 3), with: Array("999".utf8))
                default: line.removeSubrange(place...)
                }
            }
            guard let message = try? InspectorReader.read(line) else { continue }
            accepted += 1
            #expect(try InspectorReader.read(try self.line(message)) == message)
        }
        #expect(accepted > 0)
        #expect(accepted < rounds)
    }
}

extension CaseGenerator {
    /// A plan of any content, its tasks' lists now and then longer than a line.
    mutating func plan() -> ProcessPlan {
        var plan = ProcessPlan(name: awkwardName())
        plan.epoch = Int64(number(-9...9))
        plan.configuration.tick = .milliseconds(Int64(number(1...1000)))
        plan.tasks = (0..<number(0...9)).map { _ in
            var task = wireTask()
            task.after = (0..<pick([0, 1, 3, 20_000])).map { "predecessor \($0)" }
            task.follows = chance(30) ? [awkwardName()] : []
            return task
        }
        plan.sequences = (0..<number(0...3)).map { _ in
            SequenceSpec(name: awkwardName(), steps: (0..<number(0...5)).map { "step \($0)" })
        }
        plan.jobNames = (0..<number(0...2)).map { _ in awkwardName() }
        if chance(50) {
            plan.stored = StoredJobs(nextNumber: 7)
            for _ in 0..<20 {
                let drawn = message()
                if case .job(let job) = drawn { plan.stored?.jobs.append(job) }
                if case .deadLetter(let letter) = drawn { plan.stored?.dead.append(letter) }
            }
        }
        return plan
    }
}
