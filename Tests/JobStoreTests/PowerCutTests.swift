import Foundation
import SchedulerCore
import TestSupport
import Testing

@testable import JobStore

/// What a power cut leaves: the file as it was flushed last, and a log that ends anywhere after the last commit that
/// was acknowledged, its end torn.
@Suite struct PowerCutTests {
    private static let commits = 40

    @Test(
        "After a power cut at any byte the store holds what was acknowledged, and no half transaction",
        arguments: 0..<Campaign.count(10))
    func everyCut(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let folder = try StoreFolder()
        let store = try folder.open(durability: .full)
        let file = try folder.bytes()
        // After each commit: how long the log is, and what was acknowledged.
        var states = [(end: 0, content: try store.load())]
        for number in 1...Int64(Self.commits) {
            try store.apply(Self.changes(number, &cases))
            states.append((try folder.bytes("jobs.sqlite-wal").count, try store.load()))
        }
        #expect(try folder.bytes() == file)
        let log = try folder.bytes("jobs.sqlite-wal")
        for _ in 0..<30 {
            let flushed = cases.number(0...Self.commits)
            let cut = cases.number(states[flushed].end...log.count)
            var torn = log.prefix(cut)
            for index in torn.indices.suffix(min(cases.number(0...600), cut - states[flushed].end)) {
                torn[index] = UInt8(cases.number(0...255))
            }
            let after = try StoreFolder()
            try after.write(file, to: "jobs.sqlite")
            try after.write(torn, to: "jobs.sqlite-wal")
            let found = try after.open { $0.checksIntegrity = true }.load()
            try #require(states[flushed...].contains { $0.content == found }, "cut at \(cut)")
        }
    }

    @Test(
        "After a power cut while the log goes into the file nothing is lost, whatever sectors of it were written",
        arguments: 0..<Campaign.count(10))
    func checkpointCut(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let folder = try StoreFolder()
        let store = try folder.open(durability: .full)
        for number in 1...Int64(Self.commits) { try store.apply(Self.changes(number, &cases)) }
        let wanted = try store.load()
        let (before, log) = (try folder.bytes(), try folder.bytes("jobs.sqlite-wal"))
        _ = try store.ask("PRAGMA wal_checkpoint(PASSIVE)")
        let whole = try folder.bytes()
        let pages = stride(from: 0, to: whole.count, by: 4_096).filter {
            whole[$0..<$0 + 4_096] != before[$0..<$0 + 4_096]
        }
        #expect(whole.count == before.count && !pages.isEmpty)
        for _ in 0..<30 {
            // Each sector of a page in the log is the old one, the new one, or rubbish.
            var file = before
            for sector in pages.flatMap({ stride(from: $0, to: $0 + 4_096, by: 512) }) where cases.chance(50) {
                let torn = Data((0..<512).map { _ in UInt8(cases.number(0...255)) })
                // The header's sector is written as a whole, or a store could not be told from a foreign file.
                let isTorn = sector > 0 && cases.chance(10)
                file[sector..<sector + 512] = isTorn ? torn : whole[sector..<sector + 512]
            }
            let after = try StoreFolder()
            try after.write(file, to: "jobs.sqlite")
            try after.write(log, to: "jobs.sqlite-wal")
            #expect(try after.open { $0.checksIntegrity = true }.load() == wanted)
        }
    }

    /// A few changes as an app makes them: rows come, begin, go and die.
    private static func changes(_ number: Int64, _ cases: inout CaseGenerator) -> [JobChange] {
        var began = row(number)
        (began.isRunning, began.attempts) = (true, 1)
        let earlier = Int64(cases.number(1...Int(number)))
        return [
            .put(row(number)), .put(began), .remove(JobID(earlier)),
            .deadLetter(DeadLetter(job: row(number + 1_000), cause: .failed, diedAt: second(number))),
        ]
    }
}
