import ChildProcesses
import Foundation
import JobStore
import SchedulerCore
import TestSupport
import Testing

/// Power cuts from the first byte of a store on, by what SQLite really asked of the disk.
@Suite struct CreationCutTests {
    /// What a child that takes all steps on a new store asked of the disk.
    private static func record() throws -> [Substring] {
        let folder = try KillTests.Folder()
        let words = [KillTests.child, "record", folder.file, folder.path + "/record"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let code = child_run(KillTests.child, &arguments, nil, folder.path + "/out", folder.path + "/err")
        #expect(code == 0, "\((try? String(contentsOfFile: folder.path + "/err", encoding: .utf8)) ?? "")")
        return try String(contentsOfFile: folder.path + "/record", encoding: .utf8).split(separator: "\n")
    }

    /// What a store holds after the first steps: 0, 1, … of them.
    private static func contents() throws -> [StoredJobs] {
        let folder = try KillTests.Folder()
        let store = try JobStore(path: folder.file)
        var contents = [try store.load()]
        for number in 1...JobSteps.count {
            try store.apply(JobSteps.changes(number))
            contents.append(try store.load())
        }
        return contents
    }

    @Test("After a power cut at any moment from the creation on, a store is read or said to be unfinished, and goes on")
    func everyCut() throws {
        let record = try Self.record()
        let contents = try Self.contents()
        let opened = try #require(record.firstIndex(of: "note open"))
        try #require(opened > 20, "\(opened) requests")
        // The disk after each request.
        var disks = [RecordedDisk()]
        for line in record {
            var next = disks[disks.count - 1]
            next.take(line)
            disks.append(next)
        }
        var (cases, unfinished, hot) = (CaseGenerator(seed: 26), 0, 0)
        for number in 0..<Campaign.count(500) {
            // Most of them while it is created.
            let moment = number % 5 == 0 ? cases.number(0...record.count) : cases.number(0...opened)
            let folder = try KillTests.Folder()
            for (name, bytes) in disks[moment].cut(&cases) {
                try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
                if name.hasSuffix("-journal"), bytes.first ?? 0 != 0 { hot += 1 }
            }
            let notes = record[..<moment].filter { $0.hasPrefix("note") }.count
            let allowed = contents[max(0, notes - 1)...min(contents.count - 1, notes)]
            do {
                var options = JobStore.Options()
                options.access = .read
                let found = try JobStore(path: folder.file, options: options).load()
                try #require(allowed.contains(found), "read after request \(moment)")
            } catch JobStoreError.unfinished where notes == 0 {
                unfinished += 1
            } catch JobStoreError.missing where notes == 0 {
                unfinished += 1
            } catch {
                Issue.record("read after request \(moment), case \(number): \(error)")
            }
            do {
                let store = try JobStore(path: folder.file)
                let found = try store.load()
                #expect(allowed.contains(found), "request \(moment), case \(number)")
                try store.apply(JobSteps.changes(JobSteps.count + 1))
            } catch {
                Issue.record("written after request \(moment), case \(number): \(error)")
            }
        }
        #expect(unfinished > 50 && hot > 50, "\(unfinished) unfinished, \(hot) hot journals")
    }
}
