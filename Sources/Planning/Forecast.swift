import SchedulerCore
import SchedulerSimulation

/// What will happen to a session if nobody interferes: a copy of it run ahead.
///
/// Commands that are known but lie in the future are left out, so the forecast of an instant is the same whether time
/// came to it forward or back. Before the first launch it is the forecast of a launch now.
public struct Forecast: Sendable {
    /// Records of past and future that are taken down at most.
    public static let maximumRecords = 2_000_000
    /// How far ahead an unfinished launch is followed.
    public static let maximumLaunch = Nanoseconds.seconds(600)

    /// Everything that happened and will, in order, up to `horizon`.
    public let records: [TraceRecord]
    /// The rules and their state at `horizon`.
    public let scheduler: Scheduler
    /// What happens after it is not known.
    public let horizon: Instant

    /// The forecast through `instant` at least, and through the end of a launch that is planned or under way.
    ///
    /// Complexity: that of running there; past `maximumRecords` the horizon stays short of `instant`.
    public init(session: Session, through instant: Instant) {
        var ahead = session
        if session.simulation.records.isEmpty {
            ahead.perform(.action(.launch, url: nil), text: "launch")
        }
        let launchLimit = session.now + Forecast.maximumLaunch
        var reached = ahead.now
        var scanned = 0
        var launching = false
        while ahead.simulation.records.count < Forecast.maximumRecords {
            launching = Forecast.isLaunching(ahead.simulation.records[scanned...], launching)
            scanned = ahead.simulation.records.count
            guard reached < instant || (launching && reached < launchLimit) else { break }
            let stride = max(Nanoseconds.milliseconds(100), Nanoseconds(max(0, (instant - reached).count) / 8))
            let next = reached < instant ? min(instant, reached + stride) : min(launchLimit, reached + stride)
            ahead.advance(to: next)
            reached = next
        }
        records = ahead.simulation.records
        scheduler = ahead.simulation.scheduler
        horizon = reached
    }

    private static func isLaunching(_ records: ArraySlice<TraceRecord>, _ before: Bool) -> Bool {
        var launching = before
        for record in records {
            switch record.fact {
            case .event(.willFinishLaunching): launching = true
            case .firstFrame, .state(.notRunning): launching = false
            case .event, .state, .action, .refused, .tick, .release, .start, .finish, .skip, .miss, .park, .job,
                .queue, .sequence, .expect, .warning:
                break
            }
        }
        return launching
    }
}
