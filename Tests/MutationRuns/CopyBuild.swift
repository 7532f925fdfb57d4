import Foundation

/// Builds the copy, leaving out what the compiler refuses.
struct CopyBuild {
    let copy: MutatedCopy
    /// The package that was built.
    let built: URL
    let files: [SourceFile]

    /// The mutants that compile; nil if the build fails beside them, with what it said on standard error.
    func build(_ drawn: [Mutant]) throws -> [Mutant]? {
        var mutants = drawn
        for module in Set(drawn.map(\.module)).sorted() {
            guard let check = ModuleCheck(module, package: built, copy: copy.folder) else { continue }
            while true {
                let lines = try write(mutants)
                let refused = refused(try check.said(in: copy.folder), lines)
                if refused.isEmpty { break }
                mutants.removeAll { refused.contains($0.number) }
            }
        }
        say("\(mutants.count) of them compile")
        while true {
            let lines = try write(mutants)
            let said = try MutatedCopy.run(
                "/usr/bin/env", ["sh", "-c", "swift build --build-tests 2>&1; echo \"exit code $?\""], at: copy.folder)
            if said.hasSuffix("exit code 0\n") {
                try copy.publishSwitch()
                return mutants
            }
            let refused = refused(said, lines)
            if refused.isEmpty {
                FileHandle.standardError.write(Data(said.utf8.suffix(6000)))
                return nil
            }
            mutants.removeAll { refused.contains($0.number) }
            say("\(refused.count) do not compile, \(mutants.count) are left")
        }
    }

    /// Writes the copy with these changes; returns the lines on which they are, by file.
    private func write(_ mutants: [Mutant]) throws -> [String: [(mutant: Mutant, lines: ClosedRange<Int>)]] {
        let byPath = Dictionary(grouping: mutants, by: \.path)
        var texts: [String: String] = [:]
        var lines: [String: [(mutant: Mutant, lines: ClosedRange<Int>)]] = [:]
        for file in files {
            guard let here = byPath[file.path] else { continue }
            let switched = file.switched(here)
            (texts[file.path], lines[file.path]) = (switched.text, switched.lines)
        }
        try copy.write(texts)
        return lines
    }

    /// The numbers of the mutants on whose lines the compiler found errors; of an error elsewhere, the nearest.
    private func refused(
        _ said: String, _ lines: [String: [(mutant: Mutant, lines: ClosedRange<Int>)]]
    ) -> Set<Int> {
        var refused = Set<Int>()
        let start = copy.folder.path + "/"
        for text in said.lines {
            let parts = text.split(separator: ":", maxSplits: 4).map(String.init)
            guard parts.count == 5, parts[3] == " error", let line = Int(parts[1]) else { continue }
            let path = parts[0].hasPrefix(start) ? String(parts[0].dropFirst(start.count)) : parts[0]
            guard let here = lines[path] else { continue }
            let hit = here.filter { $0.lines.contains(line) }
            if !hit.isEmpty {
                refused.formUnion(hit.map(\.mutant.number))
            } else if let nearest = here.min(by: { abs($0.lines.lowerBound - line) < abs($1.lines.lowerBound - line) })
            {
                refused.insert(nearest.mutant.number)
            }
        }
        return refused
    }
}
