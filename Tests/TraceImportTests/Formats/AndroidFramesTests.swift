import ScenarioFormat
import SchedulerSimulation
import TestSupport
import Testing
import TraceImport

/// Where a launch of Android ends: with the first frame, as the frame timeline or the app's threads have it.
@Suite struct AndroidFramesTests {
    /// Lines of atrace of process 70 with their milliseconds and threads.
    private typealias Line = (time: Int, thread: UInt64, line: String)

    private static let start: [Line] = [
        (10, 70, "B|70|bindApplication"), (30, 70, "E|70"), (40, 71, "S|70|Sync|1"), (45, 70, "B|70|compose"),
        (60, 70, "E|70"),
    ]

    private static func trace(_ lines: [Line], frames: (ProtobufMessage) -> Void = { _ in }) -> [UInt8] {
        let trace = ProtobufMessage()
        trace.packet { packet in
            packet.message(1) { bundle in
                for line in lines {
                    bundle.message(2) { event in
                        event.number(1, UInt64(line.time) * 1_000_000).number(2, line.thread)
                        event.message(3) { $0.text(2, line.line + "\n") }
                    }
                }
            }
        }
        frames(trace)
        return trace.bytes
    }

    /// A frame of a window of an app, or one that is expected of it, on the clock that stands still while the device sleeps.
    private static func frame(
        _ trace: ProtobufMessage, _ number: UInt64, token: UInt64 = 0, display: UInt64 = 0, isExpected: Bool = false,
        isDisplay: Bool = false, of process: UInt64, from: Int, to: Int, splash: String = ""
    ) {
        trace.packet { packet in
            packet.number(8, UInt64(from) * 1_000_000).number(58, 3)
            packet.message(76) { event in
                event.message(isDisplay ? 2 : isExpected ? 3 : 4) { start in
                    let package = process == 70 ? "com.shop" : "com.other"
                    start.number(1, number).number(2, token).number(3, display).number(4, process)
                    start.text(5, "TX - \(splash)\(package)/com.shop.MainActivity#4")
                }
            }
        }
        trace.packet { packet in
            packet.number(8, UInt64(to) * 1_000_000).number(58, 3)
            packet.message(76) { event in event.message(5) { $0.number(1, number) } }
        }
    }

    private static var framed: [UInt8] {
        let later: [Line] = [
            (90, 70, "B|70|reportFullyDrawn() for Shop"), (91, 70, "E|70"), (95, 72, "F|70|Sync|1"),
            (96, 73, "B|70|load"), (99, 73, "E|70"),
        ]
        return trace(start + later) { trace in
            // The device slept for 5 ms before.
            trace.packet { packet in
                packet.message(6) { snapshot in
                    snapshot.message(1) { $0.number(1, 6).number(2, 9_000_000) }
                    snapshot.message(1) { $0.number(1, 3).number(2, 4_000_000) }
                }
            }
            frame(trace, 1, of: 8, from: 10, to: 20)
            frame(trace, 2, of: 70, from: 40, to: 65)
            frame(trace, 3, of: 70, from: 66, to: 80)
        }
    }

