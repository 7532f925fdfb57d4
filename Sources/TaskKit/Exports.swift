// The names of the rules that an app uses; it does not see the others.
@_exported import enum SchedulerCore.CatchUp
@_exported import struct SchedulerCore.EventSet
@_exported import struct SchedulerCore.Instant
@_exported import struct SchedulerCore.JobID
@_exported import enum SchedulerCore.LifecycleAction
@_exported import enum SchedulerCore.LifecycleEvent
@_exported import enum SchedulerCore.LifecycleState
@_exported import enum SchedulerCore.Outcome
@_exported import enum SchedulerCore.Priority
@_exported import enum SchedulerCore.QueueCommand
@_exported import struct SchedulerCore.Recurrence
@_exported import struct SchedulerCore.RetryPolicy
@_exported import enum SchedulerCore.StartupClass
@_exported import struct SchedulerCore.TaskSnapshot
@_exported import enum SchedulerCore.TurnResult
