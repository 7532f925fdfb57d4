import Foundation
import Testing

/// `taskscope jobs` and `replay --jobs` as a script sees them.
@Suite(.serialized) struct JobsCommandTests {
    private static let scenario = """
        schema: 1
        name: Jobs
        jobs:
          retryLimit: 2
          handlers: {good: {duration: 10ms}, bad: {duration: 10ms, outcome: fail}, slow: {duration: 10s}}
          enqueue: [{task: good}, {task: bad, data: {n: 1}}, {task: nobody}]

        """

    @Test func theQueueOutlivesAReplay() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("expect queue 3\nlaunch\nexpect queue 1\n", to: "first.scope")
        try folder.write("expect queue 1\nenqueue slow\nlaunch\nat 5s crash\nexpect queue 2\n", to: "second.scope")
        for script in ["first.scope", "second.scope"] {
            let outcome = try folder.run("replay", "s.yaml", "--script", script, "--jobs", "q.sqlite")
            #expect(outcome.code == 0, "\(outcome.output)\(outcome.complaints)")
        }
        let list = try folder.run("jobs", "q.sqlite", "list")
        #expect(list.code == 0)
        let lines = list.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.count == 4)
        #expect(lines[0].starts(with: ["ID", "QUEUE", "PRIORITY", "STATE", "RUNS"]))
        #expect(lines.dropFirst().map { $0[0] } == ["3", "4", "2"])
        #expect(lines[1].contains("waiting") && lines[2].contains("running") && lines[2].contains("slow"))
        #expect(lines[3].contains("dead:") && lines[3].contains(#"{"n":1}"#))
        let stats = try folder.run("jobs", "q.sqlite", "stats", "--json")
        #expect(
            stats.output == #"{"waiting":1,"running":1,"dead":1,"nextID":5,"#
                + #""queues":[{"name":"default","jobs":2}]}"# + "\n")
    }

    @Test func aSessionWorksOnACopyUntilItSaves() throws {
        let folder = try InFolder(Self.scenario)
        for (saving, rows) in [("", 0), ("jobs save\nenqueue good\njobs save\n", 3)] {
            let outcome = try folder.run(
                "--plain", "--jobs", "q.sqlite", "s.yaml", input: "launch\nadvance 5s\n\(saving)quit\n")
            #expect(outcome.code == 0, "\(outcome.output)\(outcome.complaints)")
            #expect(outcome.output.components(separatedBy: "jobs saved to q.sqlite").count == (rows == 0 ? 1 : 3))
            let list = try folder.run("jobs", "q.sqlite", "list").output.split(separator: "\n")
            #expect(list.dropFirst().count == rows)
        }
    }

    @Test(arguments: [["retry", "2"], ["discard", "2"], ["remove", "3"], ["empty"]])
    func aStoreThatAProcessWorksIsNotChanged(command: [String]) throws {
        let folder = try InFolder(Self.scenario)
        #expect(try folder.run("replay", "s.yaml", "--jobs", "q.sqlite").code == 0)
        let before = try folder.run("jobs", "q.sqlite", "list").output
        try folder.holding("q.sqlite", by: .store) {
            let outcome = try folder.run(["jobs", "q.sqlite"] + command)
            #expect(outcome.code == 3 && outcome.complaints.contains("in use by another process"), "\(outcome)")
        }
        #expect(try folder.run("jobs", "q.sqlite", "list").output == before)
    }

    @Test func aStoreIsRepaired() throws {
        let folder = try InFolder(Self.scenario)
        #expect(try folder.run("replay", "s.yaml", "--jobs", "q.sqlite").code == 0)
        #expect(
            try folder.run("jobs", "q.sqlite", "show", "2").output.contains(
                "state     dead since 2001-01-01T00:00:00.03"))
        #expect(try folder.run("jobs", "q.sqlite", "retry", "2", "--json").output == "{\"retried\":[2]}\n")
        let missing = try folder.run("jobs", "q.sqlite", "retry", "2")
        #expect(missing.code == 1)
        #expect(missing.complaints == "taskscope: no dead letter has the number 2\n")
        #expect(try folder.run("replay", "s.yaml", "--jobs", "q.sqlite").code == 0)
        #expect(try folder.run("jobs", "q.sqlite", "show", "2").output.contains("runs      4, 2 of them not counted"))
        #expect(try folder.run("jobs", "q.sqlite", "discard", "all").output == "1 discarded: 2\n")
        #expect(try folder.run("jobs", "q.sqlite", "empty").output == "1 removed\n")
        #expect(try folder.run("jobs", "q.sqlite", "list", "--json").output == "{\"jobs\":[],\"dead\":[]}\n")
    }

    @Test func whatAJobConsistsOfIsShown() throws {
        let folder = try InFolder("jobs: {handlers: {good: {}}, enqueue: [{task: good, key: one, data: {n: 1}}]}\n")
        try folder.write("", to: "nothing.scope")
        #expect(try folder.run("replay", "s.yaml", "--script", "nothing.scope", "--jobs", "q.sqlite").code == 0)
        #expect(
            try folder.run("jobs", "q.sqlite", "show", "1").output == """
                job 1
                task      good
                data      {"n":1}
                state     waiting
                queue     default, priority default
                runs      0
                enqueued  2001-01-01T00:00:00Z
                key       one

                """)
    }

    @Test func theQueueIsAsked() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("expect queue 3\n", to: "first.scope")
        #expect(try folder.run("replay", "s.yaml", "--script", "first.scope", "--jobs", "q.sqlite").code == 0)
        for (question, answer) in [
            (["exists", "bad"], "true\n"), (["exists", "none"], "false\n"), (["count"], "3\n"),
            (["is-active"], "false\n"), (["isActive", "bad"], "false\n"), (["is-running"], "false\n"),
            (["count", "--json"], "{\"count\":3}\n"),
        ] {
            #expect(try folder.run(["jobs", "q.sqlite"] + question).output == answer, "\(question)")
        }
        #expect(try folder.run("jobs", "q.sqlite", "next", "bad").output.hasPrefix("job 2\ntask      bad\n"))
        #expect(try folder.run("jobs", "q.sqlite", "next", "none").code == 1)
        #expect(try folder.run("jobs", "q.sqlite", "remove", "1", "3").output == "2 removed: 1 3\n")
        #expect(try folder.run("jobs", "q.sqlite", "remove", "1").code == 1)
        #expect(try folder.run("jobs", "q.sqlite", "count").output == "1\n")
        var answer = ""
        try folder.holding("q.sqlite", by: .store) {
            answer = try folder.run("jobs", "q.sqlite", "isRunning").output
        }
        #expect(answer == "true\n")
    }

    @Test func aRefusedImportMakesNothing() throws {
        let folder = try InFolder(Self.scenario)
        #expect(try folder.run("jobs", "new.sqlite", "import-edqueue", "s.yaml").code == 3)
        #expect(try folder.run("jobs", "new.sqlite").complaints == "new.sqlite: error: there is no such file\n")
    }

    @Test func aBadFileEndsWith3AndOneLineAndStaysAsItIs() throws {
        let folder = try InFolder(Self.scenario)
        for arguments in [
            ["jobs", "s.yaml", "list"], ["jobs", "s.yaml", "empty"], ["jobs", "absent.sqlite"], ["jobs", "."],
            ["jobs", "new.sqlite", "import-edqueue", "s.yaml"], ["replay", "s.yaml", "--jobs", "s.yaml"],
        ] {
            let outcome = try folder.run(arguments)
            #expect(outcome.code == 3, "\(arguments)")
            #expect(outcome.output == "")
            #expect(outcome.complaints.contains(": error: "))
            #expect(outcome.complaints.filter { $0 == "\n" }.count == 1)
        }
        #expect(try folder.run("check", "s.yaml").code == 0)
    }

    @Test(arguments: [
        ["jobs"], ["jobs", "q", "frobnicate"], ["jobs", "q", "show"], ["jobs", "q", "retry", "x"],
        ["jobs", "q", "list", "1"], ["jobs", "q", "import-edqueue"],
    ])
    func aWrongUseEndsWith2(_ arguments: [String]) throws {
        let outcome = try InFolder(Self.scenario).run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("--help"))
    }
}
