import SchedulerCore

/// Real tasks by the rules that the simulation shows: one shared live scheduler for an app.
public enum TaskKit {}
