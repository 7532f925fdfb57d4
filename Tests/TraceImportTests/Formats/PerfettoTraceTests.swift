import Testing
import TraceImport

/// Perfetto's protocol buffers.
@Suite struct PerfettoTraceTests {
    @Test func `track events with interned names become tasks on their threads, flows become edges`() throws {
        let trace = Message()
        trace.packet { $0.message(60) { $0.number(1, 10).message(4) { $0.number(1, 7).number(2, 7).text(5, "main") } } }
        trace.packet { $0.message(60) { $0.number(1, 11).message(4) { $0.number(1, 7).number(2, 8).text(5, "io") } } }
        trace.packet { packet in
            packet.number(10, 1).number(13, 1)
            packet.message(12) { $0.message(2) { $0.number(1, 1).text(2, "Load") } }
        }
        trace.event(at: 1_000_000, sequence: 1) { $0.number(9, 1).number(10, 1).number(11, 11).fixed(47, 5) }
        trace.event(at: 4_000_000, sequence: 1) { $0.number(9, 2).number(11, 11) }
        trace.event(at: 4_000_000, sequence: 1) { $0.number(9, 1).text(23, "Show").number(11, 10).fixed(48, 5) }
        trace.event(at: 9_000_000, sequence: 1) { $0.number(9, 2).number(11, 10) }
        let imported = try Imported(bytes: trace.bytes)
        #expect(imported.time?.count == 8_000_000)
        #expect(try imported.schedule == ["Load io 0..3000", "Show main 3000..8000 <- Load"])
    }

    @Test func `Android's slices of a launch are those of its package, up to reportFullyDrawn`() throws {
        let trace = Message()
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
                "androidx.startup.InitializationProvider main 2000..10000", "activityStart main 10000..20000",
                "reportFullyDrawn() for com.shop main 20000..30000",
            ])
    }

    @Test("any bytes are read or refused with a place", arguments: 0..<25 as Range<UInt64>)
    func rubbish(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let trace = Message()
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
                == "f:byte 0: error: the packet is longer than 16 MiB, or the file ends inside its length")
    }
}

/// Writes protocol buffers.
private final class Message {
    private(set) var bytes: [UInt8] = []

    @discardableResult func number(_ field: UInt64, _ value: UInt64) -> Message {
        varint(field << 3)
        varint(value)
        return self
    }

    @discardableResult func fixed(_ field: UInt64, _ value: UInt64) -> Message {
        varint(field << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
        return self
    }

    @discardableResult func text(_ field: UInt64, _ text: String) -> Message { raw(field, Array(text.utf8)) }

    @discardableResult func message(_ field: UInt64, _ fill: (Message) -> Void) -> Message {
        let inner = Message()
        fill(inner)
        return raw(field, inner.bytes)
    }

    func packet(_ fill: (Message) -> Void) { message(1, fill) }

    func event(at time: UInt64, sequence: UInt64, _ fill: (Message) -> Void) {
        packet { $0.number(8, time).number(10, sequence).message(11, fill) }
    }

    private func raw(_ field: UInt64, _ value: [UInt8]) -> Message {
        varint(field << 3 | 2)
        varint(UInt64(value.count))
        bytes += value
        return self
    }

    private func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
