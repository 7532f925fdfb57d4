import SchedulerSimulation
import Testing

@testable import ScenarioFormat

/// What a scenario says of the recording that it repeats.
@Suite struct RecordedSourceTests {
    private static let text = """
        source: {format: systemd, file: boot.svg, order: order.dot, tool: systemd-analyze, holds: boot, until: graphical.target, \
        cause: "bound: by the disk"}
        tasks:
          - {name: A, on: launch, duration: 1ms}

        """

    @Test func `a source is read, and written again`() throws {
        let scenario = try #require(ScenarioReader.read(text: Self.text, file: "s.yaml").scenario)
        let source = try #require(scenario.source)
        #expect(source.format == .systemd && source.file == "boot.svg" && source.order == "order.dot")
        #expect(source.words.whole == "boot" && source.words.end == "graphical.target" && source.words.rest == nil)
        #expect(source.tool == "systemd-analyze" && source.cause == "bound: by the disk" && source.package == nil)
        let written = ScenarioWriter.text(of: scenario)
        #expect(ScenarioReader.read(text: written, file: "s.yaml").scenario?.source == source, "\(written)")
        #expect(
            ScenarioReader.read(text: "source: {format: chrome}", file: "s.yaml").scenario?.source?.words == .launch)
    }

    @Test func `an app of Android and the jobs of a build are read, and written again`() throws {
        for text in [
            "source: {format: perfetto, package: com.shop, activity: com.shop.Main, debuggable: false, inside: \"A from 1ms: B 2ms\"}",
            "source: {format: cargo, holds: build, help: crates, codegen: \"syn 1.0.50 120ms, shop bin 0ms\"}",
        ] {
            let scenario = try #require(ScenarioReader.read(text: text, file: "s.yaml").scenario)
            let source = try #require(scenario.source)
            #expect(source.isDebuggable == (source.format == .perfetto ? false : nil))
            #expect(source.activity == (source.format == .perfetto ? "com.shop.Main" : nil))
            #expect(source.help == (source.format == .cargo ? .crates : nil))
            let written = ScenarioWriter.text(of: scenario)
            #expect(ScenarioReader.read(text: written, file: "s.yaml").scenario?.source == source, "\(written)")
        }
    }

    @Test(
        "what is wrong with a source is said with its place",
        arguments: [
            ("source: soon", "s.yaml:1:9: error: source: expected keys and values, found \"soon\""),
            ("source: {file: a}", "s.yaml:1:9: error: source needs the key \"format\""),
            (
                "source: {format: crome}",
                "s.yaml:1:18: error: format: \"crome\" is not one of ndjson, chrome, perfetto, otlp, xctrace, systemd, dot, cargo; "
                    + "did you mean \"chrome\"?"
            ),
            (
                "source: {format: cargo, codegen: \"syn 9999999999ms\"}",
                "s.yaml:1:34: error: codegen: expected units with their times, such as \"syn 120ms, serde 80ms\""
            ),
            (
                "source: {format: cargo, codegen: \"syn 1ms, ,b\"}",
                "s.yaml:1:34: error: codegen: expected units with their times, such as \"syn 120ms, serde 80ms\""
            ),
            (
                "source: {format: otlp, holds: trip}",
                "s.yaml:1:31: error: holds: \"trip\" is not one of launch, build, boot"
            ),
        ])
    func wrong(text: String, message: String) {
        let result = ScenarioReader.read(text: text, file: "s.yaml")
        #expect(result.scenario == nil)
        #expect(result.diagnostics.map { $0.description } == [message])
    }
}
