import Foundation

/// A hostile client at work: another process of this program.
final class ClientProcess {
    private let process = Process()
    private let orders = Pipe()
    private let answers = Pipe()

    /// Starts it and waits until it is ready.
    init(_ kind: HostileClient.Kind, _ path: String) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["client", kind.rawValue, path]
        (process.standardInput, process.standardOutput) = (orders, answers)
        try process.run()
        _ = answers.fileHandleForReading.availableData
    }

    /// Lets it act.
    func begin() {
        orders.fileHandleForWriting.write(Data([0]))
    }

    /// Nanoseconds of a processor that it took so far.
    var processorTime: Double { ProcessorTime.read("/proc/\(process.processIdentifier)/schedstat") }

    /// Lets it end; returns how often it did its work.
    func end() -> Int {
        try? orders.fileHandleForWriting.close()
        let answer = answers.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Int(String(decoding: answer, as: UTF8.self).filter(\.isNumber)) ?? 0
    }
}

/// What threads and processes took of the processors, as the system counts it; 0 if it does not.
enum ProcessorTime {
    /// The threads of this process.
    static var threads: Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [])
    }

    /// What these of them took together.
    static func of(_ threads: Set<String>) -> Double {
        threads.reduce(0) { $0 + read("/proc/self/task/\($1)/schedstat") }
    }

    static func read(_ path: String) -> Double {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
    }
}
