import Foundation
import SchedulerSimulation

@testable import ScenarioFormat

/// A folder of the repository, from its top.
func folder(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: path)
}

/// The text of a file in Demo.
func demo(_ name: String) throws -> String {
    try String(contentsOf: folder("Demo").appending(path: name), encoding: .utf8)
}

/// The diagnostics of a scenario text, without the file's name.
func diagnostics(_ text: String) -> [String] {
    ScenarioReader.read(text: text, file: "f.yaml").diagnostics.map { String($0.description.dropFirst(7)) }
}

/// The diagnostics of one task written in braces.
func taskDiagnostics(_ task: String) -> [String] {
    diagnostics("tasks:\n- {name: B}\n- \(task)\nclasses: {basic: [B]}")
}

/// A generator of our own, so that a seed means the same tests everywhere.
struct TestGenerator {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var word = state
        word ^= word >> 33
        word = word &* 0xFF51_AFD7_ED55_8CCD
        word ^= word >> 33
        return Int(word % UInt64(max(1, limit)))
    }

    mutating func element<Element>(of array: [Element]) -> Element { array[next(below: array.count)] }
}
