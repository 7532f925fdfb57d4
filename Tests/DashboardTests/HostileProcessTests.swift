import Planning
import Foundation
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import TraceFormat

@testable import Dashboard

/// A process that sends what no process sends does no harm to its watchers.
@Suite struct HostileProcessTests {
    /// The lines of a process at work, without their ends.
    private func lines(_ cases: inout CaseGenerator) throws -> [[UInt8]] {
        let scenario = cases.scenario(tasks: 8)
        let process = try LedProcess(scenario: scenario, seed: 1)
        process.give(.action(.launch), text: "launch")
        for _ in 0..<12 {
            process.give(.post("key"), text: "post key")
            process.advance(to: process.now + .milliseconds(Int64(cases.number(1...900))))
        }
        var plan = ProcessPlan(name: "x", configuration: scenario.configuration)
        plan.tasks = scenario.tasks.map(\.spec)
        plan.jobSettings = scenario.jobs.settings
        plan.jobNames = scenario.jobs.behaviours.map(\.task)
        var writer = InspectorWriter()
        let hello = InspectorHello(process: 1, name: "x", allowsControl: true, epoch: 0, now: .zero)
        var isWritten = writer.write(.hello(hello)) && writer.write(plan)
        for input in process.inputs { isWritten = writer.write(.input(input)) && isWritten }
        try #require(isWritten)
        return writer.take().split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    /// Other digits, other words, other order.
    private func mutate(_ lines: inout [[UInt8]], _ cases: inout CaseGenerator) {
        for _ in 0..<cases.number(1...4) {
            let line = cases.number(0...lines.count - 1)
            let digits = lines[line].indices.filter { lines[line][$0] >= 48 && lines[line][$0] < 58 }
            switch cases.number(0...4) {
            case 0 where !digits.isEmpty:
                let numbers = ["0", "1", "9", "99999", "2147483647", "4611686018427387903", "9223372036854775807"]
                let place = cases.pick(digits)
                lines[line].replaceSubrange(place...place, with: Array(cases.pick(numbers).utf8))
            case 1: lines.swapAt(line, cases.number(0...lines.count - 1))
            case 2: lines.insert(lines[line], at: cases.number(0...lines.count - 1))
            case 3: lines.remove(at: line)
            default: lines[line] = lines[cases.number(0...lines.count - 1)]
            }
        }
    }

    @Test("No mutated process crashes its watcher: what is impossible is refused or ignored", arguments: 0..<10)
    func mutations(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let whole = try lines(&cases)
        let wanted = ProcessInfo.processInfo.environment["TASKSCOPE_MUTATIONS"].flatMap { Int($0) } ?? 1_000
        var followed = 0
        for _ in 0..<max(1, wanted / 10) {
            var lines = whole
            mutate(&lines, &cases)
            var reader = PlanReader()
            var inputs: [RecordedInput] = []
            for line in lines {
                guard let message = try? InspectorReader.read(line) else { break }
                do throws(PlanProblem) {
                    if let input = try reader.take(message) { inputs.append(input) }
                } catch {
                    break
                }
            }
            guard reader.isComplete, var session = try? Session(following: Scenario(of: reader.plan)) else { continue }
            session.receive(inputs)
            session.advance(to: session.lastReceived)
            session.goBack(to: .zero)
            session.advance(to: session.lastReceived)
            #expect(session.givenCount == inputs.count)
            followed += 1
        }
        #expect(followed > 0)
    }
}
