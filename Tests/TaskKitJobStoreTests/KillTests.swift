import Foundation
import JobStore
import SchedulerCore
import TestSupport
import Testing

/// An app that enqueues and runs jobs in a file is killed at any moment, over and over.
@Suite struct KillTests {
    typealias Folder = JobFileTests.Folder

    private static let kills = Campaign.count(300)

    /// What the children said, in order.
    struct Said {
        var enqueued: Set<Int64> = []
        var succeeded: Set<Int64> = []
        var begun: [Int64: Int] = [:]
        /// Jobs whose latest run was to succeed.
        var mayBeDone: Set<Int64> = []
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
                if words[3] == "succeeds" { mayBeDone.insert(id) } else { mayBeDone.remove(id) }
            case "F": succeeded.insert(id)
            default: break
            }
        }
    }

    @Test("Killed over and over: nothing acknowledged is lost, nothing done is done again, every run is counted")
    func kills() throws {
        let folder = try Folder()
        let (said, faults) = try Self.workAndKill(folder, bug: nil)
        #expect(faults == [])
        #expect(said.enqueued.count > Self.kills / 10 && said.succeeded.count > Self.kills / 10)
    }

    @Test(
        "A confirmation out of order with its commit is found",
        arguments: [
            ("unstored", ["is lost", "was given twice"]), ("early", ["stands in the store", "after its success"]),
        ])
    func plantedBug(bug: String, words: [String]) throws {
        let (_, faults) = try Self.workAndKill(try Folder(), bug: bug)
        let fault = try #require(faults.first, "nothing was found in \(Self.kills) kills")
        #expect(words.contains { fault.contains($0) }, "\(fault)")
    }

    /// Kills a child over and over, `kills` times or until something is wrong: what was said, and what is wrong.
    private static func workAndKill(_ folder: Folder, bug: String?) throws -> (said: Said, faults: [String]) {
        var cases = CaseGenerator(seed: 1)
        var said = Said()
        for round in 0..<kills {
            let output = try runAndKill(folder.file, seed: round, bug: bug, after: cases.number(0...30))
            for line in output.split(separator: "\n", omittingEmptySubsequences: true) { said.take(line) }
            let isLast = round == kills - 1
            let faults = said.faults + (bug != nil || isLast ? try compare(said, with: folder) : [])
            if !faults.isEmpty { return (said, faults.map { "round \(round): \($0)" }) }
        }
        return (said, [])
    }

    /// What the store holds against what was said.
    private static func compare(_ said: Said, with folder: Folder) throws -> [String] {
        var options = JobStore.Options()
        options.checksIntegrity = true
        let stored = try JobStore(path: folder.file, options: options).load()
        let jobs = stored.jobs + stored.dead.map(\.job)
        let there = Set(jobs.map(\.id.number))
        // Only its own success, committed and not yet said, may have taken a job away.
        let lost = said.enqueued.filter {
            !there.contains($0) && !said.succeeded.contains($0) && !said.mayBeDone.contains($0)
        }
        let undone = said.succeeded.filter(there.contains)
        let uncounted = jobs.filter { $0.attempts < said.begun[$0.id.number] ?? 0 }
        return lost.sorted().map { "job \($0) was acknowledged and is lost" }
            + undone.sorted().map { "job \($0) is done and stands in the store" }
            + uncounted.map { "a run of job \($0.id.number) was not counted" }
    }

    /// Lets a child work for this many milliseconds, kills it, and gives what it said; a line cut off is none.
    private static func runAndKill(
        _ path: String, seed: Int, bug: String?, after milliseconds: Int
    ) throws -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw JobStoreError.cannotOpen }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        let words = [child, path, "\(seed)"] + (bug.map { [$0] } ?? [])
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
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
    static var child: String { BuiltProgram.path(of: "JobStoreChild") }
}
