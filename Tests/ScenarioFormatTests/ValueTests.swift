import SchedulerCore
import SchedulerSimulation
import Testing
import Text

@testable import ScenarioFormat

@Suite struct ValueTests {
    @Test(arguments: [
        ("never", DurationModel.never), ("1s..4s", .uniform(.seconds(1), .seconds(4))),
        ("1s .. 4s", .uniform(.seconds(1), .seconds(4))),
        ("300ms +- 50ms", .around(.milliseconds(300), spread: .milliseconds(50))),
        ("300ms±50ms", .around(.milliseconds(300), spread: .milliseconds(50))), ("1.5s", .fixed(.milliseconds(1500))),
        ("1.5s..2.5s", .uniform(.milliseconds(1500), .milliseconds(2500))),
    ])
    func `duration models`(text: String, wanted: DurationModel) throws {
        #expect(try DurationModelText.read(text) == wanted)
        #expect(try DurationModelText.read(DurationModelText.format(wanted)) == wanted)
    }

    @Test(
        "a retry is written with all fields before the last one that says something",
        arguments: [
            ("3", RetryPolicy(limit: 3)), ("3,100ms", RetryPolicy(limit: 3, delay: .milliseconds(100))),
            ("3,100ms,1.5", RetryPolicy(limit: 3, delay: .milliseconds(100), backoffThousandths: 1500)),
            ("3,0s,2", RetryPolicy(limit: 3, backoffThousandths: 2000)),
            ("3,100ms,1,1s", RetryPolicy(limit: 3, delay: .milliseconds(100), maximumDelay: .seconds(1))),
            ("3,0s,1,1s", RetryPolicy(limit: 3, maximumDelay: .seconds(1))),
        ])
    func retries(text: String, retry: RetryPolicy) throws {
        #expect(RetryText.format(retry) == text)
        #expect(try RetryText.read(text.split(separator: ",").map(String.init)) == retry)
    }

    @Test(arguments: [
        ("success", OutcomeChance.always(.success)), ("fail 10%", .chance(.fail, perMillion: 100_000)),
        ("critical 0.0001%", .chance(.critical, perMillion: 1)), ("fail", .always(.fail)),
        ("fail 100%", .chance(.fail, perMillion: 1_000_000)),
    ])
    func `outcomes`(text: String, wanted: OutcomeChance) throws {
        #expect(try OutcomeText.read(text) == wanted)
    }

    @Test(arguments: [
        ("3 1s", RecordedRuns.Attempt(run: 3, attempt: 1, length: .seconds(1), outcome: .success)),
        ("3/2 never fail", RecordedRuns.Attempt(run: 3, attempt: 2, length: nil, outcome: .fail)),
        ("1 0s critical", RecordedRuns.Attempt(run: 1, attempt: 1, length: .zero, outcome: .critical)),
    ])
    func `recorded runs`(text: String, attempt: RecordedRuns.Attempt) throws {
        #expect(RecordedRunText.format(attempt) == text)
        #expect(try RecordedRunText.read(text) == attempt)
    }

    @Test(arguments: [
        "", "3", "0 1s", "-1 1s", "3/0 1s", "3/2/1 1s", "/2 1s", "3/ 1s", "3 1s done", "3 1s fail x", "3 x",
    ])
    func `what is not a recorded run is refused`(text: String) {
        #expect(throws: TextProblem.self) { try RecordedRunText.read(text) }
    }

    @Test(arguments: ["", "success 10%", "fail 101%", "fail 10", "cancelled", "fail 10% 20%", "fail 0.00001%"])
    func `what is not an outcome is refused`(text: String) {
        #expect(throws: TextProblem.self) { try OutcomeText.read(text) }
    }
}
