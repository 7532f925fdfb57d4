/// The durable queue by itself (The rules, "Jobs").
struct JobTable {
    final class Row {
        let id: Int
        let task: String
        let queue: String
        let rank: World.Rank
        let key: String?
        var place: Int
        var due: Int
        var expires: Int?
        var attempts = 0
        var forgiven = 0
        var isRunning = false
        var isPaused = false
        var wasCalledUnhandled = false

        init(id: Int, task: String, queue: String, rank: World.Rank, key: String?, place: Int, due: Int) {
            self.id = id
            self.task = task
            self.queue = queue
            self.rank = rank
            self.key = key
            self.place = place
            self.due = due
        }
    }

    struct Run {
        var row: Row
        var attempt: Int
        var order: Int
        var endsAt: Int?
        var timesOutAt: Int?
        var outcome: World.Outcome
        /// `empty` removed its row.
        var isGone = false
    }

    let settings: World.Jobs
    var rows: [Row] = []
    var dead: [Row] = []
    var running: [Run] = []
    var isStarted = false
    /// Runs of a failing job, until the process ends.
    var retryLimit: Int
    var startsWithProcess = false
    var nextID = 1
    var nextPlace = 1
    var begun = 0
    var queues = ["default"]

    init(_ settings: World.Jobs) {
        self.settings = settings
        retryLimit = settings.retryLimit
        queues += settings.queues.map(\.name)
    }

    var isActive: Bool { !running.isEmpty }
    var isInUse: Bool { nextID > 1 || !settings.handlers.isEmpty || settings.anyHandler != nil }
    var nextEnd: Int { running.flatMap { [$0.endsAt ?? .max, $0.timesOutAt ?? .max] }.min() ?? .max }

    func handler(_ task: String) -> World.Worker? {
        settings.handlers.first { $0.name == task } ?? settings.anyHandler
    }

    func width(of queue: String) -> Int { settings.queues.first { $0.name == queue }?.width ?? 1 }

    /// Adds a job; returns nil, or the job that already has its unique key.
    mutating func add(_ task: String, _ own: World.JobOptions, key: String? = nil, now: Int) -> Int? {
        let usual = handler(task)?.options ?? World.JobOptions()
        let key = key ?? (handler(task)?.isUnique == true ? "\(task) {}" : nil)
        if let key, let known = rows.first(where: { $0.key == key }) {
            guard !known.isRunning, handler(task)?.replaces == true else { return known.id }
            rows.removeAll { $0 === known }
        }
        let after = (own.runAfter ?? usual.runAfter ?? 0) * 1_000_000
        let row = Row(
            id: nextID, task: task, queue: own.queue ?? usual.queue ?? "default",
            rank: own.rank ?? usual.rank ?? .normal, key: key, place: nextPlace, due: now + after)
        row.expires = (own.expires ?? usual.expires).map { now + $0 * 1_000_000 }
        if !queues.contains(row.queue) { queues.append(row.queue) }
        nextID += 1
        nextPlace += 1
        rows.append(row)
        return nil
    }

    /// The pause before the next run of a row whose run failed.
    func pause(_ row: Row) -> Int {
        let limit = settings.maximumDelay ?? .max
        var pause = min(settings.delay, limit)
        for _ in 1..<max(1, row.attempts - row.forgiven) { pause = min(pause * settings.backoff, limit) }
        return pause * 1_000_000
    }

    func isExhausted(_ row: Row) -> Bool { row.attempts - row.forgiven >= max(1, retryLimit) }

    mutating func makeDeadLetter(_ row: Row) {
        rows.removeAll { $0 === row }
        row.isRunning = false
        row.isPaused = false
        dead.append(row)
    }

    /// The row that a queue serves next.
    func next(in queue: String, now: Int) -> Row? {
        guard running.count(where: { $0.row.queue == queue }) < width(of: queue) else { return nil }
        let ready = rows.filter {
            $0.queue == queue && !$0.isRunning && !$0.isPaused && $0.due <= now && !$0.wasCalledUnhandled
        }
        return ready.min { ($0.rank.rawValue, $0.place) < ($1.rank.rawValue, $1.place) }
    }

    /// Whether a row expires now or could begin.
    func hasStep(now: Int) -> Bool {
        guard isStarted else { return false }
        return rows.contains { !$0.isRunning && ($0.expires ?? .max) < now }
            || queues.contains { next(in: $0, now: now) != nil }
    }

    /// When a row next comes due or expires.
    func nextDue(after now: Int) -> Int {
        guard isStarted else { return .max }
        var times: [Int] = []
        for row in rows where !row.isRunning {
            if row.due > now, !row.isPaused { times.append(row.due) }
            if let expires = row.expires, expires >= now { times.append(expires + 1) }
        }
        return times.min() ?? .max
    }
}
