/// The shortest schedule of a task graph on identical workers: depth first over all sets of tasks that can start at an end,
/// cut by lower bounds (branch and bound). For small graphs.
struct OptimumSearch {
    private let lengths: [Int]
    private let successors: [[Int]]
    private let levels: [Int]
    private let workers: Int
    private var missing: [Int]
    private var best: Int
    private var left: Int
    private var steps = 0

    private struct Running {
        var end: Int
        var task: Int
    }

    /// A search for what is shorter than a schedule of length `better` that is known.
    init(_ graph: TaskGraphCase, workers: Int, better: Int) {
        (lengths, self.workers, best) = (graph.lengths, workers, better)
        var successors = [[Int]](repeating: [], count: graph.lengths.count)
        for (number, list) in graph.predecessors.enumerated() {
            for other in list { successors[other].append(number) }
        }
        self.successors = successors
        missing = graph.predecessors.map { $0.count }
        var levels = graph.lengths
        for number in graph.lengths.indices.reversed() {
            levels[number] += successors[number].map { levels[$0] }.max() ?? 0
        }
        self.levels = levels
        left = graph.lengths.reduce(0, +)
    }

    /// The optimum; nil if this many steps do not prove it.
    mutating func run(steps limit: Int) -> Int? {
        let ready = missing.indices.filter { missing[$0] == 0 }
        return choose(0, [], byLevel(ready), from: 0, limit) ? best : nil
    }

    private func byLevel(_ tasks: [Int]) -> [Int] { tasks.sorted { (levels[$1], $0) < (levels[$0], $1) } }

    /// Starts one more of the ready tasks from this place on, or waits for the next end; false at the limit.
    private mutating func choose(_ now: Int, _ running: [Running], _ ready: [Int], from: Int, _ limit: Int) -> Bool {
        steps += 1
        if steps > limit { return false }
        if ready.isEmpty && running.isEmpty {
            best = min(best, now)
            return true
        }
        if bound(now, running, ready) >= best { return true }
        if running.count < workers {
            for place in from..<max(from, ready.count) {
                let task = ready[place]
                var rest = ready
                rest.remove(at: place)
                left -= lengths[task]
                let isDone = choose(
                    now, running + [Running(end: now + lengths[task], task: task)], rest, from: place, limit)
                left += lengths[task]
                if !isDone { return false }
            }
        }
        return running.isEmpty ? true : wait(running, ready, limit)
    }

    private mutating func wait(_ running: [Running], _ ready: [Int], _ limit: Int) -> Bool {
        guard let next = running.map({ $0.end }).min() else { return true }
        var fresh = ready
        let ended = running.filter { $0.end == next }
        for end in ended {
            for other in successors[end.task] {
                missing[other] -= 1
                if missing[other] == 0 { fresh.append(other) }
            }
        }
        let isDone = choose(next, running.filter { $0.end != next }, byLevel(fresh), from: 0, limit)
        for end in ended { for other in successors[end.task] { missing[other] += 1 } }
        return isDone
    }

    private func bound(_ now: Int, _ running: [Running], _ ready: [Int]) -> Int {
        var bound = now
        var work = left
        for end in running {
            bound = max(bound, end.end + (successors[end.task].map { levels[$0] }.max() ?? 0))
            work += end.end - now
        }
        for task in ready { bound = max(bound, now + levels[task]) }
        return max(bound, now + (work + workers - 1) / workers)
    }
}
