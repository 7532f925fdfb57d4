import SchedulerSimulation
import Testing
import TestSupport

@testable import TraceImport

/// A browser's recording of the load of a page, and recordings in which hardly anything ran.
@Suite struct PageLoadTests {
    private static let events = [
        #"{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"CrRendererMain"}}"#,
        #"{"name":"Early","ph":"X","ts":0,"dur":1000,"pid":1,"tid":1}"#,
        #"{"args":{"data":{"documentLoaderURL":"","isLoadingMainFrame":false},"frame":"F"},"name":"navigationStart","ph":"R","ts":500,"pid":1,"tid":1}"#,
        #"{"args":{"data":{"documentLoaderURL":"http://x/a.html","isLoadingMainFrame":true},"frame":"P"},"name":"navigationStart","ph":"R","ts":2000,"pid":1,"tid":1}"#,
        #"{"name":"ResourceSendRequest","ph":"I","ts":2500,"pid":1,"tid":1,"args":{"data":{"requestId":"7.1","url":"http://x/s/style.css?v=2"}}}"#,
        #"{"name":"Parse","ph":"X","ts":2000,"dur":1000,"pid":1,"tid":1}"#,
        #"{"name":"ResourceFinish","ph":"I","ts":8000,"pid":1,"tid":1,"args":{"data":{"requestId":"7.1"}}}"#,
        #"{"name":"Layout","ph":"X","ts":8000,"dur":2000,"pid":1,"tid":1}"#,
        #"{"args":{"frame":"F"},"name":"firstContentfulPaint","ph":"R","ts":3000,"pid":1,"tid":1}"#,
        #"{"args":{"frame":"P"},"name":"firstContentfulPaint","ph":"R","ts":11000,"pid":1,"tid":1}"#,
        #"{"name":"Later","ph":"X","ts":90000,"dur":2000,"pid":1,"tid":1}"#,
    ]

