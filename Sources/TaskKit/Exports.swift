// The names of the rules that an app uses, and those of a trace that an observer of its own reads; it does not see the
// others.
import enum SchedulerCore.Input
import enum SchedulerCore.Outcome
import enum SchedulerCore.Priority
import struct SchedulerCore.Instant

@_exported import enum SchedulerCore.CatchUp
@_exported import enum SchedulerCore.DeathCause
@_exported import struct SchedulerCore.EventSet
@_exported import struct SchedulerCore.JobID
@_exported import enum SchedulerCore.LifecycleAction
@_exported import enum SchedulerCore.LifecycleEvent
@_exported import enum SchedulerCore.LifecycleState
@_exported import enum SchedulerCore.QueueCommand
@_exported import struct SchedulerCore.Recurrence
@_exported import struct SchedulerCore.RetryPolicy
@_exported import enum SchedulerCore.StartupClass
@_exported import struct SchedulerCore.TaskSnapshot
@_exported import enum SchedulerCore.TaskState
@_exported import struct SchedulerCore.TraceRecord
@_exported import enum SchedulerCore.TurnResult
@_exported import struct TraceFormat.ProcessPlan
@_exported import struct TraceFormat.TraceNames

/// A task's rank among the ready runs of its lane.
public typealias LaunchPriority = Priority
/// A moment of a scheduler's time, counted from its start.
public typealias SchedulerInstant = Instant
/// How an attempt ended.
public typealias RunOutcome = Outcome
/// What happened to the rules: a command, the end of an attempt, a tick.
public typealias SchedulerInput = Input
