import Foundation
import Testing

/// What is made for a launch is gone after it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LeakTests {
    /// What 1,000 launches may leave after the first 500. Each thread of libdispatch keeps up to 1,024 work items that
    /// others made; how many there are differs from run to run, but most are there after 500 launches. What a launch
    /// itself needs is 50 times as much.
    private static let allowance = 1 << 19
    private static let leakSanitizer = "liblsan.so.0"
    /// How the leak sanitizer ends a process with a leak.
    private static let leakCode: Int32 = 23

    @Test("1,500 launches with tasks of every kind: each ends, and memory does not grow")
    func launches() throws {
        try ChildProgram.inFolder { folder in
            let end = try ChildProgram.run("launches", folder, "1500")
            try #require(end.code == 0, "142: no end within five minutes. \(end.output) \(end.complaints)")
            let bytes = end.output.split(separator: "\n").compactMap { line in
                line.split(separator: " ").dropFirst(2).first.flatMap { Int($0) }
            }
            try #require(bytes.count == 3, "\(end.output)")
            #expect(bytes[2] - bytes[0] < Self.allowance, "\(end.output)")
        }
    }

    @Test(
        "After two hundred such launches nothing has leaked",
        .enabled("the leak sanitizer is not here, or may not look into a process") { try findsPlantedLeak() })
    func unreachable() throws {
        try ChildProgram.inFolder { folder in
            // What Swift keeps beside an object that has weak references is pointed to from the object in a form that
            // the sanitizer cannot read: of a scheduler that still lives when the process ends it looks lost. Were the
            // object itself lost, it would be named.
            let known = folder + "/known"
            try "leak:formWeakReference\n".write(toFile: known, atomically: true, encoding: .utf8)
            for _ in 0..<5 {
                let end = try ChildProgram.run(
                    "launches", folder, "200", preloading: Self.leakSanitizer,
                    settings: ["LSAN_OPTIONS=suppressions=\(known)"])
                if Self.brokeItself(end.complaints) { continue }
                #expect(end.code == 0, "\(end.complaints.prefix(10_000))")
                return
            }
            Issue.record("the sanitizer broke five times before it had looked for leaks")
        }
    }

    /// Whether the sanitizer met an error in a function of its own, as it now and then does where threads come and go;
    /// that says nothing about leaks.
    private static func brokeItself(_ complaints: String) -> Bool {
        let lines = complaints.split(separator: "\n")
        guard lines.contains(where: { $0.contains("LeakSanitizer: SEGV") }) else { return false }
        return lines.first { $0.contains("#0 ") }.map { $0.contains("__sanitizer::") || $0.contains("__lsan::") }
            ?? false
    }

    private static func findsPlantedLeak() throws -> Bool {
        try ChildProgram.inFolder { folder in
            try ChildProgram.run("leak", folder, preloading: leakSanitizer).code == leakCode
        }
    }
}
