import ScenarioFormat
import SchedulerSimulation
import TestSupport
import Testing
import Text
import TraceAnalysis
import TraceImport

/// Good traces of every format, changed at random places.
@Suite struct MutatedTraceTests {
    /// A good trace of each format, and a second one of those that have two forms.
    private static func originals(_ format: ImportFormat) throws -> [[UInt8]] {
        switch format {
        case .ndjson: [try shop().bytes]
        case .chrome: [try export(.chrome), Array(strangersChrome.utf8)]
        case .perfetto: [PerfettoTraceTests.small]
        case .otlp: [try export(.otlp), OTLPTraceTests.request()]
        case .xctrace: [Array(signposts.utf8)]
        case .systemd: [DemoFile.read("systemd-plot.svg"), Array(plot.utf8)]
        case .dot: [Array(dot.utf8)]
        case .cargo: [DemoFile.read("cargo-timings.html")]
        }
    }

    private static func shop() throws -> Recording {
        try Recording(ScenarioReader.load(bytes: DemoFile.read("shop.yaml"), file: "shop.yaml").scenario)
    }

    private static func export(_ format: ExportFormat) throws -> [UInt8] {
        var bytes: [UInt8] = []
        _ = format.write(LaunchRecording(try shop().trace)) { bytes += $0 }
        return bytes
    }

    private static let strangersChrome = """
        {"displayTimeUnit": "ms", "traceEvents": [
          {"name": "thread_name", "ph": "M", "pid": 1, "tid": 7, "args": {"name": "main"}},
          {"name": "Launch", "ph": "B", "ts": 1000, "pid": 1, "tid": 7},
          {"name": "Read", "ph": "X", "ts": 1000, "dur": 2000.5, "pid": 1, "tid": 7, "args": {"deep": [1, {"a": null}]}},
          {"name": "Launch", "ph": "E", "ts": 10000, "pid": 1, "tid": 7},
          {"name": "Fetch", "ph": "b", "cat": "n", "id": 4, "ts": 3000, "pid": 1, "tid": 8},
          {"name": "Fetch", "ph": "e", "cat": "n", "id": 4, "ts": 5000, "pid": 1, "tid": 8},
          {"name": "go", "cat": "f", "ph": "s", "id": 1, "ts": 2000, "pid": 1, "tid": 7},
          {"name": "go", "cat": "f", "ph": "f", "bp": "e", "id": 1, "ts": 3001, "pid": 1, "tid": 8}
        ]}
        """
    private static let signposts = """
        <?xml version="1.0"?>
        <trace-query-result><node xpath='//table[4]'><schema name="os-signpost"/>
        <row><event-time id="1" fmt="00:00.100">100000000</event-time>
          <thread id="2" fmt="Main Thread 0x1a (Shop, pid: 7)"><tid id="3" fmt="0x1a">26</tid></thread>
          <event-type id="4" fmt="Begin">Begin</event-type><os-signpost-identifier id="5">1</os-signpost-identifier>
          <signpost-name id="6" fmt="Load">Load</signpost-name></row>
        <row><event-time id="7">140000000</event-time><thread ref="2"/><event-type id="8" fmt="End">End</event-type>
          <os-signpost-identifier ref="5"/><signpost-name ref="6"/></row>
        <row><start-time id="9">5000</start-time><duration id="10">3000</duration>
          <signpost-name id="11">A</signpost-name></row></node></trace-query-result>
        """
    private static let plot = """
        [{"name":"network.service","activated":900000,"activating":400000,"time":500000,"deactivated":0,"deactivating":0},
         {"name":"shop.service","activated":1500000,"activating":900100,"time":599900,"deactivated":0,"deactivating":0}]
        """
    private static let dot = """
        digraph systemd {
        \t"shop.service"->"network.service" [color="green"];
        \t"network.service"->"shop.service" [color="grey66"];
        \t"c.target"->"shop.service" [color="green"];
        }
        """

    /// What is likely to matter somewhere: the marks of the formats, ends of ranges, bytes that are no text.
    private static let pieces: [[UInt8]] =
        [
            "0", "-1", "9", "1e9", "0.5", "9223372036854775807", "99999999999999999999", "NaN", "null", "\"", "\\", "{",
            "}", "[", "]", ",", ":", "<", ">", "&", "/", "\n", "\u{1B}", "\u{202E}", "name", "\\u0000", "id=\"1\"",
        ].map { Array($0.utf8) } + [[0], [0x80], [0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]]

