// What an app names of the rules; the rest of them is not its affair.
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
