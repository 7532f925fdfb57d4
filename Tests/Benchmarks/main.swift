let usage = """
    usage: Benchmarks timers|replay|memory [COUNT]
           Benchmarks profile [COUNT [ROUNDS]]    (the replay alone, 200 times, for a profiler)
           Benchmarks jobs                        (durable jobs; the peer sends the same statements to SQLite)
           Benchmarks frame [KEYS]                (a cursor move at 160x48 without a terminal; no peer)
           Benchmarks live [COUNT [PAIRS]]        (empty tasks on two threads; peers: libdispatch, task groups, operations)
           Benchmarks grain                       (the smallest task that keeps two processors half busy)
           Benchmarks inspector [RUNS]            (what watching costs a run: nobody, and a reader that reads; no peer)
           Benchmarks graph COUNT > layers.txt    (input of simpy_layers.py)
           screen_peers.py TASKSCOPE              (the screen beside less, tig, fzf, htop and btop; a script beside this)
    Each prints ratios to a peer in C, measured in turn in this run.
    """

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.dropFirst().first.flatMap { Int($0) }

switch arguments.first {
case "timers": TimerBenchmark(count: count ?? 1_000_000).run()
case "replay":
    for size in count.map({ [$0] }) ?? [10_000, 1_000_000] { ReplayBenchmark(count: size).run() }
case "jobs": try JobBenchmark().run()
case "memory": MemoryBenchmark(count: count ?? 1_000_000).run()
case "profile":
    let rounds = arguments.dropFirst(2).first.flatMap { Int($0) }
    ReplayBenchmark(count: count ?? 10_000).repeatOurs(rounds ?? 200)
case "frame": FrameBenchmark(keys: count ?? 2_000).run()
case "live":
    let pairs = arguments.dropFirst(2).first.flatMap { Int($0) }
    for size in count.map({ [$0] }) ?? [10_000, 1_000_000] { await LiveBenchmark(count: size, pairs: pairs ?? 5).run() }
case "grain": await GrainBenchmark(count: count ?? 200_000).run()
case "inspector": try InspectorBenchmark(runs: count ?? 1_000_000).run()
case "graph": print(LayeredGraph(count: count ?? 10_000, seed: 3).text(), terminator: "")
default: print(usage)
}
