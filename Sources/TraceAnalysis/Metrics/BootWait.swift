import SchedulerCore
import Text

/// What a unit of a boot that only waits probably waited for, as far as a recording shows it: what ran or came during it and
/// ended just before it did.
public struct BootWait: Hashable, Sendable {
    /// A unit or a device, and which part of the wait it took.
    public struct Cause: Hashable, Sendable {
        /// Which.
        public let task: TaskID
        /// How long it ran during the wait.
        public let ran: Nanoseconds
        /// How long before the end of the wait it ended.
        public let rest: Nanoseconds
    }

    /// What ended in the last part of a wait, one in this many, may be why that ended, if it ran for one part in `share` of it.
    private static let (lastPart, share): (Int64, Int64) = (10, 8)

    /// The unit that waits.
    public let task: TaskID
    /// The unit that ran for the most of it and ended just before it.
    public private(set) var unit: Cause?
    /// The device that came last, of a unit that waits for devices.
    public private(set) var device: Cause?
    /// The network device that came last, of a unit that waits for a connection.
    public private(set) var link: Cause?
    /// The unit that decides when it is over, by what is known of the two.
    public private(set) var decider: TaskID?
    /// Another unit that waited for the same and ended just before it.
    public private(set) var twin: Cause?

    /// What ended last of the devices that it waits for, or of the units that wait for the same: whoever needs it cannot begin
    /// earlier; nil if nothing shows it. A unit of `gone` is not waited for.
    public func last(without gone: [TaskID] = []) -> Cause? {
        guard let device else { return twin.flatMap { gone.contains($0.task) ? nil : $0 } }
        return unit.map { $0.rest < device.rest ? $0 : device } ?? device
    }

    /// So many waits are looked at; a boot has a few.
    private static let maximumWaits = 64

    /// The first waits among the runs of a launch, gaps left out. O(runs).
    public static func find(in runs: [RunSpan], name: (TaskID) -> String) -> [BootWait] {
        var waits: [BootWait] = []
        for run in runs {
            guard let start = run.started, let end = run.finished, end > start, BootUnit.waits(name(run.task)) != nil
            else { continue }
            waits.append(BootWait(run.task, start, end, runs, name))
            if waits.count == maximumWaits { break }
        }
        return waits
    }

    private init(_ task: TaskID, _ start: Instant, _ end: Instant, _ runs: [RunSpan], _ name: (TaskID) -> String) {
        self.task = task
        let own = name(task)
        guard !BootUnit.waitsForUser(own) else { return }
        let length = end - start
        let last = Instant(nanoseconds: end.nanoseconds - length.count / Self.lastPart)
        if BootUnit.waitsForDevices(own) {
            device = Self.lastDevice(in: runs, from: last, to: end, name) { _ in true }
        } else if BootUnit.waitsForNetwork(own) {
            link = Self.lastDevice(in: runs, from: start, to: end, name, where: BootUnit.isNetwork)
        }
        let deciders = BootUnit.deciders(of: own)
        for run in runs where run.task != task {
            guard let began = run.started, let ended = run.finished, began < end else { continue }
            let other = name(run.task)
            if decider == nil, deciders.contains(where: { $0.utf8.elementsEqual(other.utf8) }) { decider = run.task }
            guard ended <= end, ended >= last, ended > start, !BootUnit.isDevice(other) else { continue }
            let cause = Cause(task: run.task, ran: ended - max(began, start), rest: end - ended)
            if BootUnit.waits(other) == BootUnit.waits(own) {
                if cause.rest < twin?.rest ?? .limit { twin = cause }
            } else if cause.ran.count >= length.count / Self.share, cause.ran > unit?.ran ?? .zero {
                unit = cause
            }
        }
    }

    /// The device that came last between two instants, and how long before the end of that time; nil if none did.
    public static func lastDevice(
        in runs: [RunSpan], from start: Instant, to end: Instant, _ name: (TaskID) -> String,
        where isWanted: (String) -> Bool
    ) -> Cause? {
        var last: Cause?
        for run in runs {
            guard let began = run.started, let ended = run.finished, ended >= start, ended <= end,
                BootUnit.isDevice(name(run.task)), isWanted(name(run.task))
            else { continue }
            let cause = Cause(task: run.task, ran: ended - max(began, start), rest: end - ended)
            if isBetter(cause, than: last, name) { last = cause }
        }
        return last
    }

    /// Whether a device came later than another one; of one with several names the best known.
    private static func isBetter(_ cause: Cause, than other: Cause?, _ name: (TaskID) -> String) -> Bool {
        guard let other, abs(cause.rest.count - other.rest.count) <= BootUnit.alias else {
            return cause.rest < other?.rest ?? .limit
        }
        func rank(_ task: TaskID) -> Int {
            let text = name(task)
            let isKnown = ["dev-mapper-", "sys-subsystem-"].contains { text.utf8.starts(with: $0.utf8) }
            return (isKnown ? 0 : 1000) + text.utf8.count
        }
        return rank(cause.task) < rank(other.task)
    }
}
