import TestSupport
import Testing

/// What `critical-path` and `blame` say of recorded builds: jobs, features, versions, and what failed.
@Suite struct RecordedBuildTests {
    private static let scenario = "name: s\ntasks:\n  - {name: A, on: launch, duration: 1ms}\n"

    /// Two jobs: c was ready from the beginning, and waited for a free one until b ended; e waits for d, and then for a job.
    static let build = """
        <html><title>Cargo Build Timings — x</title><script>
        UNIT_DATA = [
        {"i":0,"name":"a","version":"1","target":"","start":0,"duration":4,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":1,"name":"b","version":"1","target":"","start":0,"duration":3,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":2,"name":"c","version":"1","target":"","start":3,"duration":4,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":3,"name":"d","version":"1","target":"","start":4,"duration":2.98,"unlocked_units":[4],"unlocked_rmeta_units":[]},
        {"i":4,"name":"e","version":"1","target":"","start":7,"duration":5,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":5,"name":"f","version":"1","target":"","start":8,"duration":1,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":6,"name":"g","version":"1","target":"","start":8,"duration":1,"unlocked_units":[],"unlocked_rmeta_units":[]}];
        CONCURRENCY_DATA = [{"t":0,"active":2,"waiting":5,"inactive":0},{"t":7,"active":2,"waiting":0,"inactive":0}];
        </script></html>
        """

