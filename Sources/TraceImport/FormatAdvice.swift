import SchedulerSimulation
import TraceAnalysis

/// What one does next with a recording, by its format: where more of it is known, and what shortens what took long in it.
public struct FormatAdvice: Sendable {
    /// What one does about a long task.
    private enum Remedy {
        case none
        case words(String)
        /// A unit of cargo, by its kind.
        case crate
        /// A unit of systemd, by its name.
        case unit
    }

    /// What is said of a format. NAME stands for the task behind a wait, PACKAGE for the app's.
    private struct Row {
        var remedy = Remedy.words("do it later, on another thread, or less of it")
        var whereToLook: String?
        var beforeFirst: String?
        var caveat: String?
    }

    /// The recording.
    public let source: RecordedSource
    private let row: Row

    /// The advice on a recording.
    public init(_ source: RecordedSource) { (self.source, row) = (source, Self.row(source.format)) }

    private static func row(_ format: ImportFormat) -> Row {
        switch format {
        case .ndjson: Row(remedy: .none)
        case .chrome:
            Row(
                whereToLook:
                    "a slice around what you suspect, such as performance.measure(), names it in the next recording")
        case .perfetto:
            Row(
                whereToLook:
                    "record more, of a release build: adb shell perfetto -o /data/misc/perfetto-traces/t.pftrace -t 10s -a PACKAGE "
                    + "sched am wm view gfx dalvik binder_driver, and meanwhile adb shell am force-stop PACKAGE; adb shell am start -W "
                    + "PACKAGE/ACTIVITY (androidx.compose.runtime:runtime-tracing names composables)",
                beforeFirst:
                    "before the first slice of its main thread the system makes or wakes the process and loads the app: am and "
                    + "dalvik record it")
        case .otlp: Row(whereToLook: "a span around what you suspect names it in the next recording")
        case .xctrace:
            Row(whereToLook: "an OSSignposter interval around what you suspect names it in the next recording")
        case .systemd, .dot:
            Row(
                remedy: .unit,
                whereToLook:
                    "journalctl -b -o short-monotonic has the log of that time; systemd-analyze critical-chain NAME and "
                    + "systemctl show -p After NAME what it waits for")
        case .cargo:
            Row(
                remedy: .crate,
                caveat:
                    "estimates: too large where cargo does not name all that a unit waited for, too small where less work frees "
                    + "processors for the rest")
        }
    }

    /// Where more is known of a time about which the recording says nothing, before the task `name`; nil if nowhere.
    public func whereToLook(before name: String) -> String? {
        row.whereToLook?.replacing("NAME", with: name).replacing("PACKAGE", with: source.package ?? "PACKAGE")
    }

    /// The same for the target that stands for a network, if no unit of `names` waits for one.
    public func whereToLookForNetwork(before name: String, among names: some Sequence<String>) -> String? {
        guard case .unit = row.remedy, name == "network-online.target",
            !names.contains(where: { name in ["wait-online", "dhc", "connman"].contains { name.contains($0) } })
        else { return nil }
        return
            "no unit of the plot waits for a network (*-wait-online, DHCP): systemctl list-dependencies --reverse \(name) "
            + "says who wants it, systemctl show -p After \(name) what it waits for"
    }

    /// What happens before the first task; nil if nothing is known of it.
    public var beforeFirst: String? { row.beforeFirst }

    /// What no gain of a change knows; nil: nothing.
    public var caveat: String? { row.caveat }

    /// What one does about a long task, without a full stop; nil if nothing general can be said. `twins` go only together with
    /// it, and it waited for `before`.
    public func remedy(for name: String, with twins: [String] = [], after before: String? = nil) -> String? {
        switch row.remedy {
        case .none: nil
        case .words(let words): words
        case .crate: remedy(forUnit: name, after: before)
        case .unit: BootUnit.remedy(for: name, with: twins)
        }
    }

    private func remedy(forUnit name: String, after before: String?) -> String {
        let crate = String(name.split(separator: " ").first ?? "")
        if name.hasSuffix(" (run)") {
            let why =
                feature(of: name).map {
                    "built from source because its feature \($0) is on; without it, the system's library"
                }
                ?? "cargo tree -i \(crate) -e features says which feature needs it"
            return "\(why); else keep what its build script builds (sccache, a prebuilt library)"
        }
        if name.hasSuffix("(failed)") { return "its error is in the output of cargo build" }
        if name.contains(" bin ") {
            let rest =
                before.map { "; only what does not need \($0) can be built earlier, in a crate of its own" } ?? ""
            return "it comes last, and links: -C link-arg=-fuse-ld=lld (or mold) links faster\(rest)"
        }
        return
            "cargo tree -i \(crate) says who needs it; fewer features of it, or a part in a crate of its own, make it shorter"
    }

    /// The feature because of which a build script, the run of one, has a library built; nil if none is known.
    public func feature(of name: String) -> String? {
        let crate = name.split(separator: " ").first ?? ""
        let features = source.features?.split(separator: ",").map { $0.split(separator: " ") } ?? []
        guard name.hasSuffix(" (run)") else { return nil }
        return features.first { $0.count == 2 && $0[0] == crate }.map { String($0[1]) }
    }

    /// Whether the order of its tasks can be found out with another command.
    public var lacksOrder: Bool { source.words.whole == "boot" && source.order == nil }

    /// How the order of a boot's units is found out, and what to do with it and the recording in `file`.
    public static func orderHint(for file: String) -> String {
        "systemd-analyze dot --order > order.dot; taskscope import \(file) order.dot -o boot.scenario.yaml"
    }
}
