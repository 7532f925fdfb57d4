/// The rules' types (events, priorities, retries, configuration) are part of what an app sees of TaskKit.
@_exported import SchedulerCore
