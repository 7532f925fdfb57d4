import Foundation
import Testing

/// What a new user does first: `--version`, `help TOPIC`, `new`.
@Suite struct FirstStepsTests {
    @Test func `the version says how the program was built`() throws {
        let outcome = try InFolder("").run("--version")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(/^taskscope [0-9]+\.[0-9]+\.[0-9]+ \((debug|release) build\)\n$/))
    }

    @Test(arguments: [
        ("KEYS", "launch the app"), ("script", "wait until"), ("SCENARIO", "afterLaunchDelay"),
        ("EXIT-CODES", "bad input file"),
    ])
    func `help on a topic is data`(topic: String, words: String) throws {
        let outcome = try InFolder("").run("help", topic)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(words))
        #expect(outcome.complaints == "")
    }

    @Test(arguments: [("NOSUCH", "KEYS"), ("EXIT-CODE", "did you mean EXIT-CODES?")])
    func `help on what is not a topic names the topics`(word: String, words: String) throws {
        let outcome = try InFolder("").run("help", word)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains(words))
    }

    @Test func `new writes a scenario that passes check, and overwrites none`() throws {
        let folder = try InFolder("")
        #expect(try folder.run("new", "mine.yaml", "--from-names", "Login, Home").code == 0)
        let check = try folder.run("check", "mine.yaml")
        #expect(check.code == 0)
        #expect(check.complaints.contains("1 file ok, 0 findings"))
        let again = try folder.run("new", "mine.yaml", "--from-names", "Other")
        #expect(again.code == 1)
        #expect(again.complaints.contains("mine.yaml already exists"))
        #expect(try folder.run("replay", "mine.yaml").output.contains("Login"))
    }

    @Test func `new on standard output writes no file`() throws {
        let outcome = try InFolder("").run("new", "-", "--from-names", "A,B")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("- {name: A, on: launch"))
    }

    @Test(arguments: ["", " , "]) func `new needs at least one name`(names: String) throws {
        let folder = try InFolder("")
        let outcome = try folder.run("new", "mine.yaml", "--from-names", names)
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("name at least one task"))
        #expect(try folder.run("check", "mine.yaml").code == 3)
    }
}
