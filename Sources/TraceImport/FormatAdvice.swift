import SchedulerSimulation
import TraceAnalysis

/// What one does next with a recording, by its format: where more of it is known, and what shortens what took long in it.
public struct FormatAdvice: Sendable {
    /// What one does about a long task.
    private enum Remedy {
        case none
        /// A task of an app, by its thread.
        case task
        /// A unit of cargo, by its kind.
        case crate
        /// A unit of systemd, by its name.
        case unit
    }

    /// What is said of a format. NAME stands for the task behind a wait, PACKAGE and ACTIVITY for the app's.
    private struct Row {
        var remedy = Remedy.task
        var whereToLook: String?
        var beforeFirst: String?
        var caveat: String?
    }

    /// The recording.
    public let source: RecordedSource
    private let row: Row

    /// The advice on a recording.
    public init(_ source: RecordedSource) { (self.source, row) = (source, Self.row(source.format)) }

    /// A configuration for Perfetto on Android: the categories and the app, the frames, and the names of processes and packages,
    /// which the command line without one leaves out.
    private static var recorder: String {
        let categories = ["sched", "freq", "idle", "am", "wm", "view", "gfx", "dalvik", "binder_driver"]
            .map { #"atrace_categories: "\#($0)""# }.joined(separator: " ")
        let sources = [
            #"name: "linux.ftrace" ftrace_config {atrace_apps: "PACKAGE" \#(categories)}"#,
            #"name: "linux.process_stats" process_stats_config {scan_all_processes_on_start: true}"#,
            #"name: "android.surfaceflinger.frametimeline""#, #"name: "android.packages_list""#,
        ]
        return "buffers {size_kb: 65536} duration_ms: 10000 "
            + sources.map { "data_sources {config {\($0)}}" }.joined(separator: " ")
    }

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
                    "record more, of a release build: echo '\(recorder)' | "
                    + "adb shell perfetto --background --txt -c - -o /data/misc/perfetto-traces/t.pftrace; "
                    + "adb shell am force-stop PACKAGE; "
                    + "adb shell am start -W PACKAGE/ACTIVITY; sleep 10; adb pull /data/misc/perfetto-traces/t.pftrace",
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
                    + "systemctl show -p After NAME what it waits for",
                caveat: "estimates: with all other lengths as they are, and if no unit waited for more than is said")
        case .cargo:
            Row(
                remedy: .crate,
                caveat:
                    "estimates: too large where cargo does not name all that a unit waited for, too small where less work frees "
                    + "processors for the rest. The time of a build script includes its "
                    + "waits for tokens of the job server")
        }
    }

    /// Where more is known of a time about which the recording says nothing, before the task `name`; nil if nowhere.
    public func whereToLook(before name: String) -> String? {
        row.whereToLook.map { commands($0) }?.replacing("NAME", with: name)
            .replacing("PACKAGE", with: source.package ?? "PACKAGE")
            .replacing("ACTIVITY", with: source.activity ?? "ACTIVITY")
            .replacing(", of a release build", with: source.isDebuggable == false ? "" : ", of a release build")
    }

    /// Whether a task is the target that stands for a network, though no unit of `names` waits for one.
    private func isNetworkAlone(_ name: String, among names: some Sequence<String>) -> Bool {
        guard case .unit = row.remedy, name == "network-online.target" else { return false }
        return !names.contains { name in ["wait-online", "dhc", "connman"].contains { name.contains($0) } }
    }

    /// The same for such a target; nil for other tasks.
    public func whereToLookForNetwork(before name: String, among names: some Sequence<String>) -> String? {
        guard isNetworkAlone(name, among: names) else { return nil }
        return commands(
            "no unit of the plot waits for a network (*-wait-online, DHCP), and a plot leaves out what was started again after the "
                + "boot, as after a timeout: journalctl -b -g 'timed out|Failed to start' says if; systemctl list-dependencies --reverse \(name) "
                + "says who wants it, systemctl show -p After \(name) what it waits for")
    }

    /// What happens before the first task; nil if nothing is known of it.
    public var beforeFirst: String? { row.beforeFirst }

    /// What no gain of a change knows; nil: nothing.
    public var caveat: String? { row.caveat }

    /// What says of a wait before a task, which is shown as `title`, what it was; nil if no one command does. `names` are those
    /// of all tasks.
    public func whatExplains(waitBefore name: String, _ title: String, among names: some Sequence<String>) -> String? {
        guard case .unit = row.remedy else { return nil }
        return commands(
            isNetworkAlone(name, among: names)
                ? "journalctl -b -g 'timed out|Failed to start' says if the wait before \(title) ended with a timeout"
                : "journalctl -b -o short-monotonic and systemctl show -p After \(name) say what the wait before \(title) was"
        )
    }

    /// What one does about a long task, without a full stop; nil if nothing general can be said. `twins` go only together with
    /// it, it waited for `before`, and `codegen` percent of it were that. To leave it out helps nobody if it only waits.
    public func remedy(
        for name: String, with twins: [String] = [], after before: String? = nil, codegen: Int? = nil,
        isWait: Bool = false, isOnMain: Bool = true
    ) -> String? {
        switch row.remedy {
        case .none: nil
        case .task:
            isOnMain
                ? "do it later, on another thread, or less of it"
                : "start it earlier, do less of it, or do it after the \(source.words.whole)"
        case .crate: remedy(forUnit: name, after: before, codegen: codegen)
        case .unit:
            commands(
                BootUnit.remedy(for: name, with: twins, in: source.words.end, of: source.words.detail, isWait: isWait))
        }
    }

    /// Whether a launch can do without a task, as a boot without a unit that only waits, or a build without the build script that
    /// compiles a library which the system has.
    public func isSpared(_ name: String) -> Bool {
        switch row.remedy {
        case .none, .task: false
        case .crate: isLibrary(name)
        case .unit: BootUnit.waits(name) != nil
        }
    }

    /// What helps a build whose units waited for a free job; nil of any other recording.
    public var jobsHelp: String? {
        switch source.help {
        case nil: nil
        case .jobs?: "more jobs (cargo build -j), or fewer crates or features"
        case .crates?: "fewer crates or features, not more jobs"
        }
    }

    /// From this share of a unit on, in percent, codegen is more than a build without optimization usually has.
    private static let muchCodegen = 80

    private func remedy(forUnit name: String, after before: String?, codegen: Int?) -> String? {
        let crate = String(name.split(separator: " ").first ?? "")
        if isLibrary(name) { return remedy(forLibrary: crate, feature(of: name)) }
        if BuildUnits.isScript(name) {
            return "\(sccache) keeps what its build script compiles, if that is C or C++; "
                + "cargo tree -i \(crate) says who needs it"
        }
        if BuildUnits.hasFailed(name) {
            return
                "its error is in the output of cargo build; while target is kept, the next build compiles only what is not there"
        }
        if name.contains(" bin ") {
            let rest =
                before.map { "; only what does not need \($0) can be built earlier, in a crate of its own" } ?? ""
            // Apple's own linker is as fast.
            let linker = isFor("apple") ? nil : isFor("msvc") ? "linker=rust-lld" : "link-arg=-fuse-ld=lld (or mold)"
            let faster = linker.map { ": where that takes long, -C \($0) shortens it" } ?? ""
            return "it comes last, and links\(faster)\(rest)"
        }
        if (source.words.end ?? "").split(separator: " ").first.map({ $0 == crate[...] }) ?? false {
            return
                "it is what you build: parts that do not need each other, in crates of their own, compile at the same time"
        }
        let isDev = source.words.detail?.hasPrefix("profile dev") ?? false
        let profile = codegen.flatMap { share in
            isDev && share >= Self.muchCodegen
                ? "\(share)% of it is codegen: look whether [profile.dev] or [profile.dev.package] of Cargo.toml sets opt-level, which is 0 without it; "
                : nil
        }
        return (profile ?? "")
            + "cargo tree -e features -i \(crate) says who needs it: without it, or with fewer features, less is compiled"
    }

    /// Whether a unit of a build is the run of a build script that compiles a library of another language, by its feature or
    /// the name of its crate.
    private func isLibrary(_ name: String) -> Bool {
        guard BuildUnits.isScript(name) else { return false }
        return feature(of: name) != nil || (name.split(separator: " ").first ?? "").hasSuffix("-sys")
    }

    /// The variables with which the build scripts of some crates take a built library.
    private static let variables = [
        "openssl-sys": "OPENSSL_NO_VENDOR=1", "libgit2-sys": "LIBGIT2_NO_VENDOR=1",
        "libssh2-sys": "LIBSSH2_SYS_USE_PKG_CONFIG=1",
        "zstd-sys": "ZSTD_SYS_USE_PKG_CONFIG=1 in newer versions, else its feature pkg-config",
        "libsqlite3-sys": "LIBSQLITE3_SYS_USE_PKG_CONFIG=1", "libsodium-sys": "SODIUM_USE_PKG_CONFIG=1",
        "shaderc-sys": "SHADERC_LIB_DIR=DIR", "librocksdb-sys": "ROCKSDB_LIB_DIR=DIR",
    ]

    /// In brackets behind a blank, how the run of a build script takes a built library; empty if that is not known.
    public func libraryHint(for name: String) -> String {
        guard isLibrary(name) else { return "" }
        if let feature = feature(of: name) { return " (its feature \(feature) has it built)" }
        return variable(of: String(name.split(separator: " ").first ?? "")).map { " (\($0))" } ?? ""
    }

    /// Whether the build was for Windows, which has no libraries that pkg-config finds.
    private var isWindows: Bool { isFor("windows") }

    /// Whether the target of the build has a part that begins so.
    private func isFor(_ part: String) -> Bool {
        source.words.detail?.split(separator: "-").contains { $0.hasPrefix(part) } ?? false
    }

    /// What keeps the output of compilers: the crate that runs them uses it with MSVC only if the compiler is named, and CMake has
    /// settings of its own.
    private var sccache: String {
        "sccache (RUSTC_WRAPPER=sccache"
            + (isFor("msvc")
                ? "; on MSVC with CC=cl and CXX=cl, for CMake with CMAKE_C_COMPILER_LAUNCHER and CMAKE_CXX_COMPILER_LAUNCHER"
                : "")
            + ")"
    }

    private func variable(of crate: String) -> String? {
        let words = Self.variables[crate]
        guard isWindows, let words, words.lowercased().split(separator: "_").contains("pkg") else { return words }
        return nil
    }

    private func remedy(forLibrary crate: String, _ feature: String?) -> String {
        let variable = variable(of: crate)
        let own = isWindows ? "a built one" : "the system's"
        let built =
            feature.map { feature in
                let other = variable.map { ", or with \($0)," } ?? ""
                return "it compiles a library because its feature \(feature) is on "
                    + "(cargo tree -e features -i \(crate) says who wants it): without it\(other) it takes \(own)"
            }
            ?? "it compiles a library: "
            + (variable.map { "with \($0) it takes a built one" } ?? "its documentation says how it takes \(own)")
        // openssl-src compiles without a wrapper before its versions of 2024, and a report does not name its version.
        return crate == "openssl-sys" ? built : "\(built); else \(sccache) keeps what it compiles"
    }

    /// The feature because of which a build script, the run of one, has a library built; nil if none is known.
    public func feature(of name: String) -> String? {
        let crate = name.split(separator: " ").first ?? ""
        let features = source.features?.split(separator: ",").map { $0.split(separator: " ") } ?? []
        guard BuildUnits.isScript(name) else { return nil }
        return features.first { $0.count == 2 && $0[0] == crate }.map { String($0[1]) }
    }

    /// Whether the order of its tasks can be found out with another command.
    public var lacksOrder: Bool { source.words.whole == "boot" && source.order == nil }

    /// How the order of a boot's units is found out, and what to do with it and the recording in `file`.
    public func orderHint(for file: String) -> String { Self.orderHint(for: file, isSession: isSession) }

    static func orderHint(for file: String, isSession: Bool) -> String {
        commands("systemd-analyze dot --order", isSession: isSession)
            + " > order.dot; taskscope import \(file) order.dot -o boot.scenario.yaml"
    }

    /// How a boot is called that is only that of a user's session.
    static let session = "of a user's session"

    private var isSession: Bool { source.words.detail?.hasPrefix(Self.session) ?? false }

    private func commands(_ text: String) -> String { Self.commands(text, isSession: isSession) }

    /// Commands of systemd as they are for a boot, in a text: of a user's session with `--user`.
    static func commands(_ text: String, isSession: Bool) -> String {
        guard isSession else { return text }
        return ["systemctl", "systemd-analyze", "journalctl"].reduce(text) { text, command in
            text.replacing("\(command) ", with: "\(command) --user ")
        }
    }
}
