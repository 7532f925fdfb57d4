import ScenarioFormat
import TestSupport
import Testing
import TraceImport

/// Perfetto's protocol buffers.
@Suite struct PerfettoTraceTests {
    /// Two threads with interned names and a flow.
    static var small: [UInt8] { small([1_000_000, 4_000_000, 4_000_000, 9_000_000]) }

    /// The same with other times.
    static func small(_ times: [UInt64]) -> [UInt8] {
        let trace = ProtobufMessage()
        trace.packet { $0.message(60) { $0.number(1, 10).message(4) { $0.number(1, 7).number(2, 7).text(5, "main") } } }
        trace.packet { $0.message(60) { $0.number(1, 11).message(4) { $0.number(1, 7).number(2, 8).text(5, "io") } } }
        trace.packet { packet in
            packet.number(10, 1).number(13, 1)
            packet.message(12) { $0.message(2) { $0.number(1, 1).text(2, "Load") } }
        }
        trace.event(at: times[0], sequence: 1) { $0.number(9, 1).number(10, 1).number(11, 11).fixed(47, 5) }
        trace.event(at: times[1], sequence: 1) { $0.number(9, 2).number(11, 11) }
        trace.event(at: times[2], sequence: 1) { $0.number(9, 1).text(23, "Show").number(11, 10).fixed(48, 5) }
        trace.event(at: times[3], sequence: 1) { $0.number(9, 2).number(11, 10) }
        return trace.bytes
    }

    @Test func `track events with interned names become tasks on their threads, flows become edges`() throws {
        let imported = try Imported(bytes: Self.small)
        #expect(imported.time?.count == 8_000_000)
        #expect(try imported.schedule == ["Load io 0..3000", "Show main 3000..8000 <- Load"])
    }

