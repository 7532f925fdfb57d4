import Foundation
import Testing

/// What an app can name of each library: `Tests/Products/API` lists it with its documentation, as a reference, and so that a
/// review sees what a change does to it.
@Suite struct PublicAPITests {
    static let products = [
        "TaskKit", "TaskKitAnnotations", "TaskKitApp", "TaskKitEvents", "TaskKitInspector", "TaskKitJobStore",
        "TaskKitScenario", "TaskKitServices",
    ]

    /// TASKSCOPE_RECORD=1 writes the lists again. They are those of Linux.
    #if os(Linux)
        @Test(arguments: products)
        func `the public declarations are those that are recorded`(product: String) throws {
            let list = try Child.withFolder { folder in try PublicAPI(of: product, in: folder).text }
            let file = Self.folder.appending(path: "Products/API/\(product).txt")
            if ProcessInfo.processInfo.environment["TASKSCOPE_RECORD"] == "1" {
                try list.write(to: file, atomically: true, encoding: .utf8)
            }
            let recorded = try String(contentsOf: file, encoding: .utf8)
            let changes = list.split(separator: "\n").difference(from: recorded.split(separator: "\n"))
            let lines = changes.map { change in
                switch change {
                case .remove(_, let line, _): "- \(line)"
                case .insert(_, let line, _): "+ \(line)"
                }
            }
            #expect(list == recorded, "the API of \(product) has changed:\n\(lines.joined(separator: "\n"))")
        }
    #endif

    @Test func `every library that an app takes has a list`() throws {
        let manifest = try String(
            contentsOf: Self.folder.deletingLastPathComponent().appending(path: "Package.swift"), encoding: .utf8)
        let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) }
        #expect(libraries.sorted() == Self.products)
    }

    /// The folder with all tests.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
}
