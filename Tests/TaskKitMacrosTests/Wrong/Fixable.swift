import TaskKit

// Wrong annotations, what the compiler must say about each, and a fix that makes it right. Read by the compiler, not
// part of the tests' own target.

@EventTask()  // expected-error {{no event releases this task}}
enum NoEvent {
    static func run() {}
}

@EventTask(on: .didBecomeActive, named: "")  // expected-error {{a task's name cannot be empty}}
enum NoName {
    static func run() {}
}

@EventTask(on: .didBecomeActive, lane: "")  // expected-error {{a lane's name cannot be empty}}
enum NoLane {
    static func run() {}
}

@EventTask(on: .didBecomeActive, after: NoEvent.self, Itself.self)  // expected-error {{'Itself' cannot wait for itself}}
enum Itself {
    static func run() {}
}

@EventTask(on: .didBecomeActive)  // expected-error {{'NoRun' has no static function 'run' in its own braces}}
struct NoRun {
    let other = 1
}

@EventTask(on: .didBecomeActive)  // expected-error {{'Empty' has no static function 'run' in its own braces}}
enum Empty {}

@EventTask(on: .didBecomeActive)
final class Instance {
    @MainActor public func run() {}  // expected-error {{'run' of 'Instance' must be static: nobody makes an instance}}
}

@EventTask(on: .didBecomeActive)
enum Twice {
    static func run() {}
    static func run(_ context: RunContext) {}
    // expected-error @-1 {{'Twice' has two static functions 'run'; a task has one}}
}

@EventTask(on: .didBecomeActive)
enum Parameter {
    static func run(count: Int) {}  // expected-error {{'run' takes nothing, a RunContext, a Completion, or one of each}}
}

@EventTask(on: .didBecomeActive)
enum TwoContexts {
    static func run(_ first: RunContext, _ second: RunContext) {}
    // expected-error @-1 {{'run' takes nothing, a RunContext, a Completion, or one of each}}
}

@EventTask(on: .didBecomeActive)
enum Result {
    static func run() -> Int {}  // expected-error {{'run' returns nothing: an error is thrown or reported}}
}

@EventTask(on: .didBecomeActive)
enum GenericRun {
    static func run<T>() {}  // expected-error {{'run' cannot be generic}}
}

@EventTask(on: .didBecomeActive)
enum Mixed {
    static func run(done: Completion) async throws {}
    // expected-error @-1 {{'run' reports its end through its Completion and is neither async nor throwing}}
}

@EventTask(on: .didBecomeActive)
struct Generic<Value> {  // expected-error {{'Generic' is generic: a task is one type, found by the linker}}
    static func run() {}
}

@EventTask(on: .didBecomeActive)
@TimerTask(every: .seconds(1))  // expected-error {{@TimerTask after @EventTask: a type is one task; give the other a type of its own}}
enum TwoAnnotations {
    static func run() {}
}

@EventTask(on: .didBecomeActive)  // expected-error {{@EventTask stands on a struct, class, enum or actor with a static function 'run'}}
func aFunction() throws {
}

@TimerTask(every: .seconds(0))  // expected-error {{'every' must be longer than zero}}
enum NoInterval {
    static func run() {}
}

@TimerTask(every: .milliseconds(-5), times: 0)  // expected-error {{'every' must be longer than zero}}
// expected-error @-1 {{'times' must be at least 1; leave it out for a task that repeats forever}}
enum NegativeInterval {
    static func run() {}
}

@TimerTask(every: .seconds(1), timeout: .zero)  // expected-error {{'timeout' must be longer than zero}}
enum NoTimeout {
    static func run() {}
}

@ScheduleTask(at: "2027-02-29T00:00:00Z")  // expected-error {{'2027-02-29T00:00:00Z' is no date: write RFC 3339 or seconds since 1970}}
enum NoDate {
    static func run() {}
}

@ScheduleTask(at: "1800000000", times: 3)  // expected-error {{more than one time needs 'every'}}
enum TimesWithoutInterval {
    static func run() {}
}

@NotificationTask("")  // expected-error {{a notification's key cannot be empty}}
enum NoKey {
    static func run() {}
}

@JobHandler("")  // expected-error {{a task's name cannot be empty}}
enum NoJob {
    static func run() {}
}
