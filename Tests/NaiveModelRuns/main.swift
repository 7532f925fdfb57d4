import Foundation
import NaiveModel

// Compares random worlds by hand.
//
//     NaiveModelRuns [FIRST] [COUNT] [DIFFERENCES]   compares COUNT worlds from seed FIRST on; the first DIFFERENCES are
//                                                    shrunk and printed
//     NaiveModelRuns faults [COUNT]                  the smallest world for each fault that is not fixed
let arguments = CommandLine.arguments.dropFirst()
var numbers = arguments.compactMap { Int($0) }
@MainActor func number(_ standard: Int) -> Int { numbers.isEmpty ? standard : numbers.removeFirst() }

func smallest(_ world: World, _ faults: Set<Fault>) -> Difference? {
    let shrunk = Shrinker { Difference.first(in: $0, imitating: faults) != nil }.shrunk(world)
    return Difference.first(in: shrunk, imitating: faults)
}

if arguments.first == "faults" {
    let count = number(3000)
    for fault in Fault.allCases where Fault.open.contains(fault) {
        var found: Difference?
        for seed in 1...count where found == nil {
            var generator = Generator(seed: UInt64(seed))
            let world = generator.world()
            guard Difference.first(in: world, imitating: Fault.open.subtracting([fault])) != nil,
                Difference.first(in: world) == nil
            else { continue }
            found = smallest(world, Fault.open.subtracting([fault]))
        }
        print("## \(fault.rawValue)\n\n\(found?.description ?? "none in \(count) worlds")\n")
        fflush(nil)
    }
} else {
    let (first, count, allowed) = (number(1), number(1000), number(1))
    var (found, refused, leftOut) = (0, 0, 0)
    for seed in first..<(first + count) {
        var generator = Generator(seed: UInt64(seed))
        let world = generator.world()
        if Exclusion.leavesOut(world) {
            leftOut += 1
        } else if let refusal = Difference.refusal(world) {
            refused += 1
            if refused == 1 { print("seed \(seed) is refused: \(refusal)") }
        } else if Difference.first(in: world) != nil {
            found += 1
            if found <= allowed, let difference = smallest(world, Fault.open) {
                print("seed \(seed)\n\(difference)\n")
                fflush(nil)
            }
        }
    }
    print("\(count) worlds from seed \(first), \(leftOut) left out, \(refused) refused, \(found) differ")
}
