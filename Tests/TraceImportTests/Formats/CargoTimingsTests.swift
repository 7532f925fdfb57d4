import SchedulerSimulation
import TestSupport
import Testing
import TraceImport

/// What a report of cargo build --timings says beside its units.
@Suite struct CargoTimingsTests {
    @Test func `a build whose processors were busy all the time is bound by them, not by its jobs`() throws {
        let imported = try Imported(
            """
            <p>4 (jobs=4 ncpu=8)</p><script>
            const UNIT_DATA = [{"i": 0, "name": "base", "target": "", "start": 0.0, "duration": 2.0}];
            const CONCURRENCY_DATA = [{"t": 0.0, "active": 4, "waiting": 1}, {"t": 1.5, "active": 1, "waiting": 0}];
            const CPU_USAGE = [[0.25, 97.5], [0.75, 99.5], [1.75, 100.0]];
            </script>
            """, format: .cargo)
        #expect(
            imported.launch.cause
                == "bound by its 8 processors, 99% busy: for 75% of the build, 1.5s, ready units waited for a free job of 4"
        )
        #expect(imported.launch.help == .crates)
        var source = RecordedSource(.cargo)
        source.help = .crates
        #expect(FormatAdvice(source).jobsHelp == "fewer crates or features, not more jobs")
    }

    @Test func `each sample of the processors counts for the time since the one before`() throws {
        let imported = try Imported(
            """
            <p>4 (jobs=4 ncpu=8)</p><script>
            const UNIT_DATA = [{"i": 0, "name": "base", "target": "", "start": 0.0, "duration": 2.0}];
            const CONCURRENCY_DATA = [{"t": 0.0, "active": 4, "waiting": 1}, {"t": 1.9, "active": 1, "waiting": 0}];
            const CPU_USAGE = [[0.1, 40.0], [0.15, 40.0], [1.75, 100.0]];
            </script>
            """, format: .cargo)
        let cause = imported.launch.cause ?? ""
        #expect(cause.hasPrefix("bound by its 8 processors, 94% busy: "), "\(cause)")
    }

    @Test func `crates of several versions have them in their names; how long one unit ran alone is said`() throws {
        let units = [
            ("syn", "1.0", "", 0.0, 3.0), ("syn", "2.0", "", 0.0, 3.0), ("syn", "2.0", " build-script", 0.5, 0.5),
            ("shop", "1.0", "", 4.0, 2.0), ("shop", "1.0", " bin", 6.0, 2.0), ("tool", "1.0", "", 9.0, 3.0),
        ].enumerated().map { number, unit in
            """
            {"i": \(number), "name": "\(unit.0)", "version": "\(unit.1)", "target": "\(unit.2)", "start": \(unit.3),
             "duration": \(unit.4)}
            """
        }
        let imported = try Imported("<script>UNIT_DATA = [\(units.joined(separator: ",\n"))];</script>", format: .cargo)
        #expect(
            imported.launch.runs.map { $0.name } == [
                "syn 1.0", "syn 2.0", "syn 2.0 build-script", "shop", "shop bin", "tool",
            ])
        // Two units one after the other are one stretch, longer than the tool's.
        #expect(
            imported.launch.notes.contains(
                "For 7s of the build only one unit ran, longest from 4s to 8s: there a shorter chain of units helps, more "
                    + "jobs do not."), "\(imported.launch.notes)")
    }

    @Test("What helps while one unit runs depends on how busy the processors are then", arguments: [80, 98])
    func alone(use: Int) throws {
        // Both run until 1 s; what the processors did then does not count.
        let other = 178 - use
        let imported = try Imported(
            """
            <script>const UNIT_DATA = [\(Self.unit(0, "base", 0, 4)), \(Self.unit(1, "other", 0, 1))];
            const CPU_USAGE = [[0.5, \(other)], [1.0, \(other)], [2.5, \(use)], [4.0, \(use)]];</script>
            """, format: .cargo)
        let help =
            use == 80
            ? "there a shorter chain of units helps, more jobs do not."
            : "there the processors were 98% busy: less to compile helps (opt-level, features), neither more jobs nor another "
                + "order."
        let note = "For 3s of the build only one unit ran, longest from 1s to 4s: "
        #expect(imported.launch.notes.contains(note + help), "\(imported.launch.notes)")
    }

    @Test("A build that failed says so, with the reason", arguments: ["build failed", "could not compile `vox`", ""])
    func failed(reason: String) throws {
        let row = reason.isEmpty ? "" : "<tr><td class=\"error-text\">Error:</td><td>\(reason)</td></tr>"
        let imported = try Imported(
            """
            <table><tr><td>Targets:</td><td>base 0.1.0 (lib)<br>swim 0.1.0 (lib)<br>stm 0.1.0 (bin)</td></tr>
            \(row)</table><script>
            const UNIT_DATA = [{"i": 0, "name": "base", "target": "", "start": 0.0, "duration": 2.0}];
            </script>
            """, format: .cargo)
        let note = imported.launch.notes.first { $0.hasPrefix("The build failed") }
        let why = reason == "build failed" ? "" : " (\(reason))"
        let unit =
            why.isEmpty
            ? "does not name what failed; of the targets it lacks swim, stm." : "leaves out what failed, vox."
        let wanted = "The build failed\(why): this is what it did until then, not a whole build. The report \(unit)"
        #expect(note == (reason.isEmpty ? nil : wanted))
        #expect(imported.launch.words.whole == "build")
        #expect(imported.launch.words.end == (reason.isEmpty ? "base" : "its failure"))
    }

    private static func unit(_ number: Int, _ name: String, _ start: Double, _ length: Double, _ more: String = "")
        -> String
    {
        #"{"i": \#(number), "name": "\#(name)", "target": "", "start": \#(start), "duration": \#(length)\#(more)}"#
    }

    /// `base` is ready for others at 1 s; a unit that no row has waits for a job until 1.2 s and fails at 2 s, `tail` ends at 4 s.
    @Test
    func `the unit that failed, which only the counts of jobs show, began after the unit that it waited for`()
        throws
    {
        func report(tail: Double = 0, at middle: Int = 3) -> String {
            let units = [Self.unit(0, "base", 0, 1.5, #", "rmeta_time": 1.0"#), Self.unit(1, "tail", tail, 4 - tail)]
            let counts = [
                (0, 2, 0), (1.0, 2, 1), (1.2, middle, 0), (1.49, middle, 0), (1.5, middle - 1, 0), (2, 1, 0), (4, 0, 0),
            ].map { "{\"t\": \($0.0), \"active\": \($0.1), \"waiting\": \($0.2)}" }
            return """
                <table><tr><td>Error:</td><td>build failed</td></tr></table><script>
                const UNIT_DATA = [\(units.joined(separator: ", "))];
                const CONCURRENCY_DATA = [\(counts.joined(separator: ", "))];
                </script>
                """
        }
        let imported = try Imported(report(), format: .cargo)
        #expect(
            try imported.schedule == [
                "base jobs 0..1000000", "tail jobs 0..4000000", "base codegen jobs 1000000..1500000 <- base",
                "an unlisted unit (failed) jobs 1200000..2000000 <- base",
            ])
        #expect(imported.time?.count == 4_000_000_000)
        let note = imported.launch.notes.first ?? ""
        let words = "The build failed at 2s: this is what it did until then and what ran then, not a whole build."
        #expect(note.hasPrefix(words), "\(note)")
        #expect(imported.launch.words.detail == "failed at 2s")
        // Nothing says when it failed if two units are missing, or one began later.
        for wrong in [report(at: 4), report(tail: 3)] {
            #expect(try Imported(wrong, format: .cargo).launch.notes.first?.hasPrefix("The build failed: ") == true)
        }
    }

    /// The failed unit begins when `base` ends, and the units that wait for others are none from then on, or from later on.
    @Test(
        "What the failed unit waited for is stated where the last unit that waited got ready",
        arguments: [0, 1, nil] as [Int?])
    func failedLast(inactive: Int?) throws {
        let changes: [(time: Double, active: Int, inactive: Int?)] = [(0, 1, 1), (1, 1, inactive), (2, 0, 0)]
        let counts = changes.map { change in
            let rest = inactive == nil ? "" : ", \"inactive\": \(change.inactive ?? 0)"
            return "{\"t\": \(change.time), \"active\": \(change.active), \"waiting\": 0\(rest)}"
        }
        let imported = try Imported(
            """
            <table><tr><td>Error:</td><td>could not compile `vox`</td></tr></table><script>
            const UNIT_DATA = [\(Self.unit(0, "base", 0, 1)), \(Self.unit(1, "side", 0, 0.5)), \
            \(Self.unit(2, "tool bin tool", 0, 0.25))];
            const CONCURRENCY_DATA = [\(counts.joined(separator: ", "))];
            </script>
            """, format: .cargo)
        let before = inactive == 0 ? ["base", "side"] : ["base"]
        let failed = "vox (failed) jobs 1000000..2000000 <- \(before.joined(separator: ", "))"
        #expect(
            try imported.schedule == [
                "tool bin tool jobs 0..250000", "side jobs 0..500000", "base jobs 0..1000000", failed,
            ])
        let task = imported.scenario.tasks.last
        #expect(task?.assumes == (inactive == 0 ? [] : before))
        #expect(task?.spec.after == (inactive == 0 ? before : []))
    }

    /// `base` and `lib` are ready for others at 1 s and 0.5 s, `macro` only at its end; `tail` is not ready before 4 s.
    @Test func `the unit that failed, and was the last that waited, waited for all that no other unit did`() throws {
        let units = [
            Self.unit(0, "base", 0, 1.5, #", "rmeta_time": 1.0"#), Self.unit(1, "lib", 0, 3, #", "rmeta_time": 0.5"#),
            Self.unit(2, "macro", 0, 0.75), Self.unit(3, "tail", 0, 4),
        ]
        let counts = [
            (0, 4, 0, 1), (0.75, 3, 0, 1), (1, 3, 1, 0), (1.2, 4, 0, 0), (1.5, 3, 0, 0), (2, 2, 0, 0), (3, 1, 0, 0),
            (4, 0, 0, 0),
        ].map { "{\"t\": \($0.0), \"active\": \($0.1), \"waiting\": \($0.2), \"inactive\": \($0.3)}" }
        let imported = try Imported(
            """
            <table><tr><td>Error:</td><td>build failed</td></tr></table><script>
            const UNIT_DATA = [\(units.joined(separator: ", "))];
            const CONCURRENCY_DATA = [\(counts.joined(separator: ", "))];
            </script>
            """, format: .cargo)
        let failed = "an unlisted unit (failed) jobs 1200000..2000000 <- base, lib, macro"
        #expect(try imported.schedule.last == failed)
        #expect(imported.scenario.tasks.last?.assumes == [])
    }

    @Test("A feature that has a library built is named, from the units or the table", arguments: [true, false])
    func vendored(isTable: Bool) throws {
        let features = isTable ? "" : #", "features": ["default", "openssl-src", "vendored"]"#
        let row =
            "<tr>\n  <td>1.</td>\n  <td>openssl-sys v0.9 custom-build (run)</td>\n  <td>2.0s</td>\n  <td>openssl-src, vendored</td>\n</tr>"
        let imported = try Imported(
            """
            \(isTable ? row : "")<script>UNIT_DATA = [\(Self.unit(0, "openssl-sys", 0, 2, features)), \
            \(Self.unit(1, "base", 0, 1, #", "features": ["static"]"#))];</script>
            """, format: .cargo)
        #expect(imported.launch.features == "openssl-sys vendored")
        func remedy(_ name: String, _ features: String? = nil) -> String {
            var source = RecordedSource(.cargo)
            source.features = features
            return FormatAdvice(source).remedy(for: name) ?? ""
        }
        let name = "openssl-sys custom-build (run)"
        let known = remedy(name, imported.launch.features)
        #expect(known.contains("because its feature vendored is on") && known.contains("OPENSSL_NO_VENDOR=1"))
        #expect(remedy(name).hasPrefix("it compiles a library: with OPENSSL_NO_VENDOR=1 it takes a built one"))
        #expect(remedy("nng-sys custom-build (run)").contains("its documentation says how it takes the system's"))
        #expect(
            remedy("shop custom-build (run)").hasPrefix(
                "sccache (RUSTC_WRAPPER=sccache) keeps what its build script compiles"))
        var root = RecordedSource(.cargo)
        root.words.end = "shop bin \"shop\""
        #expect(FormatAdvice(root).remedy(for: "shop")?.hasPrefix("it is what you build") == true)
        #expect(FormatAdvice(root).remedy(for: "syn 2.0.1")?.hasPrefix("cargo tree -e features -i syn ") == true)
        #expect(FormatAdvice(RecordedSource(.cargo)).isSpared(name))
        #expect(!FormatAdvice(RecordedSource(.cargo)).isSpared("shop custom-build (run)"))
    }

    @Test func `what the report says of profile and target decides what helps`() throws {
        let host = "x86_64-pc-windows-msvc"
        let row = "<td>rustc:</td><td>rustc 1.51.0<br>Host: \(host)<br>Target: \(host)</td>"
        let script = "<script>UNIT_DATA = [\(Self.unit(0, "base", 0, 1, ""))];</script>"
        let imported = try Imported(
            "<table><tr><td>Profile:</td><td>dev</td></tr><tr>\(row)</tr></table>\(script)", format: .cargo)
        #expect(imported.launch.words.detail == "profile dev, for x86_64-pc-windows-msvc")
        func advice(_ detail: String) -> FormatAdvice {
            var source = RecordedSource(.cargo)
            source.words.detail = detail
            return FormatAdvice(source)
        }
        let (windows, linux) = (
            advice("profile dev, for \(host)"), advice("profile release, for x86_64-unknown-linux-gnu")
        )
        let (zstd, shaderc) = ("zstd-sys custom-build (run)", "shaderc-sys custom-build (run)")
        #expect(
            windows.libraryHint(for: zstd) == "" && linux.libraryHint(for: zstd).contains("ZSTD_SYS_USE_PKG_CONFIG=1"))
        #expect(windows.libraryHint(for: shaderc) == " (SHADERC_LIB_DIR=DIR)")
        #expect(windows.remedy(for: zstd)?.contains("its documentation says how it takes a built one") == true)
        let sccache = "else sccache (RUSTC_WRAPPER=sccache"
        let newer =
            "; on MSVC with CC=cl and CXX=cl, for CMake with CMAKE_C_COMPILER_LAUNCHER and CMAKE_CXX_COMPILER_LAUNCHER) "
            + "keeps what it compiles"
        #expect(windows.remedy(for: zstd)?.hasSuffix(sccache + newer) == true)
        #expect(linux.remedy(for: zstd)?.hasSuffix(sccache + ") keeps what it compiles") == true)
        let words =
            "97% of it is codegen: look whether [profile.dev] or [profile.dev.package] of Cargo.toml sets opt-level, which is "
            + "0 without it; "
        #expect(windows.remedy(for: "wgpu", codegen: 97)?.hasPrefix(words + "cargo tree ") == true)
        #expect(windows.remedy(for: "wgpu", codegen: 79)?.hasPrefix("cargo tree ") == true)
        #expect(linux.remedy(for: "wgpu", codegen: 97)?.hasPrefix("cargo tree ") == true)
        let links = "it comes last, and links"
        let faster = [
            (windows, ": where that takes long, -C linker=rust-lld shortens it"),
            (linux, ": where that takes long, -C link-arg=-fuse-ld=lld (or mold) shortens it"),
            (advice("profile dev, for aarch64-apple-darwin, 0 of 3 units fresh"), ""),
        ]
        for (advice, words) in faster { #expect(advice.remedy(for: "shop bin \"shop\"") == links + words) }
    }

    @Test func `a build that failed goes on after its last unit until its last job is over`() throws {
        let imported = try Imported(
            """
            <table><tr><td>Error:</td><td>could not compile `vox`</td></tr></table><script>
            const UNIT_DATA = [{"i": 0, "name": "base", "target": "", "start": 0.0, "duration": 2.0}];
            const CONCURRENCY_DATA = [{"t": 0.0, "active": 1, "waiting": 0}, {"t": 3.5, "active": 0, "waiting": 0}];
            </script>
            """, format: .cargo)
        #expect(try imported.schedule == ["base jobs 0..2000000", "vox (failed) jobs 2000000..3500000 <- base"])
    }

    /// `early` began before `next` ended, so it took no job from it.
    @Test func `what ended after a unit began did not free its job`() throws {
        let units = [("first", 0.0, 1.0, "[2]"), ("next", 0.0, 600.5, "[]"), ("early", 600.0, 400.0, "[]")].enumerated()
            .map {
                """
                {"i": \($0.offset), "name": "\($0.element.0)", "target": "", "start": \($0.element.1),
                 "duration": \($0.element.2), "unlocked_units": \($0.element.3), "unlocked_rmeta_units": []}
                """
            }
        let imported = try Imported(
            "<script>const UNIT_DATA = [\(units.joined(separator: ","))];\nconst CONCURRENCY_DATA = "
                + "[{\"t\": 0.0, \"active\": 2, \"waiting\": 1}, {\"t\": 600.0, \"active\": 2, \"waiting\": 0}];</script>",
            format: .cargo)
        #expect(try imported.schedule.last == "early jobs 600000000..1000000000 <- first")
    }
}
