import Dashboard
import ScenarioFormat
import SchedulerSimulation
import Testing

@testable import taskscope

@Suite struct AdviceFinderTests {
    private func question() throws -> LaunchQuestion {
        let text =
            "lanes: {net: 1}\ntasks:\n"
            + (0..<8).map { "- {name: T\($0), on: launch, lane: net, duration: 9ms}\n" }
            .joined() + "- {name: Show, on: launch, after: [T0, T1, T2, T3, T4, T5, T6, T7]}\n"
        let scenario = try #require(ScenarioReader.read(text: text, file: "s").scenario)
        var model = DashboardModel(session: try Session(scenario: scenario))
        for request in model.handle(.resize(columns: 80, rows: 24)) {
            if case .findAdvice(let question) = request { return question }
        }
        throw Missing()
    }

    private struct Missing: Error {}

    private func answers(patience: Duration, isWanted: Bool = true) throws -> [Headline] {
        var found: [Headline] = []
        try question().answer(patience: patience, isWanted: { isWanted }) { found += [$0].compactMap { $0 } }
        return found
    }

    @Test func `without patience a preliminary answer comes first, and the whole answer last`() throws {
        let found = try answers(patience: .zero)
        #expect(found.map { $0.isPreliminary } == [true, false])
        #expect(found.last?.tries.first?.title == "net 8 wide")
    }

    @Test func `an answer that comes in time is the only one`() throws {
        let found = try answers(patience: .seconds(600))
        #expect(found.count == 1 && found.first?.isPreliminary == false)
        #expect(try found == [answers(patience: .zero)[1]])
    }

    @Test func `a question that is no longer wanted is not answered twice`() throws {
        #expect(try answers(patience: .seconds(600), isWanted: false).count == 1)
    }
}
