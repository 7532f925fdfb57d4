import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceFormat
import TraceAnalysis

/// Shorthands for parts of the document.
extension DashboardModel {
    /// The simulated app.
    public internal(set) var session: Session {
        @inline(__always) _read { yield document.session }
        @inline(__always) _modify { yield &document.session }
    }
    /// The watched process; nil: everything is simulated.
    public internal(set) var process: WatchedProcess? {
        get { document.process }
        _modify { yield &document.process }
    }
    /// Whether the process itself is shown, at its present or in its past.
    var showsProcess: Bool { document.showsProcess }
    /// What happened and what is planned.
    var plan: Course { @inline(__always) _read { yield document.plan } }
    /// What the plan was made of.
    var forecast: Forecast { @inline(__always) _read { yield document.forecast } }
    /// The branches, the latest last.
    var branches: [Branch] { @inline(__always) _read { yield document.branches } }
    /// The name of the course shown.
    var branchName: String { document.branchName }
    /// The course with the changes being tried; nil if there are none.
    var tried: Branch? { document.tried }
    /// Whether applied changes are not saved yet.
    public var hasUnsavedChanges: Bool { document.file.hasUnsavedChanges }
    /// The scheduler at the instant shown.
    var scheduler: Scheduler { @inline(__always) _read { yield document.session.simulation.scheduler } }
    /// The instant shown.
    var now: Instant { document.now }
    /// The lanes, main first.
    var laneSpecs: [LaneSpec] { document.laneSpecs }
    /// Names of lanes, by their numbers.
    var laneNames: [String] { document.laneNames }
    /// The names behind the numbers in records; the simulation supplies the texts of commands.
    var traceNames: TraceNames { document.traceNames }
    /// Explains why runs waited.
    var waits: WaitReader { document.waits }
}
