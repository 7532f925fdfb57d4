import ScreenKit
import Foundation
import Testing

@testable import Dashboard

/// Every pane on the whole screen, cell by cell, at four sizes in three looks; the screens are in `Screens/`, one file a
/// size and character set, and are written again with TASKSCOPE_RECORD=1.
@Suite struct WholeScreenTests {
    private static let sizes = [(20, 5), (80, 24), (160, 48), (200, 60)]

    /// The shop after its launch with a list under way and jobs in every state.
    private static let text =
        shopText + """

              - {name: Migrate, lane: async, duration: 200ms}
              - {name: Sweep, lane: async, duration: never}
            sequences: [{name: Upkeep, on: didBecomeActive, steps: [Migrate, Sweep]}]
            jobs:
              retryLimit: 2
              delay: 4s
              handlers: {up: {duration: 100ms, outcome: fail}, poison: {duration: 20ms, outcome: critical}, slow: {duration: 5s}}
              enqueue: [{task: up}, {task: poison}, {task: nobody}, {task: slow}]

            """

    private func model(_ size: (Int, Int), isASCII: Bool, palette: Palette) throws -> DashboardModel {
        let options = DashboardOptions(
            isASCII: isASCII, palette: palette, scenarioFile: "shop.yaml", isPaused: true)
        var model = try dashboard(WholeScreenTests.text, columns: size.0, rows: size.1, options: options)
        model.type("L:goto 1.45s\n/Upkeep\n")
        return model
    }

    /// The table with the panes that have room beside it, then each pane zoomed.
    private func screens(_ size: (Int, Int), isASCII: Bool, palette: Palette) throws -> [(name: String, frame: Frame)] {
        var model = try model(size, isASCII: isASCII, palette: palette)
        var result = [("all", model.frame(columns: size.0, rows: size.1))]
        for pane in Pane.allCases {
            model.type("\(pane.rawValue)z")
            result.append(("\(pane.rawValue) \(pane.word)", model.frame(columns: size.0, rows: size.1)))
            model.type("z")
        }
        return result
    }

    private func written(_ screens: [(name: String, frame: Frame)]) -> String {
        screens.map { screen in
            let rows = screen.frame.lines.map { line in
                String(line.reversed().drop { $0 == " " }.reversed())
            }
            return "==== \(screen.name)\n" + rows.joined(separator: "\n") + "\n"
        }.joined()
    }

    @Test(arguments: sizes, [false, true])
    func `each pane is what was recorded, in UTF-8 and in ASCII`(size: (Int, Int), isASCII: Bool) throws {
        let text = written(try screens(size, isASCII: isASCII, palette: .standard))
        let name = "\(size.0)x\(size.1)-\(isASCII ? "ascii" : "utf8").txt"
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Screens/\(name)")
        if ProcessInfo.processInfo.environment["TASKSCOPE_RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let wanted = try String(contentsOf: file, encoding: .utf8)
        let (lines, recorded) = (text.components(separatedBy: "\n"), wanted.components(separatedBy: "\n"))
        #expect(lines.count == recorded.count)
        for (number, pair) in zip(lines, recorded).enumerated() where pair.0 != pair.1 {
            Issue.record("\(name):\(number + 1): \(pair.0)\nrecorded: \(pair.1)")
            return
        }
        if isASCII { #expect(!text.unicodeScalars.contains { !$0.isASCII }) }
    }

    @Test(arguments: sizes) func `mono has the same glyphs, no color, and the same marks`(size: (Int, Int)) throws {
        let colored = try screens(size, isASCII: false, palette: .standard)
        let mono = try screens(size, isASCII: false, palette: .mono)
        #expect(written(mono) == written(colored))
        for (screen, other) in zip(mono, colored) {
            let hasColor = screen.frame.cells.contains {
                $0.style.foreground != .standard || $0.style.background != .standard
            }
            #expect(!hasColor, "\(screen.name)")
            // What color tells, an attribute or a glyph tells too: nothing that stands out there is plain here.
            #expect(screen.frame.cursor?.column == other.frame.cursor?.column)
        }
        let isMarked = mono[0].frame.cells.contains { !$0.style.attributes.isEmpty }
        #expect(isMarked)
    }
}
