import TestSupport
import Testing
import TraceImport

/// What a report of cargo build --timings says beside its units.
@Suite struct CargoTimingsTests {
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
}
