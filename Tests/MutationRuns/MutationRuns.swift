import Foundation

/// Draws small changes of the sources, builds them all at once behind a switch, and says which of them the tests notice.
@main
struct MutationRuns {
    static func main() throws {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            FileHandle.standardError.write(Data((Options.usage + "\n").utf8))
            exit(2)
        }
        let package = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let folder = URL(fileURLWithPath: options.copy)
        let frozen = try FrozenPackage(package, to: folder.appendingPathComponent(".build/frozen"))
        let files = try sources(frozen.folder, options.modules)
        let possible = files.reduce(0) { $0 + $1.mutations.count }
        var draw = Draw(seed: options.seed)
        // About one in four does not compile: the wrong types, a constant never set.
        let drawn = draw.mutants(files, count: options.draw * 3 / 2)
        say("\(possible) changes in \(files.count) files, \(drawn.count) drawn with seed \(options.seed)")

        let modules = Set(drawn.map(\.module)).sorted()
        let judges = Suites(package: frozen.folder, endToEnd: options.endToEnd)
        let suites = Set(modules.flatMap { judges.suites(of: $0) }).sorted()
        let copy = MutatedCopy(package: frozen, folder: folder, suites: suites)
        var state = try RunState(options, package: frozen, copy: folder)
        if state.compiled.isEmpty {
            // The compiler runs the macros of the copy.
            try copy.mutationSwitch.turn(to: 0)
            guard let built = try CopyBuild(copy: copy, built: package, files: files).build(drawn) else { exit(1) }
            state.compiled = built.map(\.number)
            try state.save(copy.folder)
        }

        var verdict = Verdict(judges, run: SuiteRun(copy: copy), state: state)
        let compiled = Set(state.compiled)
        let wanted = drawn.filter { compiled.contains($0.number) }.prefix(options.draw)
        try verdict.prepare(wanted)
        let end = options.minutes.map { Date() + 60 * Double($0) } ?? .distantFuture
        for mutant in wanted where Date() < end { try verdict.judge(mutant) }
        exit(verdict.conclude(atLeast: options.atLeast) ? 0 : 1)
    }

    /// The files of the modules, all if none is named, by path.
    private static func sources(_ package: URL, _ modules: [String]) throws -> [SourceFile] {
        let folder = package.appendingPathComponent("Sources")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { modules.isEmpty || modules.contains($0) }.flatMap { module in
            let paths = FileManager.default.enumerator(atPath: folder.appendingPathComponent(module).path)?
                .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
            return try (paths ?? []).map { path in
                let path = "Sources/\(module)/\(path)"
                let text = try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
                return SourceFile(module: module, path: path, text: text, mutations: MutationFinder.mutations(of: text))
            }
        }
    }
}

/// What the command was asked for.
struct Options {
    private(set) var draw = 60
    private(set) var seed: UInt64 = 1
    private(set) var modules: [String] = []
    private(set) var endToEnd = false
    /// After how many minutes of tests the rest is left out.
    private(set) var minutes: Int?
    /// Where the copy is.
    private(set) var copy = ".build/mutants"
    /// Of a hundred, how many must be caught.
    private(set) var atLeast = 85

    static let usage = """
        usage: Tests/mutants [--draw N] [--seed S] [--module M]... [--minutes N] [--at-least PERCENT] [--end-to-end]
            [--copy FOLDER]
        """

    init?(_ arguments: some Collection<String>) {
        var rest = Array(arguments)
        while let option = rest.first {
            rest.removeFirst()
            if option == "--end-to-end" {
                endToEnd = true
                continue
            }
            guard let value = rest.first else { return nil }
            rest.removeFirst()
            switch option {
            case "--copy": copy = value
            case "--module": modules.append(value)
            case "--draw":
                guard let count = Int(value), 1...MutationSwitch.most / 2 ~= count else { return nil }
                draw = count
            case "--seed":
                guard let number = UInt64(value) else { return nil }
                seed = number
            case "--minutes":
                guard let count = Int(value), count > 0 else { return nil }
                minutes = count
            case "--at-least":
                guard let percent = Int(value), 0...100 ~= percent else { return nil }
                atLeast = percent
            default: return nil
            }
        }
    }
}
