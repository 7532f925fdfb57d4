/// What the program does otherwise than the rules say, as far as it is known and not yet fixed. The model does the same
/// if it is told to, so that random worlds show what else differs. The list shrinks; each has its table test.
package enum Fault: String, CaseIterable, Sendable {
    /// A stretch of work begins with a release, also of a run that is parked, instead of with a start.
    case workByRelease
    /// Without a basic task, sync and async ones are released a pass later than the event's other tasks.
    case classesLater

    /// A rest of main holds the event of basic tasks, also if no class is still to be released.
    case gapHoldsLaunch

    /// Only runs that hold the event themselves are stuck at its limit, not those for which they wait.
    case stuckHoldersOnly
    /// A run that a tick released after the last line of the script prolongs the replay.
    case tickRunsProlong

    /// The idle task of a tick is chosen by its priority alone, and before it is known whether its lane is free.
    case idleBeforeLane

    /// The longest remaining path is that of the scenario: tasks injected since do not count.
    case pathOfScenario
    /// A run behind an overrun is not parked with the run that waits.
    case overrunHidesParking
    /// A stopped sequence that an event or `start` sets going releases its step a pass later.
    case stoppedSequenceLater
    /// The app may be suspended between two steps of a sequence.
    case suspendsBetweenSteps

    /// A sequence is not parked with its current step.
    case sequenceNeverParked

    /// A run that never ends is stuck as soon as it starts where the limit of its event has passed, not last in its instant.
    case stuckAtOnce
    /// A paused task that removed itself is still said to be paused.
    case goneStillPaused

    /// A date that passes a paused task that runs once is skipped instead of missed, and never runs late.
    case pausedDateSkipped
    /// A basic task on another lane holds no event.
    case basicOnLaneHoldsNot

    /// Of a step without a run, a sequence names an earlier result of its task as the cause.
    case causeOfEarlierTurn
    /// The rest of a paused lane prolongs the replay for the runs that are parked in it.
    case pausedRestProlongs

    /// Those that are not fixed.
    package static let open: Set<Fault> = Set(allCases)
}
