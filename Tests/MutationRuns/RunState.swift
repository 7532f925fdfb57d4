import Foundation

/// What a run knows so far. One that is called again with the same options and files goes on where it stopped.
struct RunState: Codable {
    struct Judgement: Codable {
        let isCaught: Bool
        let text: String
    }

    /// What it was asked, and the package's files.
    private var key: String
    /// The numbers of the mutants that compile.
    var compiled: [Int] = []
    /// What the files of each suite of tests do without a change.
    var measures: [String: [Suites.Measure]] = [:]
    /// By a mutant's number.
    var judgements: [Int: Judgement] = [:]

    /// What the last run left in the folder; the beginning, if it ran with other options or files.
    init(_ options: Options, package: FrozenPackage, copy: URL) throws {
        key = "\(options.seed) \(options.draw) \(options.modules) \(options.endToEnd) \(try package.digest())"
        if let bytes = try? Data(contentsOf: Self.file(copy)),
            let left = try? JSONDecoder().decode(RunState.self, from: bytes), left.key == key
        {
            self = left
        }
    }

    func save(_ copy: URL) throws { try JSONEncoder().encode(self).write(to: Self.file(copy), options: .atomic) }

    private static func file(_ copy: URL) -> URL { copy.appendingPathComponent(".build/mutation-run.json") }
}
