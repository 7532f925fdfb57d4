import ChildProcesses
import Foundation
import JobStore
import SchedulerCore
import TestSupport
import Testing

/// An app whose disk fails at one of SQLite's system calls, or that ends there: what it was told holds.
@Suite struct FailingCallTests {
    /// What a child said about its steps.
    private struct Said {
        /// The steps that were acknowledged.
        var taken: [Int] = []
        var isOpened = false
        /// How many calls were made until the store was open, and in all.
        var created = 0
        var calls = 0

        init(_ output: String) {
            for line in output.split(separator: "\n") {
                let words = line.split(separator: " ")
                switch words[0] {
                case "A": taken.append(Int(words[1]) ?? 0)
                case "open": (isOpened, created) = (true, Int(words[1]) ?? 0)
                case "calls": calls = Int(words[1]) ?? 0
                default: break
                }
            }
        }
    }

    /// Lets a child take all steps on a new store while a call fails.
    private func takeSteps(in folder: KillTests.Folder, failingAt call: Int, _ failure: String) throws -> Said {
        let words = [KillTests.child, "steps", folder.file, "\(call)", failure]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let code = child_run(KillTests.child, &arguments, nil, folder.path + "/out", folder.path + "/err")
        let complaints = try String(contentsOfFile: folder.path + "/err", encoding: .utf8)
        #expect(code == (failure == "end" && call > 0 ? 9 : 0), "call \(call): \(code) \(complaints)")
        return Said(try String(contentsOfFile: folder.path + "/out", encoding: .utf8))
    }

    /// What a store holds after these steps.
    private func content(after steps: [Int]) throws -> StoredJobs {
        let folder = try KillTests.Folder()
        let store = try JobStore(path: folder.file, options: Self.options)
        for step in steps { try store.apply(JobSteps.changes(step)) }
        return try store.load()
    }

    private static var options: JobStore.Options {
        var options = JobStore.Options()
        options.durability = .normal
        options.checksIntegrity = true
        return options
    }

    /// A program that only reads opens what the child left, or says that its creation was not finished.
    private func expectReadable(_ folder: KillTests.Folder, _ said: Said, _ place: String) throws {
        var options = Self.options
        options.access = .read
        do {
            _ = try JobStore(path: folder.file, options: options).load()
        } catch JobStoreError.unfinished where !said.isOpened {
        } catch JobStoreError.missing where !said.isOpened {
        } catch {
            Issue.record("\(place): \(error)")
        }
    }

    @Test(
        "Whatever call fails, the store then holds what was acknowledged, all of a step or nothing, and works again",
        arguments: ["end", "once", "full"])
    func everyCall(failure: String) throws {
        let whole = try takeSteps(in: KillTests.Folder(), failingAt: 0, failure)
        #expect(whole.taken == Array(1...JobSteps.count))
        try #require(whole.calls > 60, "\(whole.calls) calls")
        // All of them in a campaign and while it is created, else every seventh.
        let stride = max(1, 7 / Campaign.times)
        for call in 1...whole.calls where call <= whole.created || call % stride == 0 {
            let folder = try KillTests.Folder()
            let said = try takeSteps(in: folder, failingAt: call, failure)
            try expectReadable(folder, said, "call \(call)")
            let store = try JobStore(path: folder.file, options: Self.options)
            let found = try store.load()
            let missed = (1...JobSteps.count).filter { !said.taken.contains($0) }
            let allowed = [said.taken] + missed.prefix(1).map { (said.taken + [$0]).sorted() }
            let isAllowed = try allowed.contains { try content(after: $0) == found }
            try #require(isAllowed, "call \(call) of \(whole.calls), acknowledged \(said.taken)")
            if !said.isOpened { #expect(found == StoredJobs()) }
            try store.apply(JobSteps.changes(JobSteps.count + 1))
        }
    }
}
