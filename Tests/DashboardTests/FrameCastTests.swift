import Foundation
import Planning
import Testing

@testable import Dashboard

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// README's moving picture is what the program shows today.
@Suite struct FrameCastTests {
    /// TASKSCOPE_RECORD=1 writes the picture again.
    @Test func `README's picture is what the dashboard shows`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Demo/taskscope.svg")
        let svg = try story().svg
        if ProcessInfo.processInfo.environment["TASKSCOPE_RECORD"] == "1" {
            try svg.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == svg, "record it anew with TASKSCOPE_RECORD=1")
        let document = try XMLDocument(xmlString: svg)
        #expect(document.rootElement()?.name == "svg")
    }

    /// The built-in demo: its launch, why a task waited, and what is tried to shorten it.
    private func story() throws -> FrameCast {
        let size = (columns: 100, rows: 26)
        var model = try advised(shopDemo(), columns: size.columns, rows: size.rows)
        var cast = FrameCast()
        func shoot(_ caption: String, seconds: Int = 3) {
            cast.append(model.frame(columns: size.columns, rows: size.rows), caption: caption, seconds: seconds)
        }
        shoot("What is planned: why the launch takes so long, and what to try", seconds: 4)
        model.type("L:goto 120ms\n")
        shoot("L launches the app; Space pauses time", seconds: 2)
        for time in [300, 500, 700] {
            model.type(":goto \(time)ms\n")
            shoot("L launches the app; Space pauses time", seconds: 1)
        }
        model.type(":goto 1s\n")
        shoot("Launched. , and . step back and forth", seconds: 2)
        model.type("/Cart\n")
        shoot("Select a task: why it waited, and for whom", seconds: 4)
        model.type("a")
        shoot("a shows all advice, ranked by what it really gains", seconds: 4)
        model.answer(model.handle(.key(.enter)))
        shoot("Enter tries a change: 415ms instead of 899ms", seconds: 5)
        return cast
    }
}