    @Test func `Android's slices of a launch are those of its package, up to reportFullyDrawn`() throws {
        let trace = ProtobufMessage()
        trace.packet { packet in
            packet.message(2) { tree in
                tree.message(1) { $0.number(1, 70).text(3, "com.shop") }
                tree.message(1) { $0.number(1, 5).text(3, "system_server") }
            }
        }
        trace.packet { packet in
            packet.message(1) { bundle in
                for (time, thread, line) in [
                    (10, 5, "S|5|launching: com.shop|0"), (12, 70, "B|70|androidx.startup.InitializationProvider"),
                    (20, 70, "E|70"), (20, 70, "B|70|activityStart\n"), (30, 70, "E|70"), (15, 5, "B|5|other"),
                    (16, 5, "E|5"),
                    (30, 5, "F|5|launching: com.shop|0"), (30, 70, "B|70|reportFullyDrawn() for com.shop"),
                    (40, 70, "E|70"),
                ] {
                    bundle.message(2) { event in
                        event.number(1, UInt64(time) * 1_000_000).number(2, UInt64(thread)).message(3) {
                            $0.text(2, line)
                        }
                    }
                }
            }
        }
        let imported = try Imported(bytes: trace.bytes)
        #expect(imported.launch.name == "com.shop")
        #expect(imported.time?.count == 30_000_000)
        #expect(
            try imported.schedule == [
                "androidx.startup.InitializationProvider main 2000..10000",
                "activityStart main 10000..20000 <- androidx.startup.InitializationProvider",
                "reportFullyDrawn() for com.shop main 20000..30000 <- activityStart",
            ])
    }

    /// Frames come every 10 ms, whatever happens; the last one draws what `Sync` brought.
    @Test func `a launch whose end Android states waits only for what led to it`() throws {
        var lines = [(10, 5, "S|5|launching: com.shop|0"), (12, 70, "B|70|activityStart"), (30, 70, "E|70")]
        lines += [(30, 71, "S|70|Sync|1"), (200, 72, "F|70|Sync|1")]
        for tick in 4..<20 { lines += [(tick * 10, 70, "B|70|frame"), (tick * 10 + 1, 70, "E|70")] }
        lines += [(200, 70, "B|70|draw"), (220, 70, "E|70"), (220, 5, "F|5|launching: com.shop|0")]
        let trace = ProtobufMessage()
        trace.packet { packet in
            packet.message(2) { tree in
                tree.message(1) { $0.number(1, 70).text(3, "com.shop") }
                tree.message(1) { $0.number(1, 5).text(3, "system_server") }
            }
        }
        trace.packet { packet in
            packet.message(1) { bundle in
                for (time, thread, line) in lines {
                    bundle.message(2) { event in
                        event.number(1, UInt64(time) * 1_000_000).number(2, UInt64(thread)).message(3) {
                            $0.text(2, line)
                        }
                    }
                }
            }
        }
        let imported = try Imported(bytes: trace.bytes)
        #expect(imported.time?.count == 210_000_000)
        let faster = imported.text.replacing("duration: 170ms", with: "duration: 75ms")
        #expect(faster != imported.text, "\(imported.text)")
        let scenario = try ScenarioReader.load(bytes: Array(faster.utf8), file: "faster.yaml").scenario
        #expect(try Recording(scenario).time?.count == 115_000_000, "\(faster)")
    }

    @Test func `async slices of an app may be on a track with a name of its own`() throws {
        let trace = ProtobufMessage()
        trace.packet { packet in
            packet.message(1) { bundle in
                for (time, line) in [
                    (10, "G|70|net|Get|1"), (20, "G|70|net|Post|2"), (30, "H|70|net|1"), (50, "H|70|net|Post|2\n"),
                ] {
                    bundle.message(2) { event in
                        event.number(1, UInt64(time) * 1_000_000).number(2, 70).message(3) { $0.text(2, line) }
                    }
                }
            }
        }
        let runs = try Imported(bytes: trace.bytes).launch.runs
        #expect(
            runs.map { "\($0.name) \($0.start / 1_000_000)..\($0.end / 1_000_000)" } == ["Get 0..20", "Post 10..40"])
    }

    @Test func `without a launch of Android's own the whole recording counts, and a note says how to choose`() throws {
        let trace = ProtobufMessage()
        trace.packet { packet in
            packet.message(1) { bundle in
                for (time, line) in [(10, "B|70|draw"), (30, "E|70")] {
                    bundle.message(2) { event in
                        event.number(1, UInt64(time) * 1_000_000).number(2, 70).message(3) { $0.text(2, line) }
                    }
                }
            }
        }
        let note =
            "The trace has no slice launching: PACKAGE, reportFullyDrawn or input: all of it counts as the launch. --from and --until choose a stretch."
        #expect(try Imported(bytes: trace.bytes).launch.notes.contains(note))
        var choice = ImportChoice()
        choice.until = 5_000_000
        #expect(try !Imported(bytes: trace.bytes, choice: choice).launch.notes.contains(note))
    }

    /// A trace whose kernel wrote these lines of one app, a bundle for each processor.
    private static func ring(_ bundles: [[(time: Int, line: String)]]) -> [UInt8] {
        let trace = ProtobufMessage()
        for lines in bundles {
            trace.packet { packet in
                packet.message(1) { bundle in
                    for (time, line) in lines {
                        bundle.message(2) { event in
                            event.number(1, UInt64(time) * 1_000_000).number(2, 70).message(3) { $0.text(2, line) }
                        }
                    }
                }
            }
        }
        return trace.bytes
    }

    @Test func `slices are paired by their times, not by their order in the file: each processor has its own bundle`()
        throws
    {
        let bytes = Self.ring([
            [(10, "B|70|A"), (22, "E|70"), (40, "B|70|C")], [(12, "B|70|A in A"), (20, "E|70"), (24, "B|70|B")],
            [(34, "E|70"), (50, "E|70")],
        ])
        let launch = try Imported(bytes: bytes).launch
        #expect(
            launch.runs.map { "\($0.name) \($0.start / 1_000_000)..\($0.end / 1_000_000)" } == [
                "A 0..12", "B 14..24", "C 30..40",
            ])
        #expect(launch.notes.allSatisfy { !$0.contains("without an end") }, "\(launch.notes)")
    }

    @Test func `an app's launch that the system did not record lasts to reportFullyDrawn, else to the first input`()
        throws
    {
        let lines = [
            (10, "B|70|draw"), (30, "E|70"), (35, "B|70|reportFullyDrawn() for Shop"), (40, "E|70"),
            (60, "B|70|AndroidOwner:onTouch"), (70, "E|70"), (80, "B|70|scroll"), (900, "E|70"),
        ]
        let drawn = try Imported(bytes: Self.ring([lines]))
        #expect(drawn.time?.count == 30_000_000)
        #expect(
            drawn.launch.notes.contains(
                "The trace has no slice launching: PACKAGE: the launch ends with reportFullyDrawn() for Shop. --from and --until choose a stretch."
            ))
        let touched = try Imported(bytes: Self.ring([lines.filter { !(31...40).contains($0.0) }]))
        #expect(touched.time?.count == 50_000_000)
        #expect(touched.launch.notes.contains { $0.contains("ends with the first input, AndroidOwner:onTouch") })
    }

    @Test func `a process that is not in the trace is answered with those that are`() {
        var choice = ImportChoice()
        choice.process = "shop"
        func message(_ bytes: [UInt8]) -> String {
            do throws(ImportProblem) {
                _ = try TraceImport.launch(ByteWindow(bytes), name: "app", choice: choice)
                return ""
            } catch {
                return error.message
            }
        }
        #expect(
            message(Self.ring([[(10, "B|70|draw"), (30, "E|70")]]))
                == "no process shop in the trace; there is process 70")
        let plain = #"[{"name":"A","ph":"X","ts":0,"dur":4,"pid":1,"tid":1}]"#
        #expect(message(Array(plain.utf8)) == "no process shop in the trace: it names none")
    }

    @Test("any bytes are read or refused with a place", arguments: 0..<25 as Range<UInt64>)
    func rubbish(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let trace = ProtobufMessage()
        trace.packet { $0.message(60) { $0.number(1, 10).text(2, "track") } }
        for time in 1...20 {
            trace.event(at: UInt64(time), sequence: 1) {
                $0.number(9, UInt64(1 + time % 2)).text(23, "A").number(11, 10)
            }
        }
        for _ in 0..<40 {
            var bytes = Array(trace.bytes.prefix(random.below(trace.bytes.count + 1)))
            for _ in 0..<random.below(6) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.below(256))
            }
            let problem = Imported.problem(bytes, format: .perfetto)
            #expect(problem.isEmpty || problem.hasPrefix("f:byte "), "\(problem)")
        }
    }

    @Test func `a packet that is truncated or too long is refused`() {
        #expect(
            Imported.problem([0x0A, 0x05, 0x08], format: .perfetto) == "f:byte 0: error: the file ends inside a packet")
        #expect(
            Imported.problem([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], format: .perfetto)
                == "f:byte 0: error: a packet is longer than 16 MiB, or the file ends inside its length")
    }

    @Test func `of several launches of Android 13 one is chosen, and each lasts as long as the system says`() throws {
        let first = try Imported(bytes: AndroidTrace.twoLaunches)
        #expect(first.launch.name == "com.shop" && first.time?.count == 32_000_000)
        #expect(first.launch.runs.map { $0.name } == ["bindApplication", "activityStart"])
        #expect(first.text.contains("name: 'launching: com.shop'") || first.text.contains("launching: com.shop"))
        #expect(
            first.launch.notes.contains(
                "This is launch 1 of 2: 1 com.shop (completed-cold) at 0s for 32ms, 2 com.shop (completed-hot) at 50ms for 10ms. --launch N chooses another."
            )
        )
        let second = try Imported(bytes: AndroidTrace.twoLaunches, number: 1)
        #expect(second.time?.count == 10_000_000)
        #expect(second.launch.runs.map { $0.name } == ["activityResume"])
        var choice = ImportChoice()
        choice.number = 2
        do throws(ImportProblem) {
            _ = try TraceImport.launch(ByteWindow(AndroidTrace.twoLaunches), name: "app", choice: choice)
            Issue.record("there are two launches")
        } catch {
            #expect(error.message == "no launch number 3: the trace has 2")
        }
    }

    @Test func `before Android 13 a launch lasts from the tap to the end of its slice`() throws {
        let launches = try (0...1).map { try Imported(bytes: AndroidTrace.twoTaps, number: $0) }
        #expect(launches.map { $0.time?.count } == [32_000_000, 10_000_000])
        #expect(launches.map { $0.launch.runs[0].name } == ["bindApplication", "activityResume"])
    }

    @Test func `beyond the most writers the known ones keep what they told`() throws {
        let trace = ProtobufMessage()
        trace.packet { $0.message(60) { $0.number(1, 10).message(4) { $0.number(1, 7).number(2, 7).text(5, "main") } } }
        for writer in 1...11_000 as ClosedRange<UInt64> {
            trace.packet { packet in
                packet.number(10, writer).number(13, 1)
                packet.message(12) { $0.message(2) { $0.number(1, 1).text(2, "Load") } }
            }
        }
        trace.event(at: 1_000, sequence: 1) { $0.number(9, 1).number(10, 1).number(11, 10) }
        trace.event(at: 3_000, sequence: 1) { $0.number(9, 2).number(11, 10) }
        #expect(try Imported(bytes: trace.bytes).schedule == ["Load main 0..2"])
    }

    @Test func `track events in the older form are slices, async slices and flows`() throws {
        let trace = ProtobufMessage()
        trace.packet { $0.message(60) { $0.number(1, 10).message(4) { $0.number(1, 7).number(2, 7).text(5, "main") } } }
        trace.packet { $0.message(60) { $0.number(1, 11).message(4) { $0.number(1, 7).number(2, 8).text(5, "io") } } }
        func add(_ time: UInt64, _ track: UInt64, _ name: String, _ phase: Character, _ fill: (ProtobufMessage) -> Void)
        {
            trace.event(at: time * 1000, sequence: 1) { event in
                event.number(11, track).text(23, name)
                event.message(6) { legacy in
                    legacy.number(2, UInt64(phase.asciiValue ?? 0))
                    fill(legacy)
                }
            }
        }
        add(0, 11, "Load", "X") { $0.number(3, 400).number(8, 9).number(13, 2) }
        add(100, 10, "Wait", "b") { $0.number(6, 3) }
        add(500, 10, "Wait", "e") { $0.number(6, 3) }
        add(400, 10, "Show", "B") { $0.number(8, 9).number(13, 1) }
        add(900, 10, "Show", "E") { _ in }
        let imported = try Imported(bytes: trace.bytes)
        let runs = imported.launch.runs.map { "\($0.name) \($0.start / 1000)..\($0.end / 1000)" }
        #expect(Set(runs) == ["Load 0..400", "Show 400..900", "Wait 100..500"])
        let load = imported.launch.runs.firstIndex { $0.name == "Load" }
        #expect(imported.launch.runs.first { $0.name == "Show" }?.after == [try #require(load)])
    }
}
