import Foundation
import SchedulerCore
import Testing
import TraceAnalysis
import TraceFormat

@Suite struct LaunchReportTests {
    @Test(
        "build and day come from the path",
        arguments: [
            ("1.9/2026-11-22T10.ndjson", "1.9", "2026-11-22"), ("1.9/a/x.ndjson", "1.9", ""),
            ("1.10_7.ndjson", "1.10", ""), ("plain.ndjson", "", ""), ("b/12026-11-22.ndjson", "b", ""),
            ("b/2026-11-223.ndjson", "b", ""), ("2026-11-22", "", "2026-11-22"), ("", "", ""),
        ])
    func origin(path: String, build: String, day: String) {
        let origin = LaunchOrigin(path: path)
        #expect(origin.build == build && origin.day == day)
    }

    @Test func `numbers in builds count as numbers, and the order is total`() {
        let builds = ["", "1.9", "1.09b", "1.10", "1.10.1", "1.x", "2", "a", "a2", "a10", "99999999999999999999999"]
        let sorted = builds.sorted { LaunchOrigin.isBuild($0, before: $1) }
        #expect(sorted.firstIndex(of: "1.9") ?? 9 < sorted.firstIndex(of: "1.10") ?? 0)
        #expect(sorted.firstIndex(of: "a2") ?? 9 < sorted.firstIndex(of: "a10") ?? 0)
        for left in builds {
            for right in builds {
                let (before, after) = (
                    LaunchOrigin.isBuild(left, before: right), LaunchOrigin.isBuild(right, before: left)
                )
                #expect(!(before && after))
                #expect(left != right || !before)
            }
        }
    }

    /// A launch of one task on main.
    private static func launch(_ time: Int64) throws -> ReportedLaunch {
        var recorder = Recorder()
        recorder.event(0, .willFinishLaunching)
        recorder.release(0, "Load")
        recorder.start(0, "Load")
        recorder.finish(time, "Load", ready: 0)
        recorder.add(time, .firstFrame(parked: 0))
        let trace = Trace(
            header: TraceHeader(name: "T"), names: recorder.names, records: recorder.records, end: nil)
        return try #require(ReportedLaunch.all(in: trace).launches.first)
    }

    private static func report(since: String?) throws -> LaunchReport {
        var report = LaunchReport(since: since)
        for number in 0..<10 as Range<Int64> {
            report.add(try launch(100 + number), from: LaunchOrigin(path: "1.9/2026-11-01_\(number).ndjson"))
            report.add(try launch(150 + number), from: LaunchOrigin(path: "1.10/2026-11-02_\(number).ndjson"))
        }
        report.add(failed: 2)
        return report
    }

    @Test func `percentiles, builds, days, critical tasks, slowest launches`() throws {
        let report = try Self.report(since: nil)
        #expect(report.count == 20 && report.failed == 2 && !report.isCut)
        #expect(report.times.percentile(50) == .milliseconds(109))
        #expect(report.byBuild.map { $0.name } == ["1.9", "1.10"])
        #expect(report.byDay.map { $0.name } == ["2026-11-01", "2026-11-02"])
        #expect(report.byDay.last?.times.sorted.last == .milliseconds(159))
        #expect(report.byCriticality.map { "\($0.name) \($0.critical) of \($0.launches)" } == ["Load 20 of 20"])
        #expect(report.slowest.count == LaunchReport.slowestCount)
        #expect(report.slowest.first?.path == "1.10/2026-11-02_9.ndjson")
        #expect(report.launchComparison == nil && report.regressions.isEmpty)
    }

    @Test func `what became slower since a build is named with its p`() throws {
        let report = try Self.report(since: "1.10")
        #expect(report.regressions.map { $0.task } == ["Load"])
        #expect(report.regressions.first?.shift == .milliseconds(50))
        #expect(report.comparedTasks == 1 && report.limit == 0.05)
        let text = report.parts().flatMap { $0.notes }
        #expect(text.contains("launch p50 104ms -> 154ms (+50ms): slower, p < 0.0001"))
        #expect(try Self.report(since: "1.9").launchComparison == nil)
    }

    @Test func `the same report in Markdown, JSON and HTML`() throws {
        var report = try Self.report(since: "1.10")
        report.add(try Self.launch(900), from: LaunchOrigin(path: "x<y>/\"z\".ndjson"))
        #expect(report.markdown(title: "T").contains("| 900ms | x&lt;y&gt;/\"z\".ndjson |"))
        let json = try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any]
        #expect(json?["launches"] as? Int == 21)
        #expect((json?["since"] as? [String: Any])?["build"] as? String == "1.10")
        let html = report.html(title: "T", pages: ["p/slow 1.html", "javascript:x"])
        #expect(html.contains("<a href=\"./p/slow%201.html\">p/slow 1.html</a>"))
        #expect(html.contains("<a href=\"./javascript%3Ax\">") && !html.contains("x<y>"))
    }
}
