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
            imported.launch.cause?.hasPrefix(
                "bound by its 8 processors, 99% busy in the whole build: for 75% of the build, 1.5s, units that were ready "
                    + "waited for a free job of 4, the processors 98% busy: ") == true, "\(imported.launch.cause ?? "")"
        )
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
        #expect(cause.hasPrefix("bound by its 8 processors, 94% busy in the whole build: "), "\(cause)")
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
                "syn 1.0", "syn 2.0", "syn build-script", "shop", "shop bin", "tool",
            ])
        // Two units one after the other are one stretch, longer than the tool's.
        #expect(
            imported.launch.notes.contains(
                "For 7s of the build only one unit ran, longest from 4s to 8s: there a shorter chain of units helps, more "
                    + "jobs do not."), "\(imported.launch.notes)")
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
