import Foundation
import NaiveModel

// Compares random worlds by hand: `NaiveModelRuns [FIRST] [COUNT] [DIFFERENCES]`. The first differences are shrunk and
// printed.
var numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let first = numbers.isEmpty ? 1 : numbers.removeFirst()
let count = numbers.isEmpty ? 1000 : numbers.removeFirst()
let allowed = numbers.isEmpty ? 1 : numbers.removeFirst()
var found = 0
var refused = 0
let isVerbose = CommandLine.arguments.contains("-v")
var leftOut = 0
for seed in first..<(first + count) {
    var generator = Generator(seed: UInt64(seed))
    let world = generator.world()
    if count == 1, allowed == 0 { print(world.yaml + world.scriptText) }
    if Exclusion.leavesOut(world) {
        leftOut += 1
        continue
    }
    if let refusal = Difference.refusal(world) {
        refused += 1
        if refused == 1 { print("seed \(seed) is refused: \(refusal)") }
        continue
    }
    fflush(nil)
    if isVerbose { print("seed \(seed)") }
    guard let difference = Difference.first(in: world) else { continue }
    found += 1
    if found <= allowed {
        let smallest = Shrinker { Difference.first(in: $0) != nil }.shrunk(world)
        print("seed \(seed)\n\(Difference.first(in: smallest) ?? difference)\n")
    }
}
print("\(count) worlds from seed \(first), \(leftOut) left out, \(refused) refused, \(found) differ")
