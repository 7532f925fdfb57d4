import Planning
import Text
import SchedulerCore
import TraceAnalysis

/// The units of a boot on its critical path that only wait, with what may be why a wait ended.
struct RecordedWaits {
    private let launch: LaunchMeasure
    private let rows: [(wait: BootWait, length: Nanoseconds)]
    /// The longest first; those that take more than a hundredth of the boot.
    var waits: [BootWait] { rows.map { $0.wait } }

    init(_ launch: LaunchMeasure, _ planned: PlannedLaunch) {
        self.launch = launch
        let waits = planned.bootWaits
        let links = launch.path.links.filter { $0.length.count > launch.time.count / 100 }
        rows = links.sorted { $0.length > $1.length }.compactMap { link in
            waits.first { $0.task == link.task }.map { ($0, link.length) }
        }
    }

    /// Which wait, for what, and what ended just before they did; empty if none waits.
    var text: String {
        guard !rows.isEmpty else { return "" }
        let sum = rows.reduce(Int64(0)) { $0 + $1.length.count }
        let lines = rows.map { wait, length in
            let name = launch.name(wait.task)
            return "  \(BootUnit.short(name)) \(TimeText.text(length)) \(BootUnit.waits(name) ?? "")"
                + "\(why(wait).map { "; \($0)" } ?? "")\n"
        }
        return "only wait, \(Format.percent(sum, of: launch.time.count)) of the boot:\n\(lines.joined())"
    }

    /// What of the recording may be why a wait ended; nil if nothing is.
    private func why(_ wait: BootWait) -> String? {
        var parts: [String] = []
        if let unit = wait.unit {
            let name = launch.name(unit.task)
            let what = BootUnit.waits(name).map { " (it waits \($0))" } ?? ""
            parts.append(
                "\(BootUnit.short(name))\(what) ran for \(TimeText.text(unit.ran)) of it, until \(TimeText.text(unit.rest)) before its end"
            )
        }
        if let device = wait.device {
            let name = BootUnit.short(launch.name(device.task))
            parts.append("the last device, \(name), came \(TimeText.text(device.rest)) before its end")
        }
        if let link = wait.link {
            let name = BootUnit.short(launch.name(link.task))
            parts.append("\(name) came \(TimeText.text(link.rest)) before its end")
        }
        if let twin = wait.twin {
            let name = BootUnit.short(launch.name(twin.task))
            let rest = TimeText.text(twin.rest)
            parts.append("\(name) waits for the same and ended \(rest) earlier: only without both is it gone")
        }
        if let decider = wait.decider { parts.append("\(BootUnit.short(launch.name(decider))) decides when") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
