import SchedulerCore

/// Many recorded launches added up: how long they take, by build and day, which tasks were critical, what became slower.
///
/// Launches are added one after the other and not kept; only their times are. Memory is bounded by the limits.
public struct LaunchReport: Sendable {
    /// The most launches.
    public static let launchLimit = 1_000_000
    /// The most task names; further ones are counted and left out.
    public static let taskLimit = 20_000
    /// The most own times that are kept for comparing; beyond that tasks are counted, not compared.
    public static let sampleLimit = 20_000_000
    /// This many of the slowest launches are named.
    public static let slowestCount = 10

    /// Launches of one build or day.
    public struct Group: Sendable {
        /// Its name; empty if the files say none.
        public let name: String
        /// Their times.
        public let times: Distribution
    }

    /// A launch that took long.
    public struct Slow: Hashable, Sendable {
        /// Its file.
        public let path: String
        /// How long it took.
        public let time: Nanoseconds
    }

    /// The figures of one task.
    public struct TaskRow: Sendable {
        /// Its name.
        public let name: String
        /// In how many launches it ran.
        public let launches: Int
        /// In how many of them it was critical.
        public let critical: Int
        /// Own times.
        public let own: Distribution
    }

    /// Something that may take longer since a build.
    public struct Comparison: Sendable {
        /// The task; nil: the launch itself.
        public let task: String?
        /// Before.
        public let before: Distribution
        /// Since.
        public let since: Distribution
        /// How likely the difference is by chance; nil if there are too few launches.
        public let test: RankTest?

        /// By how much the median is longer; negative if it is shorter.
        public var shift: Nanoseconds {
            Nanoseconds((since.percentile(50)?.count ?? 0) - (before.percentile(50)?.count ?? 0))
        }
    }

    private struct Sums {
        var name: String
        var launches = 0
        var critical = 0
        var before: [Int64] = []
        var since: [Int64] = []
    }

    /// The build from which launches are compared with those before; nil: no comparison.
    public let since: String?
    /// Launches that were added.
    public private(set) var count = 0
    /// Launches that did not reach their first frames.
    public private(set) var failed = 0
    /// Whether something exceeded its limit and was left out.
    public private(set) var isCut = false
    /// The slowest ones, the slowest first.
    public private(set) var slowest: [Slow] = []

    private var builds: [String: [Int64]] = [:]
    private var days: [String: [Int64]] = [:]
    private var numbers: [String: Int] = [:]
    private var tasks: [Sums] = []
    private var sampleCount = 0

    /// A report without launches.
    public init(since: String? = nil) {
        self.since = since
    }

    /// Adds launches that did not reach their first frames.
    public mutating func add(failed number: Int) { failed += number }

    /// Adds a launch. O(tasks).
    public mutating func add(_ launch: ReportedLaunch, from origin: LaunchOrigin) {
        guard count < Self.launchLimit else {
            isCut = true
            return
        }
        count += 1
        builds[origin.build, default: []].append(launch.time.count)
        if !origin.day.isEmpty { days[origin.day, default: []].append(launch.time.count) }
        let isSince = since.map { !LaunchOrigin.isBuild(origin.build, before: $0) } ?? false
        for task in launch.tasks { add(task, isSince: isSince) }
        add(Slow(path: origin.path, time: launch.time))
    }

    private mutating func add(_ task: ReportedLaunch.TaskTime, isSince: Bool) {
        guard let number = numbers[task.name] ?? number(of: task.name) else { return }
        tasks[number].launches += 1
        if task.isCritical { tasks[number].critical += 1 }
        guard sampleCount < Self.sampleLimit else {
            isCut = true
            return
        }
        sampleCount += 1
        if isSince { tasks[number].since.append(task.own.count) } else { tasks[number].before.append(task.own.count) }
    }

    private mutating func number(of name: String) -> Int? {
        guard tasks.count < Self.taskLimit else {
            isCut = true
            return nil
        }
        numbers[name] = tasks.count
        tasks.append(Sums(name: name))
        return tasks.count - 1
    }

    /// Equal ones in the order in which they came.
    private mutating func add(_ slow: Slow) {
        guard slowest.count < Self.slowestCount || slow.time > (slowest.last?.time ?? .zero) else { return }
        var place = slowest.count
        while place > 0, slowest[place - 1].time < slow.time { place -= 1 }
        slowest.insert(slow, at: place)
        if slowest.count > Self.slowestCount { slowest.removeLast() }
    }
}

// MARK: - Results

extension LaunchReport {
    /// All launch times.
    public var times: Distribution { Distribution(builds.values.flatMap { $0 }.map { Nanoseconds($0) }) }

    /// The builds, the earliest first.
    public var byBuild: [Group] {
        builds.keys.sorted { left, right in
            if LaunchOrigin.isBuild(left, before: right) { return true }
            return !LaunchOrigin.isBuild(right, before: left) && left < right
        }.map { Group(name: $0, times: Self.distribution(builds[$0] ?? [])) }
    }

    /// The days, the earliest first.
    public var byDay: [Group] {
        days.keys.sorted().map { Group(name: $0, times: Self.distribution(days[$0] ?? [])) }
    }

    /// The tasks, those that were critical most often first.
    public var byCriticality: [TaskRow] {
        tasks.indices.sorted { left, right in
            let (first, second) = (tasks[left], tasks[right])
            if first.critical != second.critical { return first.critical > second.critical }
            if first.launches != second.launches { return first.launches > second.launches }
            return LaunchOrigin.isBuild(first.name, before: second.name)
        }.map { number in
            let sums = tasks[number]
            return TaskRow(
                name: sums.name, launches: sums.launches, critical: sums.critical,
                own: Self.distribution(sums.before + sums.since))
        }
    }

    /// The launch times before the build and since; nil if no build was named or one side is empty.
    public var launchComparison: Comparison? {
        guard let since else { return nil }
        var (before, after): ([Int64], [Int64]) = ([], [])
        for (build, times) in builds {
            if LaunchOrigin.isBuild(build, before: since) { before += times } else { after += times }
        }
        return comparison(nil, before, after)
    }

    /// How many tasks ran often enough on both sides to be compared.
    public var comparedTasks: Int {
        tasks.count { $0.before.count >= RankTest.fewest && $0.since.count >= RankTest.fewest }
    }

    /// What a regression's p must be below: 0.05 shared among all tasks compared (Bonferroni), so that of many
    /// unchanged tasks hardly one is named.
    public var limit: Double { 0.05 / Double(max(1, comparedTasks)) }

    /// The tasks whose own times became longer since the build, the largest shift first.
    public var regressions: [Comparison] {
        let limit = limit
        return tasks.compactMap { sums -> Comparison? in
            guard let comparison = comparison(sums.name, sums.before, sums.since), let test = comparison.test,
                limit > test.p, comparison.shift > .zero
            else { return nil }
            return comparison
        }.sorted { left, right in
            left.shift != right.shift ? left.shift > right.shift : (left.task ?? "") < (right.task ?? "")
        }
    }

    private func comparison(_ task: String?, _ before: [Int64], _ since: [Int64]) -> Comparison? {
        guard !before.isEmpty, !since.isEmpty else { return nil }
        return Comparison(
            task: task, before: Self.distribution(before), since: Self.distribution(since),
            test: RankTest(before, since))
    }

    private static func distribution(_ times: [Int64]) -> Distribution { Distribution(times.map { Nanoseconds($0) }) }
}
