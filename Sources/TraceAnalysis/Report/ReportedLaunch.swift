import SchedulerCore
import TraceFormat

/// One recorded launch in a report on many.
public struct ReportedLaunch: Sendable {
    /// A task of it.
    public struct TaskTime: Sendable {
        /// Its name.
        public let name: String
        /// Own time before the first frame.
        public let own: Nanoseconds
        /// Whether it was on the critical path.
        public let isCritical: Bool
    }

    /// From the launch action to the first frame.
    public let time: Nanoseconds
    /// Its tasks.
    public let tasks: [TaskTime]

    /// The launches of a trace that reached their first frames, and how many did not. O(records log records).
    public static func all(in trace: Trace) -> (launches: [ReportedLaunch], failed: Int) {
        let timeline = Timeline(trace.records)
        let count = timeline.processes.count { $0.firstFrame != nil }
        let launches = (0..<count).compactMap { number -> ReportedLaunch? in
            guard
                let launch = LaunchMeasure(
                    title: trace.header.name, names: trace.names, timeline: timeline, number: number,
                    facts: .unknown)
            else { return nil }
            let tasks = Blame(launch).rows.map { TaskTime(name: $0.name, own: $0.own, isCritical: $0.isCritical) }
            return ReportedLaunch(time: launch.time, tasks: tasks)
        }
        return (launches, timeline.processes.count - count)
    }
}

/// Where a recorded launch comes from: its file below the folder, whose path gives build and day.
public struct LaunchOrigin: Hashable, Sendable {
    /// The file, relative to the folder of the report.
    public let path: String
    /// The subfolder; for files directly in the report's folder, the name up to the first `_`; otherwise empty.
    public let build: String
    /// The first date such as `2026-11-22` in the path; empty without one.
    public let day: String

    /// The origin of a file.
    public init(path: String) {
        self.path = path
        let parts = path.split(separator: "/").map { String($0) }
        if parts.count > 1 {
            build = parts[0]
        } else if let bar = path.firstIndex(of: "_") {
            build = String(path[..<bar])
        } else {
            build = ""
        }
        day = Self.day(in: Array(path.utf8))
    }

    private static func day(in bytes: [UInt8]) -> String {
        let dash = UInt8(ascii: "-")
        func isNumber(_ place: Int) -> Bool { bytes[place] >= UInt8(ascii: "0") && bytes[place] <= UInt8(ascii: "9") }
        guard bytes.count >= 10 else { return "" }
        for start in 0...(bytes.count - 10) where bytes[start + 4] == dash && bytes[start + 7] == dash {
            let digits = [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy { isNumber(start + $0) }
            let isAlone =
                (start == 0 || !isNumber(start - 1)) && (start + 10 == bytes.count || !isNumber(start + 10))
            if digits, isAlone { return String(decoding: bytes[start..<(start + 10)], as: UTF8.self) }
        }
        return ""
    }

    /// Whether one build comes before another: numbers in the names count as numbers, so 1.9 comes before 1.10.
    public static func isBuild(_ left: String, before right: String) -> Bool {
        var (left, right) = (Array(left.utf8)[...], Array(right.utf8)[...])
        while let first = left.first, let second = right.first {
            let (number, other) = (digits(&left), digits(&right))
            if !number.isEmpty, !other.isEmpty {
                if number.count != other.count { return number.count < other.count }
                for (digit, peer) in zip(number, other) where digit != peer { return digit < peer }
                continue
            }
            if !number.isEmpty || !other.isEmpty { return first < second }
            if first != second { return first < second }
            left.removeFirst()
            right.removeFirst()
        }
        return left.count < right.count
    }

    /// Takes the next digits, without leading zeros.
    private static func digits(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let number = text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        text = text[number.endIndex...]
        guard !number.isEmpty else { return number }
        let rest = number.drop { $0 == UInt8(ascii: "0") }
        return rest.isEmpty ? number.suffix(1) : rest
    }
}
