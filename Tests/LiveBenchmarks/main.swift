let usage = """
    usage: LiveBenchmarks live [COUNT [PAIRS]]    (empty tasks on two threads; peers: libdispatch, task groups, operations)
           LiveBenchmarks profile [COUNT [ROUNDS [layers|chain|fan]]]    (ours alone, one scheduler launched again and again, for a profiler)
           LiveBenchmarks fresh [COUNT [ROUNDS [layers|chain|fan]]]    (the same, a new scheduler each time)
           LiveBenchmarks grain [COUNT [layers|fan]]    (the smallest task that keeps two processors half busy)
           LiveBenchmarks inspector [RUNS]        (what watching costs a run: nobody, and a reader that reads; no peer)
           LiveBenchmarks hostile [PAIRS [KIND...]]    (what clients that mean no good cost a launch)
    """

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.dropFirst().first.flatMap { Int($0) }

switch arguments.first {
case "live":
    let pairs = arguments.dropFirst(2).first.flatMap { Int($0) }
    for size in count.map({ [$0] }) ?? [10_000, 1_000_000] { await LiveBenchmark(count: size, pairs: pairs ?? 5).run() }
case "profile":
    let rounds = arguments.dropFirst(2).first.flatMap { Int($0) }
    await LiveBenchmark(count: count ?? 10_000, pairs: 1).repeatOurs(
        rounds ?? 200, arguments.dropFirst(3).first ?? "layers")
case "fresh":
    let rounds = arguments.dropFirst(2).first.flatMap { Int($0) }
    await LiveBenchmark(count: count ?? 10_000, pairs: 1).repeatFresh(
        rounds ?? 50, arguments.dropFirst(3).first ?? "layers")
case "grain":
    await GrainBenchmark(count: count ?? 200_000, kind: arguments.dropFirst(2).first ?? "layers").run()
case "inspector": try InspectorBenchmark(runs: count ?? 80_000).run()
case "hostile":
    let words = Array(arguments.dropFirst(2))
    let kinds = words.compactMap { HostileClient.Kind(rawValue: $0) }
    if kinds.count < words.count {
        print("hostile: kinds of clients are \(HostileClient.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    } else {
        let chosen = kinds.isEmpty ? HostileClient.Kind.allCases : kinds
        try await HostileBenchmark(pairs: count ?? 15, kinds: chosen).run()
    }
case "client":
    let words = arguments.dropFirst().map { $0 }
    if let kind = words.first.flatMap({ HostileClient.Kind(rawValue: $0) }), let path = words.last {
        HostileClient(kind: kind, path: path).run()
    }
default: print(usage)
}
