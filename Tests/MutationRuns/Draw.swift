/// Chooses mutations by a seed: the same seed and sources, the same mutations.
struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// All of them, in random order.
    private mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var rest = elements
        for index in rest.indices.dropLast() {
            rest.swapAt(index, index + Int(next() % UInt64(rest.count - index)))
        }
        return rest
    }

    /// `count` of the mutations of these files, numbered from 1, none inside another.
    mutating func mutants(_ files: [SourceFile], count: Int) -> [Mutant] {
        var taken: [String: [Range<Int>]] = [:]
        var mutants: [Mutant] = []
        let all = files.flatMap { file in file.mutations.map { (file: file, mutation: $0) } }
        for (file, mutation) in shuffled(all) where mutants.count < count {
            guard taken[file.path, default: []].allSatisfy({ !$0.overlaps(mutation.range) }) else { continue }
            taken[file.path, default: []].append(mutation.range)
            mutants.append(
                Mutant(number: mutants.count + 1, module: file.module, path: file.path, mutation: mutation))
        }
        return mutants
    }
}

/// A file of a module and the changes that it allows.
struct SourceFile {
    let module: String
    /// Path from the package's folder on.
    let path: String
    let text: String
    let mutations: [Mutation]

    /// The text with these changes behind their switches, and the lines on which each then is.
    func switched(_ mutants: [Mutant]) -> (text: String, lines: [(mutant: Mutant, lines: ClosedRange<Int>)]) {
        // On the first line, so that it moves no other.
        var result = Array("import MutationSwitch; ".utf8)
        var lines: [(mutant: Mutant, lines: ClosedRange<Int>)] = []
        var line = 1
        var position = 0
        let bytes = Array(text.utf8)
        func lineEnds(_ bytes: some Sequence<UInt8>) -> Int { bytes.count { $0 == 0x0A } }
        for mutant in mutants.sorted(by: { $0.mutation.range.lowerBound < $1.mutation.range.lowerBound }) {
            let before = bytes[position..<mutant.mutation.range.lowerBound]
            let changed = Array(mutant.mutation.switched(mutant.number).utf8)
            line += lineEnds(before)
            let last = line + lineEnds(changed)
            lines.append((mutant, line...last))
            line = last
            result += before + changed
            position = mutant.mutation.range.upperBound
        }
        return (String(decoding: result + bytes[position...], as: UTF8.self), lines)
    }
}
