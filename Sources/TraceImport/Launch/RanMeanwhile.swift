/// What ran while the launch waited for nothing known, and went on after that.
///
/// A slice starts work elsewhere while it runs, and nothing in the trace says so. Where the critical path would have a long
/// wait instead, the run behind the wait is assumed to have been started by the one that ran meanwhile: that one is divided
/// there, and what comes before takes the place of the wait.
extension RecordedLaunch {
    /// A wait of at most one part in this many of the launch stays a wait.
    private static let share: Int64 = 100

    /// Divides runs along the critical path, from the end of the launch to its beginning; false if there is nothing to divide.
    /// What the runs probably waited for must then be found again. O(n) for each run of the path.
    mutating func divideWhatRanMeanwhile() -> Bool {
        let ending = runs.indices.filter { runs[$0].end != .max && !runs[$0].isCut && !runs[$0].isAfterLaunch }
        var rests: [(first: Int, rest: Run)] = []
        var next = ending.max { runs[$0].end < runs[$1].end }
        for _ in runs.indices {
            guard let index = next else { break }
            let run = runs[index]
            if let wait = run.wait, wait > length / Self.share, let other = ranMeanwhile(index, since: run.start - wait)
            {
                var rest = runs[other]
                rest.start = run.start
                (rest.after, rest.assumed, rest.wait, rest.note) = ([other], nil, nil, nil)
                rests.append((other, rest))
                (runs[other].end, runs[other].isCut) = (run.start, false)
                runs[index].note = "It began while \(UniqueNames.fit(rest.name)) ran, which may have started it."
                next = other
            } else {
                next = predecessor(of: index)
            }
        }
        append(rests)
        return !rests.isEmpty
    }

    /// What a run waited for last, or the run that freed its thread.
    private func predecessor(of index: Int) -> Int? {
        let run = runs[index]
        let known = (run.after + [run.assumed].compactMap { $0 }).max { runs[$0].end < runs[$1].end }
        if let known, runs[known].end == run.start || run.wait != nil { return known }
        return holder(of: index) ?? known
    }

    /// The run that freed the thread of another one when that began.
    private func holder(of index: Int) -> Int? {
        let run = runs[index]
        guard lanes[run.lane].isThread else { return nil }
        return runs[..<index].indices.last { runs[$0].lane == run.lane && runs[$0].end == run.start }
    }

    /// The runs that end with the launch, what they waited for, and so on.
    var awaited: Set<Int> {
        let ending = runs.indices.filter { runs[$0].end == length && !runs[$0].isCut && !runs[$0].isAfterLaunch }
        let main = ending.filter { runs[$0].lane == 0 }
        var open = main.isEmpty ? ending : main
        var found = Set(open)
        while let index = open.popLast() {
            let before = runs[index].after + [runs[index].assumed, holder(of: index)].compactMap { $0 }
            for other in before where found.insert(other).inserted { open.append(other) }
        }
        return found
    }

    /// The run that went on the longest from an instant to the start of another run, and beyond; on a thread if there is one,
    /// for at least half the time.
    private func ranMeanwhile(_ index: Int, since begin: Int64) -> Int? {
        let start = runs[index].start
        func length(_ other: Int) -> Int64 { start - max(begin, runs[other].start) }
        func rank(_ other: Int) -> (Int, Int64, Int) {
            let lane = lanes[runs[other].lane]
            let isNear = lane.process == lanes[runs[index].lane].process
            return ((lane.isThread ? 2 : 0) + (isNear ? 1 : 0), length(other), -other)
        }
        return runs[..<index].indices.filter {
            runs[$0].end > start && runs[$0].samples.isEmpty && length($0) >= (start - begin) / 2
        }.max { rank($0) < rank($1) }
    }

    /// Adds what is left of divided runs; what comes after such a run comes after its rest.
    private mutating func append(_ rests: [(first: Int, rest: Run)]) {
        var places: [Int: Int] = [:]
        let own = runs.indices
        for (first, rest) in rests {
            places[first] = runs.count
            runs.append(rest)
        }
        for index in own {
            let start = runs[index].start
            runs[index].after = runs[index].after.map { other in
                places[other].flatMap { runs[$0].end <= start ? $0 : nil } ?? other
            }
        }
        sortRuns()
    }
}