    private static func mutated(_ original: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = original
        for _ in 0...random.below(5) where !bytes.isEmpty {
            let place = random.below(bytes.count)
            let end = min(bytes.count, place + 1 + random.below(1 << random.below(9)))
            switch random.below(8) {
            case 0: bytes[place] = UInt8(random.below(256))
            case 1: bytes[place] ^= 1 << UInt8(random.below(8))
            case 2: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
            case 3: bytes.replaceSubrange(place..<end, with: pieces[random.below(pieces.count)])
            case 4: bytes.removeSubrange(place..<end)
            case 5: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
            case 6 where random.below(4) == 0: bytes.removeSubrange(place...)
            default:
                // Another number in place of one.
                guard let digit = bytes[place...].firstIndex(where: { (48..<58).contains($0) }) else { continue }
                let behind = bytes[digit...].firstIndex { !(48..<58).contains($0) } ?? bytes.count
                bytes.replaceSubrange(digit..<behind, with: pieces[random.below(7)])
            }
        }
        return bytes
    }

    @Test(
        "A changed trace gives one line with its place, or a scenario that is read, replayed and written again",
        arguments: ImportFormat.allCases)
    func mutations(format: ImportFormat) throws {
        let originals = try Self.originals(format)
        for original in originals { #expect(Imported.problem(original) == "") }
        var random = SplitMix(seed: UInt64(format.rawValue.utf8.count) + UInt64(format.rawValue.utf8.first ?? 0) << 8)
        var (refused, taken) = (0, 0)
        for number in 0..<Campaign.count(300) {
            let bytes = Self.mutated(originals[number % originals.count], &random)
            let problem = Imported.problem(bytes, format: number % 3 == 0 ? format : nil)
            guard problem.isEmpty else {
                refused += 1
                #expect(problem.hasPrefix("f:") && DisplayText.clean(problem) == problem, "\(problem)")
                continue
            }
            taken += 1
            do {
                _ = try Imported(bytes: bytes, format: number % 3 == 0 ? format : nil)
            } catch {
                Issue.record("change \(number): \(error)\n\(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
        #expect(refused > 10 && taken > 0, "\(refused) refused, \(taken) taken")
    }

    /// Numbers of which a sum or a difference of two does not fit 64 bits, in one unit or another.
    private static let extremes = [
        "0", "-1", "9223372036854775807", "-9223372036854775808", "4611686018427387904", "-4611686018427387904",
        "9223372036854775", "-9223372036854775", "9223372036", "9223372036.854775807", "4611686018427387", "1e300",
    ].map { Array($0.utf8) }

    /// `bytes` with extremes for two or more of its numbers.
    private static func withExtremes(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<2 + random.below(2) {
            let numbers = bytes.indices.filter { index in
                (48..<58).contains(bytes[index]) && (index == 0 || !(46..<58).contains(bytes[index - 1]))
            }
            guard !numbers.isEmpty else { return bytes }
            let start = numbers[random.below(numbers.count)]
            let end = bytes[start...].firstIndex { !(46..<58).contains($0) } ?? bytes.count
            bytes.replaceSubrange(start..<end, with: extremes[random.below(extremes.count)])
        }
        return bytes
    }

    @Test("Two numbers at the ends of their range are as harmless as one", arguments: ImportFormat.allCases)
    func extremes(format: ImportFormat) throws {
        let originals = try Self.originals(format)
        var random = SplitMix(seed: UInt64(format.rawValue.utf8.count) + 7)
        var (refused, taken) = (0, 0)
        for number in 0..<Campaign.count(300) {
            let bytes = Self.withExtremes(originals[number % originals.count], &random)
            guard Imported.problem(bytes).isEmpty else {
                refused += 1
                continue
            }
            taken += 1
            do {
                _ = try Imported(bytes: bytes)
            } catch {
                Issue.record("change \(number): \(error)\n\(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
        #expect(refused + taken == Campaign.count(300))
    }
}
