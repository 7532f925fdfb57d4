import SimulatedApps

// ImportMeasures [APPS] [TRACES]: how many edges of made-up apps are found in noisy traces of them, and how many that
// are none. The same numbers on every machine.
let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let apps = arguments.first ?? 200
let traces = arguments.count > 1 ? arguments[1] : 40
var score = InferenceScore()
for seed in 0..<apps { try score.add(SimulatedApp(seed: UInt64(seed)), traces: traces) }

func percent(_ part: Int, _ whole: Int) -> String {
    guard whole > 0 else { return "-" }
    let thousandths = (part * 1000 + whole / 2) / whole
    return "\(thousandths / 10).\(thousandths % 10)%"
}

let right = score.direct + score.implied
print("\(apps) apps, \(traces) traces each, support of at least 0.95")
print("precision \(percent(right, score.inferred)): \(score.inferred) inferred, \(score.direct) edges of the app,")
print("          \(score.implied) implied by a chain of its edges, \(score.wrong.count) wrong")
print("recall    \(percent(score.found, score.needed)): \(score.found) of \(score.needed) edges that no chain implies")
print("at most   \(percent(score.shown, score.needed)): \(score.shown) of them decided a start in three traces or more")
for wrong in score.wrong.prefix(20) { print("wrong: \(wrong)") }
