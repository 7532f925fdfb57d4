import Foundation
import Testing

/// The same findings, ids and numbers wherever they are shown.
@Suite struct FindingTests {
    @Test func `advise lists what is odd about the file, too`() throws {
        let folder = try InFolder("lanes: {io: 2}\ntasks: [{name: A, on: launch, duration: 10ms}]\n")
        let words = "no task uses lane \"io\"; use it or drop it [unused-lane]"
        let text = try folder.run("advise", "s.yaml").output
        #expect(text.contains("  file:1:9 \(words)\n"), "\(text)")
        #expect(try folder.run("check", "s.yaml").complaints.contains("s.yaml:1:9: warning: \(words)\n"))
    }

    private static let demo = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Demo")

    private static let demos = ["", "originals/"].flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: demo.appending(path: folder).path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") && $0 != "broken.yaml" }.sorted().map { folder + $0 }
    }

    @Test(arguments: demos)
    func `check, advise and the dashboard say the same about a demo`(name: String) throws {
        let path = Self.demo.appending(path: name).path
        let folder = try InFolder("")
        let advise = try folder.run("advise", path, "--limit", "0").output.split(separator: "\n").map(String.init)
        let heading = advise.firstIndex { $0.hasPrefix("findings, each explained") }
        let advised = heading.map { advise[($0 + 1)...].map { String($0.dropFirst(2)) } } ?? []
        let plain = try folder.run(path, "--plain", input: "findings\n").output.split(separator: "\n").map(String.init)
        for line in advised { #expect(plain.contains(line)) }
        #expect(plain.filter { $0.hasSuffix("]") }.count == advised.count)
        for line in try folder.run("check", path).complaints.split(separator: "\n") {
            guard let place = line.range(of: ": warning: ") else { continue }
            let lint = String(line[place.upperBound...])
            // What a file shows by itself has no subject, as [unknown-name].
            #expect(advised.contains(lint) || lint.firstRange(of: /\[[a-z-]+\]$/) != nil, "\(lint)")
        }
    }

    /// Issue and screen, list and command: the same lane, width, launch and gain wherever they are shown.
    @Test func `the shop's first screen, advise, what-if and the changed file agree`() throws {
        let path = Self.demo.appending(path: "shop.yaml").path
        let folder = try InFolder("")
        let advise = try folder.run("advise", path, "--limit", "1").output
        #expect(
            advise.contains("415ms  -484ms  kept    lane network width 3  its tasks may run at the same time\n"),
            "\(advise)")
        let whatIf = try folder.run("what-if", path, "lane network width 3").output
        #expect(whatIf.contains("899ms          the scenario as it is\n"))
        #expect(whatIf.contains("415ms  -484ms  lane network width 3\n"))
        let plain = try folder.run(path, "--plain", input: "advice\ntry 1\nsave-scenario wide.yaml\n").output
        #expect(plain.contains("network 3 wide 415ms in budget (-484)"), "\(plain)")
        let applied = try folder.run("time", "wide.yaml")
        #expect(applied.output.contains("\nlaunch 415ms = "), "\(applied.output)\(plain)")
        #expect(try folder.run("diff", path, "wide.yaml").output.hasPrefix("launch 899ms -> 415ms, -484ms"))
    }

    @Test func `one length is one number in blame, in the critical path and on the screen`() throws {
        let path = Self.demo.appending(path: "shop.yaml").path
        let folder = try InFolder("")
        #expect(try folder.run("blame", path).output.contains("158ms       112ms  306ms     CP  Cart"))
        #expect(try folder.run("critical-path", path).output.contains("158.5ms  Cart"))
    }

    @Test func `a launch that ends with what blocks nothing says which task was skipped then`() throws {
        let folder = try InFolder(
            """
            name: s
            tasks:
            - {name: Regions, on: launch, lane: async, duration: 90ms, outcome: fail}
            - {name: Home, on: launch, after: Regions, duration: 50ms, blocks: true}
            """)
        let path = try folder.run("critical-path", "s.yaml").output
        #expect(path.hasSuffix("\nHome, for which the launch waited, was skipped then: Regions failed\n"), "\(path)")
    }

    @Test(arguments: [
        ("narrow-lane:network", "A wider lane runs more of them"), ("main-hog", "Run it on another lane"),
        ("unused-lane", "Remove the lane, or give it tasks"),
    ])
    func `without a file --explain says what findings of a kind mean`(id: String, words: String) throws {
        let outcome = try InFolder("").run("check", "--explain", id)
        #expect(outcome.code == 0 && outcome.complaints == "", "\(outcome.complaints)")
        #expect(outcome.output.hasPrefix("\(id): ") && outcome.output.contains(words), "\(outcome.output)")
    }

    @Test(arguments: ["narrow-lane:network", "narrow-lane", "all"])
    func `a finding is denied by its id, its kind or all`(name: String) throws {
        let path = Self.demo.appending(path: "shop.yaml").path
        #expect(try InFolder("").run("check", path, "--deny", name).code == 1)
        #expect(try InFolder("").run("check", path, "--deny", "narrow-lane:io").code == 0)
    }

    @Test func `without a file and without a kind nothing can be checked`() throws {
        #expect(try InFolder("").run("check", "--explain", "nonsense").complaints.contains("no finding 'nonsense'"))
        #expect(try InFolder("").run("check").complaints.contains("name a scenario file"))
    }

    @Test func `the remedy of a finding is a command that can be run`() throws {
        let folder = try InFolder("")
        let text = String(decoding: try Data(contentsOf: Self.demo.appending(path: "shop.yaml")), as: UTF8.self)
        try folder.write(text, to: "my shop.yaml")
        let explained = try folder.run("check", "my shop.yaml", "--explain", "narrow-lane:network")
        let command = "taskscope what-if 'my shop.yaml' 'lane network width 3'"
        #expect(explained.output.contains("Try: \(command): launch 899ms -> 415ms"), "\(explained.output)")
        let lints = try InFolder("lanes: {io: 1}\ntasks:\n  - {name: A, on: launch}\n")
            .run("check", "s.yaml", "--explain", "unused-lane")
        #expect(lints.code == 0 && lints.output.hasPrefix("unused-lane: "), "\(lints.complaints)")
    }
}