    @Test func `a build is bound by its jobs if they were busy for long, and ends with its root crate`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build.replacing("<script>", with: "(jobs=2 ncpu=8)<script>"), to: "cargo-timing.html")
        let blame = try folder.run("blame", "cargo-timing.html").output
        #expect(blame.hasPrefix("build 12s, up to e\n"), "\(blame)")
        let cause =
            "bound by its jobs: for 58% of the build, 7s, ready units waited for a free job of 2\n"
        let path = try folder.run("critical-path", "cargo-timing.html").output
        #expect(path.contains(cause), "\(path)")
        let next = path.split(separator: "\n").filter { $0.hasPrefix("next: ") }
        #expect(next.count { $0.contains("more jobs (cargo build -j), or fewer crates") } == 1, "\(blame)")
        #expect(
            blame.contains(
                "SLACK: a unit could end up to that much later, as cargo does not name all that waited for it; and if each job "
                    + "goes to the same unit as here: a unit that ends later keeps its job from others, too\n"),
            "\(blame)")
    }

    @Test func `how much later a unit could end is the most, in every command that says it`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build, to: "cargo-timing.html")
        let why = "later, as cargo does not name all that waited for it"
        let unit = try folder.run("blame", "cargo-timing.html", "g").output
        #expect(unit.contains("could end up to 3s \(why)\n"), "\(unit)")
        let path = try folder.run("critical-path", "cargo-timing.html", "--fuzz", "3s").output
        #expect(path.contains("within 3s of the path; each could end up to that much \(why):\n"), "\(path)")
        let tried = try folder.run("what-if", "cargo-timing.html", "g duration 0s").output
        #expect(tried.contains("g could end up to 3s \(why)"), "\(tried)")
    }

    @Test func `a unit that waited for a free job says so, and who freed it`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build, to: "cargo-timing.html")
        let rows = try folder.run("blame", "cargo-timing.html").output.split(separator: "\n")
        #expect(rows.contains("   4s     3s      3s     5s  c"), "\(rows)")
        #expect(rows.contains { $0.hasPrefix("   3s     0s      0s ") }, "\(rows)")
        let blame = try folder.run("blame", "cargo-timing.html", "c").output
        #expect(blame.contains("  3s      3s  for a free job, which b freed\n"), "\(blame)")
        #expect(!blame.contains("dependency"), "\(blame)")
        let json = try folder.run("blame", "cargo-timing.html", "c", "--json").output
        #expect(json.contains(#""why":"job","by":["b"]"#), "\(json)")
        let scenario = try folder.run("import", "cargo-timing.html").output
        #expect(!scenario.contains("name: c, on: didFinishLaunching, follows: b"), "\(scenario)")
    }

    @Test func `of a unit of which nothing says what it waited for there is no wait`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build.replacing("CONCURRENCY_DATA", with: "NONE"), to: "cargo-timing.html")
        let rows = try folder.run("blame", "cargo-timing.html").output.split(separator: "\n")
        #expect(rows.contains("   4s     3s             3s  c"), "\(rows)")
        let json = try folder.run("blame", "cargo-timing.html", "--json").output
        #expect(json.contains(#""began":3000000000,"waited":null"#), "\(json)")
    }

    @Test func `a build says its profile, what cargo states, and what more jobs would give at most`() throws {
        let folder = try InFolder(Self.scenario)
        let table = """
            <tr><td>Profile:</td><td>release</td></tr><tr><td>Fresh units:</td>
            <td>3</td></tr><tr><td>Total units:</td><td>1010</td></tr><script>
            """
        try folder.write(Self.build.replacing("<script>", with: table), to: "cargo-timing.html")
        _ = try folder.run("import", "cargo-timing.html", "-o", "r.yaml")
        for file in ["cargo-timing.html", "r.yaml"] {
            let path = try folder.run("critical-path", file).output
            #expect(path.hasPrefix("build 12s (profile release, 3 of 1,010 units fresh), up to e\n"), "\(path)")
            #expect(path.contains("\nstated by cargo: what 1 of 3 tasks on the path waited for"), "\(path)")
            let jobs =
                "  a job for every unit that is ready (cargo build -j): at most -3s, only if the processors have room\n"
            #expect(path.contains(jobs), "\(path)")
        }
    }

    @Test func `what the launch waits for only through a free job is not almost critical`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build, to: "cargo-timing.html")
        let path = try folder.run("critical-path", "cargo-timing.html").output
        #expect(!path.contains("almost critical: b") && !path.contains(", b ("), "\(path)")
    }

    @Test
    func `a unit with which others began before its end is one row of blame, and says when its metadata was ready`()
        throws
    {
        let folder = try InFolder(Self.scenario)
        let units = """
            {"i":0,"name":"cc","version":"1","target":"","start":0,"duration":4,"rmeta_time":1,"unlocked_units":[2],"unlocked_rmeta_units":[1]},
            {"i":1,"name":"a","version":"1","target":"","start":1,"duration":2,"unlocked_units":[],"unlocked_rmeta_units":[]},
            {"i":2,"name":"b","version":"1","target":"","start":4,"duration":3,"unlocked_units":[],"unlocked_rmeta_units":[]}
            """
        try folder.write("<html><script>UNIT_DATA = [\(units)];</script></html>", to: "cargo-timing.html")
        let blame = try folder.run("blame", "cargo-timing.html").output
        #expect(blame.contains(" 4s     0s      0s     CP  cc (rmeta after 1s, codegen 3s)\n"), "\(blame)")
        #expect(blame.contains("\nOWN of all units: 9s\n"), "\(blame)")
        #expect(blame.contains("\nOWN: with a wait of less than 1/500 of the build before a unit, and in "), "\(blame)")
        let path = try folder.run("critical-path", "cargo-timing.html").output
        let first = "  cc          the first that is recorded; codegen 3s of 4s follows, others began with rmeta\n"
        #expect(path.contains(first), "\(path)")
        #expect(path.contains("  cc codegen  the rest of cc, after its metadata\n"), "\(path)")
    }

    @Test func `of two units that end within a moment the one nearest to the start freed the job`() throws {
        let folder = try InFolder(Self.scenario)
        func unit(_ number: Int, _ name: String, _ start: Double, _ length: Double, _ unlocks: String = "") -> String {
            #"{"i":\#(number),"name":"\#(name)","version":"1","target":"","start":\#(start),"duration":\#(length),"#
                + #""unlocked_units":[\#(unlocks)],"unlocked_rmeta_units":[]}"#
        }
        let units = [
            unit(0, "a", 0, 3, "2"), unit(1, "b", 0, 6), unit(2, "c", 6, 4), unit(3, "d", 3, 3.01),
            unit(4, "e", 6.01, 3),
        ]
        try folder.write(
            "<html><script>UNIT_DATA = [\(units.joined(separator: ","))];\nCONCURRENCY_DATA = ["
                + #"{"t":0,"active":2,"waiting":2,"inactive":0},{"t":7,"active":2,"waiting":0,"inactive":0}];"#
                + "</script></html>", to: "cargo-timing.html")
        let path = try folder.run("critical-path", "cargo-timing.html").output
        #expect(path.contains("  6s  10s    4s  c     b freed lane jobs\n"), "\(path)")
    }

    /// The last lines of what `critical-path` says of a build.
    private static func path(_ build: String) throws -> String {
        let folder = try InFolder(scenario)
        try folder.write(build, to: "cargo-timing.html")
        return try folder.run("critical-path", "cargo-timing.html").output
    }

    private static func next(_ output: String) -> [String] {
        output.split(separator: "\n").filter { $0.hasPrefix("next: ") }.map { String($0) }
    }

    @Test func `where the processors were busy, more jobs are no remedy`() throws {
        let busy = "CPU_USAGE = [[1,99],[6,98]];</script>"
        let path = try Self.path(Self.build.replacing("</script>", with: busy))
        #expect(!path.contains("a job for every unit"), "\(path)")
        #expect(Self.next(path).contains { $0.contains("fewer crates or features, not more jobs") }, "\(path)")
        let more = "  a job for every unit that is ready (cargo build -j): at most -3s"
        #expect(try Self.path(Self.build).contains(more))
    }

    private static func unit(
        _ number: Int, _ name: String, _ start: Double, _ length: Double, _ unlocks: String = "", target: String = "",
        version: String = "1.0.0", features: String = ""
    ) -> String {
        #"{"i":\#(number),"name":"\#(name)","version":"\#(version)","target":"\#(target)","start":\#(start),"#
            + #""duration":\#(length),"features":[\#(features)],"unlocked_units":[\#(unlocks)],"unlocked_rmeta_units":[]}"#
    }

    private static func report(_ units: [String], _ rest: String = "") -> String {
        "<html><title>Cargo Build Timings</title>\(rest)<script>UNIT_DATA = [\(units.joined(separator: ","))];\n"
            + #"CONCURRENCY_DATA = [{"t":0,"active":2,"waiting":2},{"t":5,"active":2,"waiting":0},"#
            + #"{"t":12,"active":0,"waiting":0}];"#
            + "CPU_USAGE = [[4,99],[12,50]];</script></html>"
    }

    /// A vendored library that all waits for, and two versions of a crate beside it.
    private static let vendored = report([
        unit(0, "openssl-sys", 0, 8, "1", target: " custom-build (run)", features: #""vendored""#),
        unit(1, "openssl", 8, 2, "2"), unit(2, "app", 10, 2, target: " bin 'app'"),
        unit(3, "syn", 0, 3, version: "1.0.48"), unit(4, "syn", 3, 2, version: "0.15.44"),
    ])

    @Test func `the larger cause comes first, and what the build does not wait for is said to give nothing`() throws {
        let path = try Self.path(Self.vendored)
        let next = Self.next(path)
        #expect(path.contains("  without openssl-sys custom-build (run): -6s"), "\(path)")
        #expect(path.contains("'\"openssl-sys custom-build (run)\" duration 0s'"), "\(path)")
        let first =
            "next: openssl-sys custom-build (run): it compiles a library because its feature vendored is on "
            + "(cargo tree -e features -i openssl-sys says who wants it): without it, or with OPENSSL_NO_VENDOR=1, it takes the "
            + "system's"
        let second =
            "next: fewer crates or features, not more jobs; one version instead of syn 1.0.48 (3s) and 0.15.44 (2s) "
            + "(cargo tree -d says who needs them)"
        let other =
            "next: openssl: cargo tree -e features -i openssl says who needs it: without it, or with fewer features, less is "
            + "compiled"
        #expect(next == [first, other, second], "\(path)")
    }

    @Test func `libraries that are compiled beside each other go together`() throws {
        let path = try Self.path(
            Self.report([
                Self.unit(0, "shaderc-sys", 0, 8, "2", target: " custom-build (run)"),
                Self.unit(1, "zstd-sys", 0, 7, "2", target: " custom-build (run)"), Self.unit(2, "app", 8, 4),
            ]))
        let both = "  without shaderc-sys custom-build (run) and zstd-sys custom-build (run): -8s"
        #expect(path.contains("what each would save if it took no time:\n" + both), "\(path)")
        #expect(path.contains("with SHADERC_LIB_DIR=DIR it takes a built one"), "\(path)")
    }

    @Test func `a build that failed says first what failed, when, and after what`() throws {
        let table = "<tr><td>Error:</td><td>could not compile `vox`</td></tr>"
        let units = [Self.unit(0, "base", 0, 8, "1"), Self.unit(1, "mid", 8, 2)]
        // No count of jobs shows another unit before the last one ended.
        let build = Self.report(units, table).replacing(#""active":2"#, with: #""active":1"#)
        let path = try Self.path(build)
        #expect(
            path.contains(
                "\nfailed: vox, from 10s to 12s, probably after mid; the report leaves it out: its times are inferred\nlongest on the critical path: "
            ),
            "\(path)")
        #expect(path.contains("it probably waited for mid\n"), "the report does not list it: \(path)")
        #expect(path.contains("  base: -8s if vox (failed) really waits for mid, else 0s\n"), "\(path)")
        #expect(
            Self.next(path).first
                == "next: vox (failed): its error is in the output of cargo build; "
                + "while target is kept, the next build compiles only what is not there", "\(path)")
        #expect(!path.contains("  vox (failed): "), "\(path)")
        // The last unit that waits for others gets ready when the last one ends.
        let counts = #"{"t":9,"active":1,"waiting":0,"inactive":1},{"t":10,"active":1,"waiting":0,"inactive":0},"#
        let last = #"{"t":12,"active":0,"waiting":0"#
        let counted = try Self.path(build.replacing(last + "}", with: counts + last + #","inactive":0}"#))
        let failed = "\nfailed: vox, from 10s to 12s, after mid; the report leaves it out: its times are inferred\n"
        #expect(counted.contains(failed), "\(counted)")
        #expect(counted.contains("  base: -8s\n") && !counted.contains("really waits"), "\(counted)")
    }

    @Test func `a unit that is one task says its codegen, and the time before the first unit is cargo's own`() throws {
        let unit = Self.unit(0, "base", 1, 9, "1").replacing(#""features""#, with: #""rmeta_time":2,"features""#)
        let report = Self.report([unit, Self.unit(1, "app", 10, 2)])
        let path = try Self.path(report.replacing(#""waiting":2"#, with: #""waiting":0"#))
        #expect(path.contains("(cargo itself)  before its first unit, such as reading packages\n"), "\(path)")
        #expect(path.contains("  9s  base            the first unit; codegen 7s of 9s\n"), "\(path)")
        #expect(path.contains("cargo itself 1s") && !path.contains("unexplained"), "\(path)")
    }

    @Test func `more active units than jobs are no contradiction, and said to be none`() throws {
        let report = Self.build.replacing(#""t":0,"active":2"#, with: #""t":0,"active":6"#)
        let path = try Self.path(report.replacing("<script>", with: "(jobs=4 ncpu=8)<script>"))
        let words =
            "ready units waited for a free job; up to 6 units were active with 4 jobs (-j): cargo limits the tokens of its job "
            + "server, which build scripts may share, not the units\n"
        #expect(path.contains(words), "\(path)")
    }
}
