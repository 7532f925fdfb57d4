import BenchmarkSupport
import CTerminal
import SchedulerCore

let usage = """
    usage: Benchmarks timers|replay|memory [COUNT]
           Benchmarks profile [COUNT [ROUNDS]]    (the replay alone, 200 times, for a profiler)
           Benchmarks jobs                        (durable jobs; the peer sends the same statements to SQLite)
           Benchmarks frame [KEYS]                (a cursor move at 160x48 without a terminal; no peer)
           Benchmarks screen [TASKS [RECORDS]]    (the screen with very many tasks and records, without a terminal)
           Benchmarks counted WORK ROUNDS         (fixed work for Tests/instructions: core, trace, frame, planning)
           Benchmarks graph COUNT > layers.txt    (input of simpy_layers.py)
           screen_peers.py TASKSCOPE              (the screen beside less, tig, fzf, htop and btop; a script beside this)
           screen_load.py TASKSCOPE               (the screen with 100,000 tasks, and while time runs)
           LiveBenchmarks                         (the library; a program of its own, as it needs swift-syntax to be built)
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
case "screen":
    let records = arguments.dropFirst(2).first.flatMap { Int($0) }
    ScreenBenchmark(tasks: count ?? 100_000, records: records ?? 1_000_000).run()
case "counted":
    guard let work = arguments.dropFirst().first.flatMap(CountedWork.init(rawValue:)),
        let rounds = arguments.dropFirst(2).first.flatMap({ Int($0) })
    else {
        print(usage)
        break
    }
    try work.run(rounds: rounds)
case "graph": print(LayeredGraph(count: count ?? 10_000, seed: 3).text(), terminator: "")
default: print(usage)
}
