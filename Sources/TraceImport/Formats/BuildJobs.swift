import SchedulerSimulation
import Text

extension CargoTimings {
    /// When units that were ready waited for a free job: the report counts them whenever that changes.
    struct JobQueue {
        /// The times, and how long units had waited up to then.
        private var times: [Int64] = []
        private var sums: [Int64] = []
        private var isWaiting = false
        /// How many units ran at each of the times, how many waited for a job, and how many for other units; nil if the report
        /// does not say.
        private(set) var samples: [(time: Int64, active: Int64, waiting: Int64, inactive: Int64?)] = []

        init() {}

        init(_ tokens: inout JSONTokens) throws(ImportProblem) {
            var whole = tokens.window
            guard let place = whole.bytes[whole.position...].place(of: "CONCURRENCY_DATA = ") else { return }
            whole.position = place + 19
            tokens = JSONTokens(whole)
            guard case .arrayStart = try tokens.next() else { return }
            while true {
                let token = try tokens.next()
                if case .arrayEnd = token { return }
                let value = try tokens.value(from: token)
                let last = times.last ?? 0
                guard let time = value["t"]?.count(scale: 1_000_000_000), (last...1 << 61).contains(time) else {
                    self = JobQueue()
                    return
                }
                times.append(time)
                sums.append((sums.last ?? 0) + (isWaiting ? time - last : 0))
                samples.append(
                    (time, value["active"]?.whole ?? 0, value["waiting"]?.whole ?? 0, value["inactive"]?.whole))
                isWaiting = (value["waiting"]?.whole ?? 0) > 0
            }
        }

        /// When the last job was over; 0 if the report does not count them.
        var end: Int64 { times.last ?? 0 }

        /// When the last unit that waited for others got ready; nil if the report does not say, or several did at once.
        var lastReady: Int64? {
            guard let place = samples.lastIndex(where: { $0.inactive != 0 }), samples[place].inactive == 1,
                place + 1 < samples.count
            else { return nil }
            return samples[place + 1].time
        }

        /// How long units waited in the whole build.
        var total: Int64 { sums.last ?? 0 }

        /// Whether units waited at an instant.
        func isWaiting(at time: Int64) -> Bool {
            let place = times.partitionPoint { $0 > time }
            return place > 0 && place < times.count && sums[place] > sums[place - 1]
        }

        /// Whether units waited most of the time between two instants.
        func isBusy(from start: Int64, to end: Int64) -> Bool {
            end > start && waited(until: end) - waited(until: start) >= (end - start) / 2
        }

        private func waited(until time: Int64) -> Int64 {
            let place = times.partitionPoint { $0 > time }
            guard place > 0 else { return 0 }
            guard place < times.count, sums[place] > sums[place - 1] else { return sums[place - 1] }
            return sums[place - 1] + time - times[place - 1]
        }
    }
}

/// How busy a build kept its jobs, and what follows from that.
struct BuildJobs {
    /// From so many percent on, processors have no room for another job.
    static let fullUse = 90

    /// From one part in this many of a build on in which all jobs were busy, they bound it.
    private static let bound: Int64 = 3

    /// How long units that were ready waited for a free job.
    private let waited: Int64
    private let length: Int64
    /// How many there are; nil if the report does not say.
    private let count: Int?
    /// How many processors there are; nil if the report does not say.
    private let processors: Int?
    /// How many units ran at once at most.
    private let most: Int64
    /// How busy they were meanwhile, and in the whole build, in percent; nil if the report does not say.
    private let use, wholeUse: Int?

    /// Nil if no unit waited.
    init?(_ report: ByteWindow, _ queue: CargoTimings.JobQueue, length: Int64) {
        guard queue.total > 0 else { return nil }
        (waited, self.length) = (queue.total, length)
        most = queue.samples.map { $0.active }.max() ?? 0
        count = Self.number(after: "(jobs=", report.bytes[...])
        processors = Self.number(after: "ncpu=", report.bytes[...])
        use = Self.processorUse(report) { queue.isWaiting(at: $0) }
        wholeUse = Self.processorUse(report) { _ in true }
    }

    /// One line: what bound the build beside its longest units, its processors or its jobs.
    var text: String {
        let isBound = waited >= length / Self.bound
        var busy = use.map { ", the processors \($0)% busy then" } ?? ""
        let isOver = count.map { most > Int64($0) } ?? false
        let jobs = count.map { count in isOver ? "" : " of \(count)" } ?? ""
        let more =
            isOver
            ? "; up to \(most) units were active with \(count ?? 0) jobs (-j): cargo limits the tokens of its job server, which "
                + "build scripts may share, not the units" : ""
        var bound = isBound ? "bound by its jobs: " : ""
        if let wholeUse, wholeUse >= Self.fullUse {
            let count = processors.map { "\($0) " } ?? ""
            bound = "bound by its \(count)processors, \(wholeUse)% busy: "
            busy = ""
        }
        return bound + "for \(Format.percent(waited, of: length)) of the build, "
            + "\(DurationText.rounded(nanoseconds: waited)), ready units waited for a free job\(jobs)\(busy)\(more)"
    }

    /// What helps against that.
    var help: JobHelp { use.map { $0 >= Self.fullUse } ?? false ? .crates : .jobs }

    /// The number after a word of the report.
    private static func number(after word: StaticString, _ report: ArraySlice<UInt8>) -> Int? {
        guard let place = report.place(of: word) else { return nil }
        let digits = report[(place + word.utf8CodeUnitCount)...].prefix { Byte.isDigit($0) }
        return Int(String(decoding: digits.prefix(6), as: UTF8.self))
    }

    /// How busy the processors were at these instants, in percent; nil if the report has no samples. Each is the
    /// mean since the one before it.
    static func processorUse(_ report: ByteWindow, at isCounted: (Int64) -> Bool) -> Int? {
        guard let place = report.bytes[...].place(of: "CPU_USAGE = ") else { return nil }
        var window = report
        window.position = place + 12
        var tokens = JSONTokens(window)
        guard let token = try? tokens.next(), let samples = try? tokens.value(from: token).elements else { return nil }
        var (last, counted, busy) = (Int64(0), Int64(0), Int64(0))
        for sample in samples where sample.elements.count == 2 {
            guard let time = sample.elements[0].count(scale: 1000), let use = sample.elements[1].count(scale: 1000),
                (0...100_000).contains(use), (last...1 << 40).contains(time)
            else { continue }
            if isCounted(time * 1_000_000) { (counted, busy) = (counted + time - last, busy + (time - last) * use) }
            last = time
        }
        return counted > 0 ? Int(busy / counted / 1000) : nil
    }
}