    @Test func `a launch ends when its first frame is on the screen, and says what the app calls fully drawn`() throws {
        let imported = try Imported(bytes: Self.framed)
        #expect(imported.launch.name == "com.shop")
        #expect(imported.time?.count == 60_000_000)
        #expect(
            imported.launch.words.end
                == "the first frame; reportFullyDrawn() for Shop ended at 81ms (--until reportFullyDrawn)")
        #expect(
            imported.launch.notes.contains(
                "The trace has no slice launching: PACKAGE: the launch ends with the first frame of the app, "
                    + "not of its splash screen. reportFullyDrawn() for Shop ended at 81ms: --until reportFullyDrawn has all up to it."
            ), "\(imported.launch.notes)")
        var choice = ImportChoice()
        choice.last = "reportFullyDrawn"
        let whole = try Imported(bytes: Self.framed, choice: choice)
        #expect(whole.time?.count == 81_000_000)
        #expect(whole.launch.words.end == "reportFullyDrawn() for Shop" && whole.launch.cause == nil)
        #expect(whole.launch.notes.allSatisfy { !$0.contains("--until") }, "\(whole.launch.notes)")
    }

    /// The trace in which a splash screen is shown, and the first frame of the app, from 40 to 65 ms, is expected up to `deadline`.
    private static func expected(from start: Int, to deadline: Int) -> [UInt8] {
        trace(Self.start) { trace in
            frame(trace, 1, of: 70, from: 12, to: 20, splash: "Splash Screen ")
            frame(trace, 2, token: 8, isExpected: true, of: 70, from: 1, to: 5)
            frame(trace, 3, token: 9, isExpected: true, of: 70, from: start, to: deadline)
            frame(trace, 4, token: 9, of: 70, from: 40, to: 65)
        }
    }

    @Test(
        "A first frame that missed its deadline says by how much, and whether it began late or took long",
        arguments: [
            (30, 46, "36ms by 19ms: the app began it 10ms late and took 25ms for it instead of 16ms"),
            (30, 60, "50ms by 5ms: the app began it 10ms late"),
            (
                20, 46,
                "36ms by 19ms: the app began it 20ms late (slices of its main thread cover 10ms of that, bindApplication "
                    + "10ms of it)"
            ),
            (40, 56, "46ms by 9ms: the app began it in time and took 25ms for it instead of 16ms"), (40, 70, ""),
        ])
    func missed(start: Int, deadline: Int, words: String) throws {
        let imported = try Imported(bytes: Self.expected(from: start, to: deadline))
        #expect(imported.time?.count == 55_000_000, "the splash screen is none of its frames")
        #expect(
            imported.launch.cause == (words.isEmpty ? nil : "the first frame missed its deadline at \(words)"),
            "\(imported.launch.cause ?? "")")
    }

    @Test func `slices of one name count together in what a main thread did before a late frame`() throws {
        let slices = [(20, 24, "measure"), (25, 28, "compose"), (30, 33, "compose")]
        let lines = slices.flatMap { [($0.0, 70, "B|70|\($0.2)"), ($0.1, 70, "E|70")] as [Line] }
        let imported = try Imported(
            bytes: Self.trace(lines + [(90, 70, "B|70|reportFullyDrawn()"), (91, 70, "E|70")]) { trace in
                Self.frame(trace, 3, token: 9, isExpected: true, of: 70, from: 20, to: 36)
                Self.frame(trace, 4, token: 9, of: 70, from: 40, to: 65)
            })
        let cause = imported.launch.cause ?? ""
        #expect(
            cause.contains("20ms late (slices of its main thread cover 10ms of that, compose 6ms of it)"), "\(cause)")
    }

    @Test func `what is saved counts in frames of the display, if enough of them say how long one is`() throws {
        func cause(expectedAt starts: [Int]) throws -> String {
            let bytes = Self.trace(Self.start) { trace in
                for (number, start) in starts.enumerated() {
                    let token = UInt64(100 + number)
                    Self.frame(trace, token, token: token, isExpected: true, of: 70, from: start, to: start + 5)
                }
                Self.frame(trace, 3, token: 9, isExpected: true, of: 70, from: 30, to: 46)
                Self.frame(trace, 4, token: 9, of: 70, from: 40, to: 65)
            }
            return try Imported(bytes: bytes).launch.cause ?? ""
        }
        let words = "; the display shows a frame every 8ms: what is saved counts in such steps"
        #expect(try cause(expectedAt: [100, 108, 116, 132, 140]).hasSuffix(words))
        #expect(try !cause(expectedAt: [100, 108, 124]).contains("every"))
    }

    @Test func `a splash screen before the first slice says that the launch began earlier`() throws {
        let lines: [Line] = [
            (45, 70, "B|70|compose"), (60, 70, "E|70"), (61, 70, "B|70|reportFullyDrawn()"), (62, 70, "E|70"),
        ]
        let imported = try Imported(
            bytes: Self.trace(lines) { trace in
                Self.frame(trace, 1, of: 8, from: 12, to: 20, splash: "Splash Screen ")
                Self.frame(trace, 2, of: 70, from: 12, to: 30, splash: "Splash Screen ")
                Self.frame(trace, 3, of: 70, from: 46, to: 65)
            })
        let words = "Counted from its first slice: the trace does not say when the process started. "
        #expect(
            imported.launch.notes.contains(
                "\(words)Its splash screen was drawn 15ms before: the launch began earlier."),
            "\(imported.launch.notes)")
    }

    @Test func `what is left up to the first frame is a span, as nothing is known to have run`() throws {
        let frame = try #require(
            Imported(bytes: Self.framed).scenario.tasks.first { $0.spec.name == "rest of the first frame" })
        #expect(frame.isSpan && frame.duration == .fixed(.milliseconds(10)))
        #expect(frame.assumes == ["compose"])
        #expect(
            try Imported(bytes: Self.framed).launch.words.rest
                == "the frame is drawn; the display shows it at a later tick")
    }

    @Test func `a launch lasts until the display shows its first frame, and no work after drawing is part of it`()
        throws
    {
        let next: [Line] = [(68, 70, "B|70|next frame"), (72, 70, "E|70")]
        let bytes = Self.trace(Self.start + next) { trace in
            Self.frame(trace, 2, token: 9, display: 30, of: 70, from: 40, to: 65)
            Self.frame(trace, 3, token: 30, isDisplay: true, of: 5, from: 66, to: 75)
        }
        let imported = try Imported(bytes: bytes)
        #expect(imported.time?.count == 65_000_000)
        #expect(imported.launch.words.end == "the first frame on the display (its time to initial display, TTID)")
        #expect(
            imported.launch.words.rest
                == "the frame, begun at 30ms, was drawn at 55ms and on the display at 65ms: these 10ms stay")
        #expect(
            imported.launch.cause
                == "the display showed the first frame 10ms after it was drawn, which no change to the app shortens")
        let rest = try #require(imported.scenario.tasks.first { $0.spec.name == "rest of the first frame" })
        #expect(rest.assumes == ["compose"] && rest.duration == .fixed(.milliseconds(5)))
        let display = try #require(imported.scenario.tasks.last)
        #expect(display.spec.name == "display of the first frame" && display.isSpan)
        #expect(display.spec.after == [rest.spec.name] && display.duration == .fixed(.milliseconds(10)))
        #expect(!imported.scenario.tasks.contains { $0.spec.name == "next frame" && $0.spec.blocks != false })
    }

    @Test("Scheduling events are said to be there", arguments: [true, false])
    func scheduled(isScheduled: Bool) throws {
        let bytes = Self.trace(Self.start) { trace in
            Self.frame(trace, 2, of: 70, from: 40, to: 65)
            if isScheduled { trace.packet { $0.message(1) { $0.message(4) { $0.number(1, 1) } } } }
        }
        let notes = try Imported(bytes: bytes).launch.notes
        #expect(notes.contains { $0.hasPrefix("The trace has scheduling events") } == isScheduled, "\(notes)")
    }

    @Test func `threads without a slice in the launch are named`() throws {
        #expect(
            try Imported(bytes: Self.framed).launch.notes.contains(
                "Without a slice in that time, and so without a lane: thread 71; thread 72; thread 73."))
    }

    @Test("A thread that ran before the chosen end has a lane", arguments: [nil, "reportFullyDrawn"])
    func idleUntil(end: String?) throws {
        let later: [Line] = [
            (70, 73, "B|70|load"), (75, 73, "E|70"), (90, 70, "B|70|reportFullyDrawn()"), (91, 70, "E|70"),
        ]
        var choice = ImportChoice()
        choice.last = end
        let bytes = Self.trace(Self.start + later) { Self.frame($0, 2, of: 70, from: 40, to: 65) }
        let notes = try Imported(bytes: bytes, choice: choice).launch.notes
        let threads = end == nil ? "thread 71; thread 73." : "thread 71."
        #expect(notes.contains("Without a slice in that time, and so without a lane: \(threads)"), "\(notes)")
    }

    @Test("Without a frame timeline, the first frame is the first that a thread drew", arguments: ["DrawFrame 7", ""])
    func drawn(name: String) throws {
        var lines: [Line] = [(50, 70, "B|70|Choreographer#doFrame 7"), (58, 70, "E|70")]
        if !name.isEmpty { lines += [(58, 75, "B|70|\(name)"), (75, 75, "E|70")] }
        let imported = try Imported(bytes: Self.trace(Self.start.prefix(3) + lines + [(95, 72, "F|70|Sync|1")]))
        #expect(imported.time?.count == (name.isEmpty ? 48_000_000 : 65_000_000))
        #expect(imported.launch.words.end == "the first frame")
    }

    @Test func `a launch that the system recorded ends with its first frame, else with its slice`() throws {
        let stated: [Line] = [(5, 5, "S|5|launching: process 70|0"), (80, 5, "F|5|launching: process 70|0")]
        let plain = try Imported(bytes: Self.trace(stated + Self.start))
        #expect(plain.time?.count == 75_000_000)
        #expect(plain.launch.words.end == "the end of launching: process 70")
        #expect(plain.launch.words.rest == "what the system did until it called the launch complete")
        let ticked: [Line] = [(62, 70, "B|70|Choreographer#doFrame 1"), (64, 70, "E|70")]
        #expect(try Imported(bytes: Self.trace(stated + Self.start + ticked)).time?.count == 75_000_000)
        let drawn: [Line] = [(62, 75, "B|70|DrawFrames 1"), (70, 75, "E|70")]
        let framed = try Imported(bytes: Self.trace(stated + Self.start + drawn))
        #expect(framed.time?.count == 65_000_000)
        #expect(framed.launch.words.end == "the first frame")
    }

    @Test("The activity and whether the app is debuggable are said", arguments: [true, false, nil])
    func build(isDebuggable: Bool?) throws {
        let bytes = Self.trace(Self.start) { trace in
            Self.frame(trace, 2, of: 70, from: 40, to: 65)
            trace.packet { packet in
                packet.message(47) { list in
                    list.message(1) { entry in
                        entry.text(1, "com.shop").number(2, 10_001)
                        if let isDebuggable { entry.number(3, isDebuggable ? 1 : 0) }
                    }
                }
            }
        }
        let launch = try Imported(bytes: bytes).launch
        #expect(launch.activity == "com.shop.MainActivity" && launch.isDebuggable == isDebuggable)
        let build = isDebuggable.map { $0 ? ", debuggable, which is slower than a release build" : ", not debuggable" }
        #expect(launch.words.detail == "MainActivity\(build ?? "")")
        var source = RecordedSource(.perfetto)
        (source.package, source.activity, source.isDebuggable) = ("com.shop", launch.activity, isDebuggable)
        let words = FormatAdvice(source).whereToLook(before: "a") ?? ""
        #expect(words.contains("am start -W com.shop/com.shop.MainActivity; "), "\(words)")
        for part in [
            #"atrace_apps: "com.shop""#, #"name: "android.surfaceflinger.frametimeline""#,
            #"name: "android.packages_list""#,
            "}}' | adb shell perfetto --background --txt -c - -o /data/misc/perfetto-traces/t.pftrace; ",
        ] { #expect(words.contains(part), "\(words)") }
        #expect(words.contains("of a release build") == (isDebuggable != false), "\(words)")
    }
}
