import SchedulerCore
import TestSupport
import Testing
import TraceFormat

@Suite struct TraceReaderTests {
    private static let header = #"{"schema":1,"kind":"header","name":"n","seed":1,"tick":1000}"#

    private static func problems(_ lines: String...) -> [String] {
        do {
            _ = try TraceReader.read([UInt8]((header + "\n" + lines.joined(separator: "\n")).utf8))
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("writing what was read gives the same bytes", arguments: UInt64(0)..<25)
    func roundTrip(seed: UInt64) throws {
        let bytes = TraceWriter.bytes(of: randomTrace(seed: seed, count: 500))
        let trace = try TraceReader.read(bytes)
        #expect(TraceWriter.bytes(of: trace) == bytes)
        #expect(try TraceReader.read(TraceWriter.bytes(of: trace)) == trace)
    }

    @Test("what is read means what was written", arguments: UInt64(0)..<25)
    func meaning(seed: UInt64) throws {
        let written = randomTrace(seed: seed, count: 300)
        let read = try TraceReader.read(TraceWriter.bytes(of: written))
        #expect(read.header == written.header && read.end == written.end)
        #expect(read.records.count == written.records.count)
        for (new, old) in zip(read.records, written.records) {
            #expect(new.time == old.time)
            #expect(kind(new.fact) == kind(old.fact))
        }
    }

    private func kind(_ fact: TraceRecord.Fact) -> String {
        String("\(fact)".prefix { $0 != "(" })
    }

    private static let sentences: [Reason] = [
        .predecessor(TaskID(0), .failed), .predecessor(TaskID(0), .critical), .predecessor(TaskID(0), .skipped),
        .overrun, .paused, .destroyed, .processEnded, .lanePaused(.main), .laneClosed(LaneID(1)),
        .waitsForUnreleased(TaskID(0)), .waitsForParked(TaskID(0)), .laneStuck(.main), .stuck,
        .tooOld(Nanoseconds(1)), .tooOld(.seconds(3)), .suspended, .step(.failed), .step(.timedOut),
    ]

    @Test("a reason is read back as itself", arguments: sentences)
    func reasons(reason: Reason) throws {
        let names = TraceNames(tasks: ["A"], lanes: ["main", "io"])
        let records = [
            TraceRecord(.zero, .release(TaskID(0), run: 1, lane: LaneID(1))),
            TraceRecord(.zero, .skip(TaskID(0), reason)),
        ]
        let trace = Trace(header: TraceHeader(name: ""), names: names, records: records, end: nil)
        #expect(try TraceReader.read(TraceWriter.bytes(of: trace)) == trace)
    }

    @Test("a refused cycle is written with its path, and read back as itself", arguments: ["A -> B -> A", "", nil])
    func cycle(path: String?) throws {
        var names = TraceNames(commands: ["inject A on idle after B"])
        names.cycles[CommandID(0)] = path
        let records = [TraceRecord(.zero, .refused(CommandID(0), .cycle))]
        let trace = Trace(header: TraceHeader(name: ""), names: names, records: records, end: nil)
        let bytes = TraceWriter.bytes(of: trace)
        let sentence = "the predecessors would form a cycle" + (path.map { ": " + $0 } ?? "")
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""reason":"\#(sentence)"}"#))
        #expect(try TraceReader.read(bytes) == trace)
    }

    @Test("names are compared byte by byte")
    func normalForms() throws {
        let records = (0..<2).map { TraceRecord(.zero, .release(TaskID($0), run: 1, lane: .main)) }
        let names = TraceNames(tasks: ["caf\u{E9}", "cafe\u{301}"])
        let trace = Trace(header: TraceHeader(name: ""), names: names, records: records, end: nil)
        #expect(try TraceReader.read(TraceWriter.bytes(of: trace)).records == records)
    }

    @Test("escapes of other writers are understood")
    func escapes() throws {
        let line = #"{"t":0,"kind":"action","action":"\u0041\/\ud83d\ude00\"\\\b"}"#
        let trace = try TraceReader.read([UInt8]((Self.header + "\n" + line).utf8))
        #expect(trace.names.commands == ["A/😀\"\\\u{8}"])
    }

    private static let faults: [(line: String, problem: String)] = [
        ("x", #"2:1: error: expected {"t":"#),
        ("", #"2:1: error: expected {"t":"#),
        (#"{"t":1.5,"kind":"firstFrame"}"#, #"2:7: error: expected ,"kind":""#),
        (#"{"t":01,"kind":"firstFrame"}"#, "2:6: error: a number cannot have leading zeros"),
        (#"{"t":9223372036854775808,"kind":"firstFrame"}"#, "2:6: error: the number is out of range"),
        (#"{"t":18446744073709551620,"kind":"firstFrame"}"#, "2:6: error: the number is out of range"),
        (#"{"t":18446744073709551616,"kind":"firstFrame"}"#, "2:6: error: the number is out of range"),
        (
            #"{"t":1000000000000000001,"kind":"firstFrame"}"#,
            "2:6: error: the time is out of range: more than 31 years from the start"
        ),
        (
            #"{"t":-9223372036854775808,"kind":"firstFrame"}"#,
            "2:6: error: the time is out of range: more than 31 years from the start"
        ),
        (#"{"t":1,"kind":"firstframe"}"#, "2:16: error: unknown kind"),
        (#"{"t":1,"kind":"state","state":"Active"}"#, "2:32: error: unknown state"),
        (#"{"t":1,"kind":"firstFrame"} "#, "2:28: error: expected the end of the line"),
        (#"{"t":1,"kind":"action","action":"\x"}"#, "2:34: error: JSON has no such escape"),
        (#"{"t":1,"kind":"action","action":"\ud800"}"#, "2:34: error: an unpaired surrogate is not a character"),
        (#"{"t":1,"kind":"action","action":"launch}"#, "2:34: error: the string is not closed"),
        (#"{"t":1,"kind":"release","task":"A","run":-1,"lane":"main"}"#, "2:42: error: the number is out of range"),
        (#"{"t":1,"kind":"tick","n":-}"#, "2:27: error: expected a whole number"),
    ]

    @Test("the earliest and the latest time are read")
    func limits() throws {
        let lines = [-TraceReader.timeLimit, TraceReader.timeLimit].map { #"{"t":\#($0),"kind":"firstFrame"}"# }
        let trace = try TraceReader.read([UInt8](([Self.header] + lines).joined(separator: "\n").utf8))
        #expect(trace.records.map(\.time.nanoseconds) == [-TraceReader.timeLimit, TraceReader.timeLimit])
    }

    @Test("an error is reported with its line and column", arguments: faults.indices)
    func faultsAreTold(row: Int) {
        #expect(Self.problems(Self.faults[row].line, #"{"t":2,"kind":"firstFrame"}"#) == [Self.faults[row].problem])
    }

    @Test("the first twenty errors are reported, and how many there are")
    func many() {
        let text = Self.header + String(repeating: "\nx", count: 30)
        #expect(throws: TraceError.self) { try TraceReader.read([UInt8](text.utf8)) }
        do {
            _ = try TraceReader.read([UInt8](text.utf8))
        } catch {
            #expect(error.problems.count == 20 && error.count == 30)
            #expect(error.description.hasSuffix("and 10 more"))
        }
    }

    @Test("time that goes backwards and lines after the end are errors")
    func order() {
        let line = #"{"t":2,"kind":"firstFrame"}"#
        let end = #"{"t":2,"kind":"end","state":"active","launch":null,"runs":0,"warnings":0}"#
        #expect(Self.problems(line, #"{"t":1,"kind":"firstFrame"}"#) == ["3:6: error: time goes backwards"])
        #expect(Self.problems(line, #"{"t":1"#) == [#"3:7: error: expected ,"kind":""#])
        #expect(Self.problems(line, end, line) == ["4:1: error: unexpected line after the end record"])
    }

    @Test("an empty file and another schema are refused")
    func headers() {
        #expect(throws: TraceError.self) { try TraceReader.read([]) }
        #expect(throws: TraceError.self) { try TraceReader.read([UInt8](#"{"schema":2,"kind":"header"}"#.utf8)) }
    }

    @Test("no damage to a trace makes the reader trap", arguments: 0..<UInt64(Campaign.count(25)))
    func damage(seed: UInt64) {
        let bytes = TraceWriter.bytes(of: randomTrace(seed: seed, count: 30))
        var random = Random(seed: seed + 1000)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: place)
                case 2: damaged.insert(UInt8(ascii: "\\"), at: place)
                default: damaged.removeSubrange(place...)
                }
                if damaged.isEmpty { break }
            }
            // What can still be read can be written and read again.
            guard let trace = try? TraceReader.read(damaged) else { continue }
            #expect((try? TraceReader.read(TraceWriter.bytes(of: trace))) != nil)
        }
    }

    @Test("pieces of any length give the trace of the whole", arguments: [1, 2, 7, 100, 4_096, 1_000_000])
    func pieces(length: Int) throws {
        let bytes = TraceWriter.bytes(of: randomTrace(seed: 3, count: 300))
        var reader = TraceReader()
        for start in stride(from: 0, to: bytes.count, by: length) {
            let isWanted = reader.read(next: bytes[start..<min(start + length, bytes.count)])
            #expect(isWanted)
        }
        let (read, whole) = (try reader.finish(), try TraceReader.read(bytes))
        #expect(read == whole)
    }

    @Test func `a problem in a later piece has its place, and a truncated trace is reported`() {
        var reader = TraceReader()
        _ = reader.read(
            next: Array("{\"schema\":1,\"kind\":\"header\",\"name\":\"a\",\"seed\":0,\"tick\":1}\n{\"t\":".utf8)[...])
        _ = reader.read(next: Array("NaN,\"kind\":\"firstFrame\"}\n{\"t\":5,\"ki".utf8)[...])
        let error = #expect(throws: TraceError.self) { try reader.finish() }
        #expect(
            error?.problems.map { $0.description } == [
                "2:6: error: expected a whole number", "3:7: error: expected ,\"kind\":\"",
            ])
    }

    @Test func `a line without an end is refused before it fills the memory`() {
        var reader = TraceReader()
        let blanks = [UInt8](repeating: 0x20, count: 1 << 20)
        var pieces = 0
        while pieces < 100, reader.read(next: blanks[...]) { pieces += 1 }
        #expect(pieces == TraceReader.lineLimit)
        let error = #expect(throws: TraceError.self) { try reader.finish() }
        #expect(error?.description == "1:1: error: a line can be at most 32 MiB long")
    }

    @Test func `after a thousand problems the rest is not read`() {
        var reader = TraceReader()
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 16)
        let isWanted = reader.read(next: lines[...])
        #expect(!isWanted)
        let error = #expect(throws: TraceError.self) { try reader.finish() }
        #expect(error?.count == 1000)
        #expect(error?.description.hasSuffix("and 980 more; the rest was not read") == true)
    }
}
