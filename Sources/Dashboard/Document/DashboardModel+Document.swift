import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceFormat
import TraceAnalysis

/// What the model's own parts read of the document by its name.
extension DashboardModel {
    /// The simulated app.
    public internal(set) var session: Session {
        @inline(__always) _read { yield document.session }
        @inline(__always) _modify { yield &document.session }
    }
    /// The process that is watched; nil: everything is simulated.
    public internal(set) var process: WatchedProcess? {
        get { document.process }
        _modify { yield &document.process }
    }
    /// Whether the process itself is shown, at its present or in its past.
    var showsProcess: Bool { document.showsProcess }
    /// What was and will be.
    var plan: Course { @inline(__always) _read { yield document.plan } }
    /// What the plan was made of.
    var forecast: Forecast { @inline(__always) _read { yield document.forecast } }
    /// The courses that were left, the last one last.
    var branches: [Branch] { @inline(__always) _read { yield document.branches } }
    /// The name of the course shown.
    var branchName: String { document.branchName }
    /// The course that the changes being tried would give; nil without any.
    var tried: Branch? { document.tried }
    /// Changes were applied that are in no file yet.
    public var hasUnsavedChanges: Bool { document.file.hasUnsavedChanges }
    /// The scheduler at the instant shown.
    var scheduler: Scheduler { @inline(__always) _read { yield document.session.simulation.scheduler } }
    /// The instant shown.
    var now: Instant { document.now }
    /// The lanes, main first.
    var laneSpecs: [LaneSpec] { document.laneSpecs }
    /// Names of lanes, by their numbers.
    var laneNames: [String] { document.laneNames }
    /// What the numbers in records stand for; the texts of commands are the simulation's.
    var traceNames: TraceNames { document.traceNames }
    /// Says why runs waited.
    var waits: WaitReader { document.waits }
}
