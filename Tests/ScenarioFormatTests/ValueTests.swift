import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct ValueTests {
    @Test(
        arguments: [
            ("40ms", 40_000_000), ("1s", 1_000_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000),
            ("1h", 3_600_000_000_000), ("250us", 250_000), ("10ns", 10), ("1s500ms", 1_500_000_000), ("0", 0),
            ("0s", 0),
            ("0.000000001s", 1), ("1.50000000000000000000s", 1_500_000_000), ("87600h", 315_360_000_000_000_000),
            ("1h30m", 5_400_000_000_000), ("00001s", 1_000_000_000),
        ] as [(String, Int64)])
    func `durations are exact`(text: String, wanted: Int64) {
        #expect(DurationText.parse(text)?.count == wanted)
    }

    @Test(arguments: [
        "", "5", "-5s", "1.s", ".5s", "1.0000000001s", "1ms1s", "1s1s", "1 s", "5d", "1e3s", "87600h1ns", "ms",
        "9999999999999999999s", "1,5s", "1s ", "٣s", "1.5.5s",
    ])
    func `what is no duration is refused`(text: String) {
        #expect(DurationText.parse(text) == nil)
        #expect(DurationText.complaint(about: text)?.contains("\"\(text)\" is not a duration; ") == true)
    }

    @Test(
        arguments: [
            ("1.5s", nil), ("87600h", nil), ("0", nil), ("soon", "write 40ms, 1.5s, 2m or 1h"),
            ("5", "write its unit, as in \"5s\" or \"5ms\""), ("1ms1s", "units go from large to small, each once"),
            ("1.0000000001s", "it is finer than a nanosecond"), ("87600h1ns", "the limit is ten years (87600h)"),
            ("99999999h", "the limit is ten years (87600h)"),
            ("9999999999999999999s", "the limit is ten years (87600h)"),
        ] as [(String, String?)])
    func `what is wrong with a duration is told`(text: String, reason: String?) {
        #expect(DurationText.complaint(about: text) == reason.map { "\"\(text)\" is not a duration; \($0)" })
    }

    @Test(arguments: 0..<25)
    func `a written duration reads the same`(seed: Int) {
        var generator = TestGenerator(seed: seed)
        for _ in 0..<400 {
            let unit = generator.element(of: [1, 1000, 1_000_000, 1_000_000_000, 60_000_000_000] as [Int64])
            let duration = Nanoseconds(Int64(generator.next(below: 5_000_000)) * unit)
            #expect(DurationText.parse(DurationText.format(duration)) == duration)
        }
    }

    @Test func `a duration's text is short`() {
        #expect(DurationText.format(.milliseconds(1500)) == "1500ms")
        #expect(DurationText.format(.zero) == "0s")
        #expect(DurationText.format(.seconds(3600)) == "1h")
        #expect(DurationText.format(.limit) == "87600h")
    }

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
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2015-11-30T08:58:33Z", 1_448_873_913_000_000_000),
            ("1448873913", 1_448_873_913_000_000_000), ("1448873913.5", 1_448_873_913_500_000_000),
            ("2015-11-30T16:58:33.000000001+08:00", 1_448_873_913_000_000_001), ("-1.5", -1_500_000_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000_000), ("1969-12-31T23:59:59.5Z", -500_000_000), ("0", 0),
        ] as [(String, Int64)])
    func `dates are exact`(text: String, wanted: Int64) {
        #expect(DateText.parse(text) == wanted)
        #expect(DateText.parse(DateText.format(epochNanoseconds: wanted)) == wanted)
    }

    @Test(arguments: [
        "", "2015-02-30T09:05:23Z", "2015-11-30", "2015-13-01T00:00:00Z", "1900-02-29T00:00:00Z",
        "2015-11-30T24:00:00Z",
        "2015-11-30T09:05:23", "2015-11-30T09:05:60Z", "2015-11-30T09:05:23.Z", "1.0000000001", "9999-01-01T00:00:00Z",
        "99999999999999999999", "2015-11-30T09:05:23+25:00", "-", "1-2", "2015-11-30T09:05:23Zx", ".", "1.",
    ])
    func `what is no date is refused`(text: String) {
        #expect(DateText.parse(text) == nil)
    }

    @Test(arguments: 0..<25)
    func `a written date reads the same`(seed: Int) {
        var generator = TestGenerator(seed: seed)
        for _ in 0..<100 {
            let epoch = Int64(generator.next(below: .max)) * (generator.next(below: 2) == 0 ? 1 : -1)
            #expect(DateText.parse(DateText.format(epochNanoseconds: epoch)) == epoch)
        }
    }

    @Test func `numbers are exact or refused`() {
        #expect(NumberText.integer("007") as Int? == nil)
        #expect(NumberText.integer("-1") as Int? == -1)
        #expect(NumberText.integer("9223372036854775808") as Int? == nil)
        #expect(NumberText.integer("18446744073709551615") as UInt64? == .max)
        for text in ["", "-", "+1", "1_000", "0x10", "1e3", "1.0", " 1"] {
            #expect(NumberText.integer(text) as Int? == nil)
        }
        #expect(NumberText.decimal("2.5", scale: 1000) == 2500)
        #expect(NumberText.decimal("0.0001", scale: 1000) == nil)
        #expect(NumberText.decimal("-1", scale: 10) == nil)
    }

    @Test(arguments: [
        ("success", OutcomeChance.always(.success)), ("fail 10%", .chance(.fail, perMillion: 100_000)),
        ("critical 0.0001%", .chance(.critical, perMillion: 1)), ("fail", .always(.fail)),
    ])
    func `outcomes`(text: String, wanted: OutcomeChance) throws {
        #expect(try OutcomeText.read(text) == wanted)
    }

    @Test(arguments: ["", "success 10%", "fail 101%", "fail 10", "cancelled", "fail 10% 20%", "fail 0.00001%"])
    func `what is no outcome is refused`(text: String) {
        #expect(throws: TextProblem.self) { try OutcomeText.read(text) }
    }

    @Test(arguments: ["{}", "[1,2.5e-3,\"a\\u00e9\",null,true]", "{\"a\":{\"b\":[]}}", "-0", "\"\\ud83d\\ude00\""])
    func `JSON values end where they end`(text: String) throws {
        #expect(try JSONText.end(ofValueIn: Array((text + " x").utf8), from: 0) == text.utf8.count)
    }

    @Test(arguments: ["{a:1}", "[1,]", "01", "1.", "\"a", "{\"a\"}", "nul", "", "\"\\x\"", "\"\\ud800\"", "[1 2]"])
    func `what is no JSON is refused`(text: String) {
        #expect(throws: TextProblem.self) { try JSONText.end(ofValueIn: Array(text.utf8), from: 0) }
    }

    @Test func `deep JSON is refused`() {
        let deep = [UInt8](repeating: Byte.openBracket, count: 100_000)
        #expect(throws: TextProblem.self) { try JSONText.end(ofValueIn: deep, from: 0) }
    }
}
