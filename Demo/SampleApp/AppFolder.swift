import Foundation
import Logging

/// Where the app keeps its files: `SAMPLE_FOLDER`, or else its own folder in the temporary directory.
enum AppFolder {
    static let root: URL = {
        let given = ProcessInfo.processInfo.environment["SAMPLE_FOLDER"].map { URL(fileURLWithPath: $0) }
        let folder = given ?? FileManager.default.temporaryDirectory.appendingPathComponent("SampleApp-\(getuid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }()

    static func url(_ name: String) -> URL { root.appendingPathComponent(name) }

    static func path(_ name: String) -> String { url(name).path }
}

/// What the app tells its user.
enum AppLog {
    private static let logger = Logger(label: "app")

    static func say(_ line: String) {
        logger.info("\(line)")
    }
}

/// A value that tasks in several lanes share.
///
/// `@unchecked Sendable`: the value is only touched while the lock is held.
final class Shared<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: Value

    init(_ value: Value) {
        content = value
    }

    var value: Value {
        get { lock.withLock { content } }
        set { lock.withLock { content = newValue } }
    }
}
