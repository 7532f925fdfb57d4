import SchedulerCore
import TaskKit

// An annotation is on a struct, class, enum or actor whose body contains one static function `run`: synchronous,
// `async`, throwing, or with a `Completion`; with or without a `RunContext`. On lane `main`, where most kinds run unless
// `lane:` names another, a synchronous `run` may use the main actor. The common arguments are those of `LaunchTask`;
// `named:` replaces the type's name, and `after:`, `follows:` and `prefers:` take annotated types (see `LaunchTask` for
// tasks that are known only by name).

/// A task that each of `events` releases, every time: `@EventTask(on: .willFinishLaunching, after: Login.self)`.
@attached(member, names: named(taskName), named(taskRegistration), named(linkedRecord))
@attached(extension, conformances: AnnotatedTask)
@attached(peer)
public macro EventTask(
    on events: EventSet..., named: String? = nil, priority: LaunchPriority = .default, after: any AnnotatedTask.Type...,
    follows: any AnnotatedTask.Type..., prefers: any AnnotatedTask.Type..., lane: String? = nil,
    timeout: Duration? = nil, retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false,
    teardown: Bool = false, expected: Duration = .zero
) = #externalMacro(module: "TaskKitMacros", type: "EventTaskMacro")

/// A task that runs at intervals of `every`, a multiple of the clock's interval, `times` times or forever:
/// `@TimerTask(every: .seconds(30), times: 5)`.
@attached(member, names: named(taskName), named(taskRegistration), named(linkedRecord))
@attached(extension, conformances: AnnotatedTask)
@attached(peer)
public macro TimerTask(
    every: Duration, times: Int? = nil, catchUp: CatchUp = .once,
    onFailure: TaskSequence.FailurePolicy = .proceed, named: String? = nil,
    priority: LaunchPriority = .default, after: any AnnotatedTask.Type...,
    follows: any AnnotatedTask.Type..., prefers: any AnnotatedTask.Type..., lane: String? = nil,
    timeout: Duration? = nil, retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false,
    teardown: Bool = false, expected: Duration = .zero
) = #externalMacro(module: "TaskKitMacros", type: "TimerTaskMacro")

/// A task that runs on the first tick at or after `date`, and then at intervals of `every`, `times` times or forever;
/// only once without `every`. The date is RFC 3339 or seconds since 1970, a plain literal that the compiler reads:
/// `@ScheduleTask(at: "2027-01-01T00:00:00Z", every: .seconds(60), times: 3)`. Recurring dates are written as in a
/// scenario, in UTC: `@ScheduleTask(at: "daily 03:00")`, `"weekdays 08:30"`, `"weekly mon 03:00"`, `"monthly 1 03:00"`,
/// `"hourly 30"`.
@attached(member, names: named(taskName), named(taskRegistration), named(linkedRecord))
@attached(extension, conformances: AnnotatedTask)
@attached(peer)
public macro ScheduleTask(
    at date: String, every: Duration? = nil, times: Int? = nil, runsWhenMissed: Bool = false,
    catchUp: CatchUp = .once, onFailure: TaskSequence.FailurePolicy = .proceed, named: String? = nil,
    priority: LaunchPriority = .default, after: any AnnotatedTask.Type...,
    follows: any AnnotatedTask.Type..., prefers: any AnnotatedTask.Type..., lane: String? = nil,
    timeout: Duration? = nil, retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false,
    teardown: Bool = false, expected: Duration = .zero
) = #externalMacro(module: "TaskKitMacros", type: "ScheduleTaskMacro")

/// A task that each post of `key` releases, with the payload in its context: `@NotificationTask("CacheCleared")`.
@attached(member, names: named(taskName), named(taskRegistration), named(linkedRecord))
@attached(extension, conformances: AnnotatedTask)
@attached(peer)
public macro NotificationTask(
    _ key: String, named: String? = nil, priority: LaunchPriority = .default, after: any AnnotatedTask.Type...,
    follows: any AnnotatedTask.Type..., prefers: any AnnotatedTask.Type..., lane: String? = nil,
    timeout: Duration? = nil, retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false,
    teardown: Bool = false, expected: Duration = .zero
) = #externalMacro(module: "TaskKitMacros", type: "NotificationTaskMacro")

/// A task of a startup class: `@StartupTask(.basic)`.
@attached(member, names: named(taskName), named(taskRegistration), named(linkedRecord))
@attached(extension, conformances: AnnotatedTask)
@attached(peer)
public macro StartupTask(
    _ startupClass: StartupClass, named: String? = nil, priority: LaunchPriority = .default,
    after: any AnnotatedTask.Type...,
    follows: any AnnotatedTask.Type..., prefers: any AnnotatedTask.Type..., lane: String? = nil,
    timeout: Duration? = nil, retry: RetryPolicy = .none, blocks: Bool? = nil, autoRemove: Bool = false,
    teardown: Bool = false, expected: Duration = .zero
) = #externalMacro(module: "TaskKitMacros", type: "StartupTaskMacro")

/// A task that runs only as a step of sequences, which name it: `@StepTask`.
@attached(member, names: named(taskName), named(taskRegistration), named(linkedRecord))
@attached(extension, conformances: AnnotatedTask)
@attached(peer)
public macro StepTask(
    named: String? = nil, priority: LaunchPriority = .default, lane: String? = nil, timeout: Duration? = nil,
    retry: RetryPolicy = .none, expected: Duration = .zero
) = #externalMacro(module: "TaskKitMacros", type: "StepTaskMacro")

/// Runs the jobs called `name`, with their data in `RunContext.job`: `@JobHandler("nyancat")`.
@attached(member, names: named(taskName), named(jobRegistration), named(linkedRecord))
@attached(extension, conformances: AnnotatedJobs)
@attached(peer)
public macro JobHandler(_ name: String) = #externalMacro(module: "TaskKitMacros", type: "JobHandlerMacro")
