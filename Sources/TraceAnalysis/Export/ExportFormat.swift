import SchedulerCore
import TraceFormat

/// A format in which a launch can be exported.
public enum ExportFormat: String, CaseIterable, Hashable, Sendable {
    case chrome, svg, page, dot, mermaid, csv, cast, otlp, junit, markdown, swift

    /// The extensions of its files, the usual one first.
    public var endings: [String] {
        switch self {
        case .chrome: [".json"]
        case .svg: [".svg"]
        case .page: [".html"]
        case .dot: [".dot"]
        case .mermaid: [".mmd"]
        case .csv: [".csv"]
        case .cast: [".cast"]
        case .otlp: [".otlp.json"]
        case .junit: [".xml"]
        case .markdown: [".md"]
        case .swift: [".swift"]
        }
    }

    /// The format of a file with this name; nil if no format has its extension. The longest extension counts.
    public init?(file name: String) {
        var best: (format: ExportFormat, length: Int)?
        for format in ExportFormat.allCases {
            for ending in format.endings where name.utf8.count > ending.utf8.count && name.hasSuffix(ending) {
                if ending.utf8.count > best?.length ?? 0 { best = (format, ending.utf8.count) }
            }
        }
        guard let best else { return nil }
        self = best.format
    }

    /// All extensions for a sentence: `.json, .svg, …`.
    public static var endingList: String { allCases.map { $0.endings[0] }.joined(separator: ", ") }

    /// Writes a recording piece by piece; false if it has no launch that reached its first frame and the format
    /// needs one. `sink` keeps none of the pieces. O(records log records).
    public func write(
        _ recording: LaunchRecording, to sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        var buffer = ExportBuffer(sink)
        switch self {
        case .chrome: return ChromeExport.write(recording, to: sink)
        case .otlp: return OTLPExport.write(recording, to: sink)
        case .csv: return TraceTable.write(recording, to: sink)
        case .svg:
            guard let launch = recording.launch(Timeline(recording.trace.records)) else { return false }
            LaunchPlot(launch).write { buffer.write($0) }
        case .page: buffer.write(PageExport.html(recording, program: recording.program))
        case .dot: buffer.write(recording.graphDocument().dot())
        case .mermaid: buffer.write(recording.graphDocument().mermaid())
        case .cast: buffer.write(LaunchCast(recording).text())
        case .junit: buffer.write(JUnitReport(recording).xml())
        case .markdown: buffer.write(LaunchMarkdown(recording).text())
        case .swift:
            guard let test = OrderTest(recording) else { return false }
            buffer.write(test.text())
        }
        buffer.flush()
        return true
    }

    /// The whole export; nil if `write` is false.
    public func bytes(of recording: LaunchRecording) -> [UInt8]? {
        let box = ByteBox()
        guard write(recording, to: { box.bytes.append(contentsOf: $0) }) else { return nil }
        return box.bytes
    }
}

/// Bytes that a sink fills.
private final class ByteBox {
    var bytes: [UInt8] = []
}