    @Test func `the load of a page is the launch, and a request a span of it`() throws {
        let imported = try Imported("[" + Self.events.joined(separator: ",") + "]")
        #expect(imported.time?.count == 9_000_000)
        #expect(
            try imported.schedule == [
                "Parse main 0..500", "Parse 2 main 500..1000 <- Parse", "request style.css network 500..6000 <- Parse",
                "Layout main 6000..8000 <- request style.css", "rest of firstContentfulPaint main 8000..9000 <- Layout",
            ])
        #expect(
            imported.launch.notes.first
                == "The launch is the load of http://x/a.html, from navigationStart to firstContentfulPaint; --from and --until choose another stretch."
        )
        #expect(
            imported.scenario.tasks.filter { $0.isSpan }.map { $0.spec.name }
                == ["request style.css", "rest of firstContentfulPaint"])
        #expect(imported.launch.words.end == "firstContentfulPaint")
    }

    @Test func `of several pages that were loaded one is chosen, and the others are said`() throws {
        let second = [
            #"{"args":{"data":{"documentLoaderURL":"http://x/b.html","isLoadingMainFrame":true},"frame":"P"},"name":"navigationStart","ph":"R","ts":20000,"pid":1,"tid":1}"#,
            #"{"name":"Parse b","ph":"X","ts":20000,"dur":4000,"pid":1,"tid":1}"#,
            #"{"args":{"frame":"P"},"name":"firstContentfulPaint","ph":"R","ts":25000,"pid":1,"tid":1}"#,
        ]
        let text = "[" + (Self.events + second).joined(separator: ",") + "]"
        let loads = "1 http://x/a.html at 0s for 9ms, 2 http://x/b.html at 18ms for 5ms"
        for (number, time) in [(0, 9), (1, 5)] {
            let imported = try Imported(text, number: number)
            #expect(imported.time?.count == Int64(time) * 1_000_000)
            #expect(
                imported.launch.notes.contains(
                    "This is launch \(number + 1) of 2: \(loads). --launch N chooses another."),
                "\(imported.launch.notes)")
        }
        do throws(ImportProblem) {
            var choice = ImportChoice()
            choice.number = 2
            _ = try TraceImport.launch(ByteWindow(Array(text.utf8)), name: "app", choice: choice)
            Issue.record("two pages were loaded")
        } catch {
            #expect(error.message == "no launch number 3: the trace has 2")
        }
    }

    @Test func `an event whose time is null is left out, and counted`() throws {
        let broken = #"{"name":"Paint","cat":"t","ph":"e","id":"1","ts":null,"pid":1,"tid":1}"#
        let imported = try Imported("[" + (Self.events + [broken]).joined(separator: ",") + "]")
        #expect(imported.time?.count == 9_000_000)
        #expect(imported.launch.notes.contains("Left out: 1 event whose time is null."), "\(imported.launch.notes)")
    }

    @Test func `what a thread did during a span is waited for, rather than the span around it`() throws {
        let script = #"{"name":"Script","ph":"X","ts":3000,"dur":4900,"pid":1,"tid":1}"#
        let imported = try Imported("[" + (Self.events + [script]).joined(separator: ",") + "]")
        #expect(
            try imported.schedule == [
                "Parse main 0..1000", "request style.css network 500..6000", "Script main 1000..5900",
                "Layout main 6000..8000 <- Script", "rest of firstContentfulPaint main 8000..9000 <- Layout",
            ])
    }

    @Test func `a request lasts from when its response says to the response, which lasts to its end`() throws {
        let document = [
            #"{"name":"ResourceSendRequest","ph":"I","ts":5000,"pid":1,"tid":1,"args":{"data":{"requestId":"D","url":"http://x/a.html"}}}"#,
            #"{"name":"ResourceReceiveResponse","ph":"I","ts":6000,"pid":1,"tid":1,"args":{"data":{"requestId":"D","timing":{"a":[1],"requestTime":0.0021}}}}"#,
            #"{"name":"ResourceFinish","ph":"I","ts":7000,"pid":1,"tid":1,"args":{"data":{"requestId":"D"}}}"#,
        ]
        let schedule = try Imported("[" + (Self.events + document).joined(separator: ",") + "]").schedule
        #expect(schedule.contains { $0.hasPrefix("request a.html network 100..4000") }, "\(schedule)")
        #expect(schedule.contains { $0.hasPrefix("response a.html network 4000..5000") }, "\(schedule)")
    }

    @Test func `a tick that ended last is not assumed, if another chain explains the wait`() throws {
        let ticks = (0..<20).map {
            "{\"name\":\"Tick\",\"ph\":\"X\",\"ts\":\($0 * 5000 + 900),\"dur\":10,\"pid\":1,\"tid\":9}"
        }
        let work = [
            #"{"name":"Start","ph":"X","ts":0,"dur":1000,"pid":1,"tid":1}"#,
            #"{"name":"Query","ph":"X","ts":1000,"dur":94500,"pid":1,"tid":2}"#,
            #"{"name":"Show","ph":"X","ts":96000,"dur":4000,"pid":1,"tid":1}"#,
        ]
        let schedule = try Imported("[" + (work + ticks).joined(separator: ",") + "]").schedule
        #expect(schedule.contains("Tick 20 thread 9 95900..95910 <- Query"), "\(schedule)")
    }

    @Test func `a span of nearly the whole launch explains something only if something follows it`() throws {
        func names(_ end: Int) throws -> [String] {
            let text = """
                [{"name":"Click","ph":"X","ts":0,"dur":100,"pid":1,"tid":1},
                {"name":"Wait","cat":"a","ph":"b","id":1,"ts":100,"pid":1,"tid":1},
                {"name":"Wait","cat":"a","ph":"e","id":1,"ts":\(end),"pid":1,"tid":1},
                {"name":"Show","ph":"X","ts":96000,"dur":4000,"pid":1,"tid":1}]
                """
            return try Imported(text).scenario.tasks.filter { !$0.isGap }.map { $0.spec.name }
        }
        #expect(try names(96_000) == ["Click", "Wait", "Show"])
        #expect(try names(99_000) == ["Click", "Show"])
    }

    @Test func `without a paint the launch lasts to the end of the load, and a chosen stretch wins`() throws {
        let events =
            Self.events.filter { !$0.contains("Paint") } + [
                #"{"args":{"frame":"P"},"name":"loadEventEnd","ph":"R","ts":10000,"pid":1,"tid":1}"#
            ]
        let text = "[" + events.joined(separator: ",") + "]"
        #expect(try Imported(text).time?.count == 8_000_000)
        var choice = ImportChoice()
        choice.from = 0
        let all = try Imported(bytes: Array(text.utf8), choice: choice)
        #expect(all.time?.count == 92_000_000 && !all.launch.notes.contains { $0.contains("navigationStart") })
    }

    @Test func `a recording in which hardly anything ran has its busiest stretch as the launch`() throws {
        let times = [(0, 1), (500, 20), (540, 20), (560, 10), (900, 1), (1400, 1)]
        let text =
            "["
            + times.enumerated().map { number, time in
                "{\"name\":\"T\(number)\",\"ph\":\"X\",\"ts\":\(time.0 * 1000),\"dur\":\(time.1 * 1000),\"pid\":1,\"tid\":1}"
            }.joined(separator: ",") + "]"
        let imported = try Imported(text)
        #expect(
            try imported.schedule == [
                "T1 main 0..20000", "T2 main 40000..60000 <- T1", "T3 main 60000..70000 <- T2",
            ])
        #expect(
            imported.launch.notes.contains(
                "Something ran for only 53ms of 1.401s: the launch is the busiest stretch, from 500ms to 570ms. "
                    + "--from 0s --until 1.401000001s has all."), "\(imported.launch.notes)")
        #expect(imported.launch.notes.contains(RecordedLaunch.unknownStart))
    }
}
