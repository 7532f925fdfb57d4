// Figures by hand, as ratios to a peer in one run: swift run -c release Benchmarks [NAME…]

let names = CommandLine.arguments.dropFirst()
func isWanted(_ name: String) -> Bool { names.isEmpty || names.contains(name) }

if CommandLine.arguments.contains("profile") { try ReplayBenchmark.run(count: 10_000, rounds: 3) }
if isWanted("replay") {
    try ReplayBenchmark.run(count: 10_000, rounds: 51)
    try ReplayBenchmark.run(count: 1_000_000, rounds: 5)
}
