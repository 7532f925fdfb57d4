import TaskKitAnnotations

// Wrong annotations, what the compiler must say about each, and the fix that it must offer: columns of this line, and
// the text that is there afterwards. Read by the compiler's `-verify`; with all fixes made it must be right.

@EventTask()
// expected-error @-1 {{no event releases this task}}
// expected-note @-2 {{add 'on: .didFinishLaunching'}} {{1-13=@EventTask(on: .didFinishLaunching)}}
enum NoEvent {
    static func run() {}
}

@EventTask(on: .didBecomeActive, named: "")
// expected-error @-1 {{a task's name cannot be empty}}
// expected-note @-2 {{remove 'named'}} {{1-44=@EventTask(on: .didBecomeActive)}}
enum NoName {
    static func run() {}
}

@EventTask(on: .didBecomeActive, lane: "")
// expected-error @-1 {{a lane's name cannot be empty}}
// expected-note @-2 {{remove 'lane'}} {{1-43=@EventTask(on: .didBecomeActive)}}
enum NoLane {
    static func run() {}
}

@EventTask(on: .didBecomeActive)
// expected-error @-1 {{'NoRun' has no static function 'run' in its body}}
// expected-note @-2 {{add 'static func run()'}} {{+3:14-15={\n    static func run() {\}}}
struct NoRun {
    let other = 1
}

@EventTask(on: .didBecomeActive)
final class Instance {
    @MainActor func run() {}
    // expected-error @-1 {{'run' of 'Instance' must be static: no instance is ever created}}
    // expected-note @-2 {{make 'run' static}} {{16-20=static func}}
}

@EventTask(on: .didBecomeActive)
enum Twice {
    static func run() {}
    static func run(_ context: RunContext) {}
    // expected-error @-1 {{'Twice' has two static functions 'run'; a task can have only one}}
    // expected-note @-2 {{remove this function}} {{5-46=}}
}

@EventTask(on: .didBecomeActive)
enum Parameter {
    static func run(count: Int) {}
    // expected-error @-1 {{'run' can take a RunContext, a Completion, both or nothing}}
    // expected-note @-2 {{take a RunContext}} {{20-32=(_ context: RunContext)}}
}

@EventTask(on: .didBecomeActive)
enum TwoContexts {
    static func run(_ first: RunContext, _ second: RunContext) {}
    // expected-error @-1 {{'run' can take a RunContext, a Completion, both or nothing}}
    // expected-note @-2 {{take a RunContext}} {{20-63=(_ context: RunContext)}}
}

@EventTask(on: .didBecomeActive)
enum WithResult {
    static func run() -> Int {}
    // expected-error @-1 {{'run' cannot return a value: throw or report an error}}
    // expected-note @-2 {{remove the return type}} {{23-30=}}
}

@EventTask(on: .didBecomeActive)
enum Mixed {
    static func run(done: Completion) async throws {}
    // expected-error @-1 {{'run' reports its end through its Completion, so it cannot be async or throwing}}
    // expected-note @-2 {{remove 'async' and 'throws'}} {{39-52=}}
}

@EventTask(on: .didBecomeActive)
struct Generic<Value> {
    // expected-error @-1 {{'Generic' is generic: a task must be a single type, which the linker finds}}
    // expected-note @-2 {{remove the generic parameters}} {{15-22=}}
    static func run() {}
}

@EventTask(on: .didBecomeActive)
@TimerTask(every: .seconds(1))
// expected-error @-1 {{@TimerTask after @EventTask: a type can be only one task; use a second type for the other}}
// expected-note @-2 {{remove the second annotation}} {{1-31=}}
enum TwoAnnotations {
    static func run() {}
}

@TimerTask(every: .seconds(0))
// expected-error @-1 {{'every' must be longer than zero}}
// expected-note @-2 {{use one second}} {{19-30=.seconds(1)}}
enum NoInterval {
    static func run() {}
}

@TimerTask(every: .milliseconds(-1_000), times: 3)
// expected-error @-1 {{'every' must be longer than zero}}
// expected-note @-2 {{use one second}} {{19-40=.seconds(1)}}
enum NegativeInterval {
    static func run() {}
}

@TimerTask(every: .seconds(1), times: 0)
// expected-error @-1 {{'times' must be at least 1; leave it out for a task that repeats forever}}
// expected-note @-2 {{run once}} {{39-40=1}}
enum NoTimes {
    static func run() {}
}

@TimerTask(every: .seconds(1), timeout: .zero)
// expected-error @-1 {{'timeout' must be longer than zero}}
// expected-note @-2 {{use one second}} {{41-46=.seconds(1)}}
enum NoTimeout {
    static func run() {}
}

@ScheduleTask(at: "2027-02-29T00:00:00Z")
// expected-error @-1 {{'2027-02-29T00:00:00Z' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}} {{19-41="2027-01-01T00:00:00Z"}}
enum NoDate {
    static func run() {}
}

@NotificationTask("")
// expected-error @-1 {{a notification's key cannot be empty}}
// expected-note @-2 {{use the type's name}} {{19-21="NoKey"}}
enum NoKey {
    static func run() {}
}

@JobHandler("")
// expected-error @-1 {{a task's name cannot be empty}}
// expected-note @-2 {{use the type's name}} {{13-15="NoJob"}}
enum NoJob {
    static func run() {}
}

@ScheduleTask(at: "1800000000", times: 3)
// expected-error @-1 {{'times' above 1 needs 'every'}}
// expected-note @-2 {{add 'every: .seconds(60)'}} {{1-42=@ScheduleTask(at: "1800000000", every: .seconds(60), times: 3)}}
enum TimesWithoutInterval {
    static func run() {}
}

// Right as they are: what another actor isolates is awaited, even in lane main.

@globalActor
actor StoreActor {
    static let shared = StoreActor()
}

@EventTask(on: .didBecomeActive)
@StoreActor
enum OnAnotherActor {
    static var count = 0
    static func run() { count += 1 }
}

@EventTask(on: .didBecomeActive)
enum RunOnAnotherActor {
    @StoreActor static func run() throws {}
}
