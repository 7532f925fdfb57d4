import SchedulerCore
import TestSupport
import Testing
import Text
import TraceFormat

@Suite struct TraceWriterTests {
    private static let names = TraceNames(
        tasks: ["Login", "Network", "Startup", "推送"], lanes: ["main", "async", "afterLaunch"],
        commands: ["launch", "fire openURL|idle"],
        expectations: [JudgedExpectation(line: 7, isMet: false, text: "Login ran 2", actual: "Login ran 1")],
        messages: [DriverMessage("no run for Ghost", code: "noRun"), DriverMessage("the store is busy")])

    private static let login = TaskID(0)
    private static let network = TaskID(1)
    private static let startup = TaskID(2)

    private static func line(_ fact: TraceRecord.Fact, at time: Int64 = 12_500_000) -> String {
        var writer = TraceWriter(header: TraceHeader(name: ""), names: names)
        _ = writer.drain()
        writer.write(TraceRecord(Instant(nanoseconds: time), fact))
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    private static let rows: [(TraceRecord.Fact, String)] = [
        (.action(CommandID(0)), #""kind":"action","action":"launch""#),
        (
            .refused(CommandID(0), .state(.active, allowed: 1)),
            #""kind":"refused","action":"launch","reason":"launch needs notRunning; the state is active""#
        ),
        (
            .refused(CommandID(1), .state(.suspended, allowed: 0b01110)),
            #""kind":"refused","action":"fire openURL|idle","#
                + #""reason":"fire needs inactive, active or background; the state is suspended""#
        ),
        (
            .refused(CommandID(0), .driver(1)), #""kind":"refused","action":"launch","reason":"the store is busy""#
        ),
        (.event(.didFinishLaunching), #""kind":"event","event":"didFinishLaunching""#),
        (.state(.active), #""kind":"state","state":"active""#),
        (.firstFrame(parked: 0), #""kind":"firstFrame""#),
        (.firstFrame(parked: 6), #""kind":"firstFrame","parked":6"#),
        (.tick(12), #""kind":"tick","n":12"#),
        (.release(login, run: 1, lane: LaneID(1)), #""kind":"release","task":"Login","run":1,"lane":"async""#),
        (
            .start(TaskID(3), run: 100, attempt: 2, lane: .main),
            #""kind":"start","task":"推送","run":100,"attempt":2,"lane":"main""#
        ),
        (
            .finish(login, run: 1, attempt: 1, .success, ready: Instant(nanoseconds: 99), .none),
            #""kind":"finish","task":"Login","run":1,"attempt":1,"outcome":"success","ready":99"#
        ),
        (
            .finish(login, run: 1, attempt: 1, .timedOut, ready: .zero, .timeout),
            #""kind":"finish","task":"Login","run":1,"attempt":1,"outcome":"timedOut","ready":0,"reason":"timeout""#
        ),
        (
            .finish(login, run: 1, attempt: 1, .cancelled, ready: .zero, .crashed),
            #""kind":"finish","task":"Login","run":1,"attempt":1,"outcome":"cancelled","ready":0,"#
                + #""reason":"the process crashed""#
        ),
        (.skip(login, .predecessor(network, .failed)), #""kind":"skip","task":"Login","reason":"Network failed""#),
        (.skip(login, .overrun), #""kind":"skip","task":"Login","reason":"overrun""#),
        (.skip(login, .paused), #""kind":"skip","task":"Login","reason":"paused""#),
        (
            .miss(login, .tooOld(.milliseconds(1500))),
            #""kind":"miss","task":"Login","reason":"the date is 1500ms older than the grace allows""#
        ),
        (
            .park(network, .waitsForUnreleased(login)),
            #""kind":"park","task":"Network","reason":"waits for Login, which is not released""#
        ),
        (
            .park(login, .laneClosed(LaneID(2))),
            #""kind":"park","task":"Login","reason":"lane afterLaunch is not open""#
        ),
        (
            .job(9, login, .jobDidFail, attempt: 2, willRetry: true),
            #""kind":"job","job":9,"task":"Login","signal":"jobDidFail","attempt":2,"willRetry":true"#
        ),
        (.queue(.didDrain), #""kind":"queue","signal":"didDrain""#),
        (.sequence(startup, .allDone, step: nil, nil), #""kind":"sequence","name":"Startup","signal":"allDone""#),
        (
            .sequence(startup, .failed, step: login, .step(.timedOut)),
            #""kind":"sequence","name":"Startup","signal":"failed","step":"Login","reason":"the step timed out""#
        ),
        (
            .expect(0), #""kind":"expect","line":7,"ok":false,"text":"Login ran 2","actual":"Login ran 1""#
        ),
        (
            .warning(.watchdog(.launch, limit: .seconds(20))),
            #""kind":"warning","code":"watchdog","message":"launch passed its limit of 20s""#
        ),
        (
            .warning(.stillParked(network, .waitsForParked(login))),
            #""kind":"warning","code":"stillParked","#
                + #""message":"Network is still parked: waits for Login, which is parked""#
        ),
        (.warning(.driver(0)), #""kind":"warning","code":"noRun","message":"no run for Ghost""#),
    ]

    @Test("every kind of record is one line of the format", arguments: rows.indices)
    func kinds(row: Int) {
        let (fact, members) = Self.rows[row]
        #expect(Self.line(fact) == "{\"t\":12500000,\(members)}\n")
    }

    @Test("header and end frame the trace; no launch is null")
    func frame() {
        let end = TraceEnd(time: .zero, state: .notRunning, launch: nil, runs: 0, warnings: 0)
        let header = TraceHeader(name: "Shop, \"cold\"", seed: .max, tick: .seconds(1))
        let trace = Trace(header: header, names: TraceNames(), records: [], end: end)
        #expect(
            String(decoding: TraceWriter.bytes(of: trace), as: UTF8.self) == """
                {"schema":1,"kind":"header","name":"Shop, \\"cold\\"","seed":18446744073709551615,"tick":1000000000}
                {"t":0,"kind":"end","state":"notRunning","launch":null,"runs":0,"warnings":0}

                """)
    }

    @Test("the end adds up what was recorded")
    func sums() {
        let records = [
            TraceRecord(Instant(nanoseconds: 5), .event(.willFinishLaunching)),
            TraceRecord(Instant(nanoseconds: 5), .start(Self.login, run: 1, attempt: 1, lane: .main)),
            TraceRecord(Instant(nanoseconds: 6), .start(Self.login, run: 1, attempt: 2, lane: .main)),
            TraceRecord(Instant(nanoseconds: 8), .state(.active)),
            TraceRecord(Instant(nanoseconds: 9), .firstFrame(parked: 0)),
            TraceRecord(Instant(nanoseconds: 9), .warning(.stuck(Self.login))),
        ]
        let time = Instant(nanoseconds: 20)
        let sum = TraceEnd(of: records, at: time)
        #expect(sum == TraceEnd(time: time, state: .active, launch: Nanoseconds(4), runs: 1, warnings: 1))
    }

    @Test("ticks are left out if they are not wanted")
    func withoutTicks() {
        let records = [
            TraceRecord(.zero, .tick(1)), TraceRecord(.zero, .firstFrame(parked: 0)), TraceRecord(.zero, .tick(2)),
        ]
        let trace = Trace(header: TraceHeader(name: "n"), names: TraceNames(), records: records, end: nil)
        let text = String(decoding: TraceWriter.bytes(of: trace, includesTicks: false), as: UTF8.self)
        #expect(text.split(separator: "\n").dropFirst() == [#"{"t":0,"kind":"firstFrame"}"#])
    }

    @Test("numbers that have no name are written as numbers")
    func unknownNames() {
        #expect(
            Self.line(.release(TaskID(9), run: 1, lane: LaneID(7)))
                == "{\"t\":12500000,\"kind\":\"release\",\"task\":\"#9\",\"run\":1,\"lane\":\"#7\"}\n")
        let finish = TraceRecord.Fact.finish(TaskID(9), run: 1, attempt: 2, .fail, ready: .zero, .none)
        #expect(
            Self.line(finish)
                == "{\"t\":12500000,\"kind\":\"finish\",\"task\":\"#9\",\"run\":1,\"attempt\":2,\"outcome\":\"fail\",\"ready\":0}\n"
        )
    }

    @Test("names learned later are written")
    func learning() {
        var writer = TraceWriter(header: TraceHeader(name: "n"), names: TraceNames(tasks: ["A"]))
        _ = writer.drain()
        writer.learn(TraceNames(tasks: ["A", "B"], lanes: ["main", "io"]))
        writer.write(TraceRecord(.zero, .release(TaskID(1), run: 1, lane: LaneID(1))))
        let text = String(decoding: writer.drain(), as: UTF8.self)
        #expect(text == "{\"t\":0,\"kind\":\"release\",\"task\":\"B\",\"run\":1,\"lane\":\"io\"}\n")
    }

    @Test("extreme numbers keep every digit", arguments: [0, 9, 10, 99, 100, 101, 999_999, .max, .min, -1] as [Int64])
    func numbers(number: Int64) {
        #expect(Self.line(.tick(number), at: number) == "{\"t\":\(number),\"kind\":\"tick\",\"n\":\(number)}\n")
    }

    @Test("agrees byte for byte with the reference writer", arguments: UInt64(0)..<25)
    func reference(seed: UInt64) throws {
        let trace = randomTrace(seed: seed, count: 400)
        let lines = String(decoding: TraceWriter.bytes(of: trace), as: UTF8.self).utf8.split(separator: 10)
        let wanted = try ReferenceWriter.text(of: trace).utf8.split(separator: 10)
        #expect(lines.count == wanted.count)
        for line in lines { _ = try JSONValue(parsing: Array(line)) }
        for (line, wanted) in zip(lines, wanted) where !line.elementsEqual(wanted) {
            Issue.record("\(String(Substring(line))) instead of \(String(Substring(wanted)))")
            break
        }
    }

    @Test("one record at a time gives the same bytes as all at once")
    func pieces() {
        let trace = randomTrace(seed: 3, count: 2000)
        var writer = TraceWriter(header: trace.header, names: trace.names)
        var bytes: [UInt8] = []
        for record in trace.records {
            writer.write(record)
            bytes += writer.drain()
        }
        if let end = trace.end { writer.end(end) }
        #expect(bytes + writer.drain() == TraceWriter.bytes(of: trace))
    }
}
