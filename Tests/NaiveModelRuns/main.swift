import Foundation
import NaiveModel

// Compares random worlds by hand.
//
//     NaiveModelRuns [FIRST] [COUNT] [DIFFERENCES]   compares COUNT worlds from seed FIRST on; the first DIFFERENCES are
//                                                    shrunk and printed
//     NaiveModelRuns traces [FIRST] [COUNT]          prints a sum over the trace of each of COUNT worlds, so that what
//                                                    one process writes can be compared with what others do
let arguments = CommandLine.arguments.dropFirst()
var numbers = arguments.compactMap { Int($0) }
@MainActor func number(_ standard: Int) -> Int { numbers.isEmpty ? standard : numbers.removeFirst() }

func smallest(_ world: World) -> Difference? {
    Difference.first(in: Shrinker { Difference.first(in: $0) != nil }.shrunk(world))
}

/// FNV-1a over the lines of a trace.
func sum(_ lines: [String]) -> UInt64 {
    lines.joined(separator: "\n").utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
}

if arguments.first == "traces" {
    let (first, count) = (number(1), number(1000))
    for seed in first..<(first + count) {
        var generator = Generator(seed: UInt64(seed))
        let lines = Difference.program(generator.world()) ?? []
        print(seed, lines.count, String(sum(lines), radix: 16))
    }
    exit(0)
}

let (first, count, allowed) = (number(1), number(1000), number(1))
var (found, refused) = (0, 0)
for seed in first..<(first + count) {
    var generator = Generator(seed: UInt64(seed))
    let world = generator.world()
    guard let program = Difference.program(world) else {
        refused += 1
        if refused == 1 { print("seed \(seed) is refused: \(Difference.refusal(world) ?? "for another reason")") }
        continue
    }
    if Difference.first(in: world, program) != nil {
        found += 1
        if found <= allowed, let difference = smallest(world) {
            print("seed \(seed)\n\(difference)\n")
            fflush(nil)
        }
    }
}
print("\(count) worlds from seed \(first), \(refused) refused, \(found) differ")
