import Foundation
import SchedulerCore
import TestSupport
import Testing

@testable import JobStore

/// A process that works jobs is killed at any moment, over and over.
@Suite struct KillTests {
    private static let kills = 300

    /// What the children said, in order.
    struct Said {
        var enqueued: Set<Int64> = []
        var succeeded: Set<Int64> = []
        var begun: [Int64: Int] = [:]
        var lines = 0
        var faults: [String] = []

        mutating func take(_ line: Substring) {
            let words = line.split(separator: " ")
            guard words.count > 1, let id = Int64(words[1]) else { return faults.append("not a line: \(line)") }
            lines += 1
            switch words[0] {
            case "E":
                if !enqueued.insert(id).inserted { faults.append("id \(id) was given twice") }
            case "R":
                let attempt = Int(words[2]) ?? 0
                if succeeded.contains(id) { faults.append("job \(id) ran after its success") }
                if attempt <= begun[id] ?? 0 { faults.append("job \(id) ran twice as run \(attempt)") }
                begun[id] = attempt
            case "F": succeeded.insert(id)
            default: break
            }
        }
    }

    @Test("Killed 300 times: nothing acknowledged is lost, nothing done is done again, every run is counted")
    func kills() throws {
        let folder = try StoreFolder()
        var cases = CaseGenerator(seed: 1)
        var said = Said()
        for round in 0..<Self.kills {
            let output = try Self.runAndKill(folder.path, seed: round, after: cases.number(0...30))
            for line in output.split(separator: "\n", omittingEmptySubsequences: true) { said.take(line) }
            try #require(said.faults.isEmpty, "round \(round): \(said.faults)")
        }
        #expect(said.enqueued.count > Self.kills / 10 && said.succeeded.count > Self.kills / 10)
        let store = try folder.open { $0.checksIntegrity = true }
        let jobs = try store.list() + store.deadLetters().map(\.job)
        let there = Set(jobs.map(\.id.number))
        for id in said.enqueued where !there.contains(id) && !said.succeeded.contains(id) {
            // Only its own success, committed and not yet said, may have taken it away.
            #expect(said.begun[id] != nil, "job \(id) was acknowledged and is lost")
        }
        for id in said.succeeded { #expect(!there.contains(id), "job \(id) is done and stands in the store") }
        for job in jobs {
            #expect(job.attempts >= said.begun[job.id.number] ?? 0, "a run of job \(job.id.number) was not counted")
        }
        #expect(try folder.ask("PRAGMA integrity_check") == "ok")
    }

    /// Lets a child work for so many milliseconds, kills it, and gives what it said; a line cut off is none.
    private static func runAndKill(_ path: String, seed: Int, after milliseconds: Int) throws -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw JobStoreError.cannotOpen }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(child), strdup(path), strdup("\(seed)"), nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, child, &actions, nil, &arguments, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else { throw JobStoreError.cannotOpen }
        let clock = ContinuousClock()
        // Counted from its first word on, so that most are killed at work; every tenth while it starts.
        var deadline = clock.now + .milliseconds(seed % 10 == 0 ? milliseconds : 5_000)
        var (bytes, buffer, isDead) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16), false)
        while true {
            let left = max(0, Int32((deadline - clock.now) / .milliseconds(1)))
            var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            if !isDead, poll(&waiting, 1, left) == 0 {
                kill(process, SIGKILL)
                isDead = true
            }
            guard isDead || waiting.revents != 0 else { continue }
            let count = read(ends[0], &buffer, buffer.count)
            if count <= 0 { break }
            if bytes.isEmpty, seed % 10 != 0 { deadline = clock.now + .milliseconds(milliseconds) }
            bytes += buffer[..<count]
        }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status & 0x7F == SIGKILL else {
            throw Ended(status: status, said: String(decoding: bytes, as: UTF8.self))
        }
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    /// The child ended by itself.
    struct Ended: Error {
        var status: Int32
        var said: String
    }

    /// The program beside these tests.
    private static var child: String {
        #if os(Linux)
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("JobStoreChild").path
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent().appendingPathComponent("JobStoreChild").path ?? ""
        #endif
    }
}
