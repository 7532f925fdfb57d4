import TaskKitAnnotations

// Wrong annotations that only a person can put right, and what the compiler must say about each.

let someDate = "2027-01-01T00:00:00Z"

@ScheduleTask(at: someDate)  // expected-error {{the date is read at compile time: write it as a plain string literal}}
enum ComputedDate {
    static func run() {}
}

struct Box<Value> {
    @EventTask(on: .didBecomeActive)  // expected-error {{'Inner' is inside a generic declaration: move it out}}
    enum Inner {
        static func run() {}
    }
}

@StepTask  // expected-error {{@StepTask must be on a struct, class, enum or actor with a static function 'run'}}
protocol Steps {
    static func run()
}

enum NoTask {}

@EventTask(on: .didBecomeActive, after: NoTask.self)
// expected-error @-1 {{argument type 'NoTask' does not conform to expected type 'AnnotatedTask'}}
enum AfterNoTask {
    static func run() {}
}

@EventTask(on: .didBecomeActive, when: 3)  // expected-error {{extra argument 'when' in macro expansion}}
enum UnknownArgument {
    static func run() {}
}

@EventTask(on: .didBecomeActive)
// expected-error @-1 {{@EventTask must be on a struct, class, enum or actor with a static function 'run'}}
// expected-error @-2 {{'extension' macro cannot be attached to global function ('aFunction')}}
// expected-error @-3 {{'member' macro cannot be attached to global function ('aFunction')}}
// expected-note @-4 {{wrap the function in an enum as its 'run'}}
func aFunction() throws {}

@EventTask(on: .didBecomeActive, after: Itself.self)
// expected-error @-1 {{circular reference resolving attached macro 'EventTask'}}
// expected-error @-2 {{argument type 'Itself' does not conform to expected type 'AnnotatedTask'}}
enum Itself {  // expected-note {{circular reference expanding extension macros on 'Itself'}}
    static func run() {}
}

@ScheduleTask(at: "2262-12-31T00:00:00Z")
// expected-error @-1 {{'2262-12-31T00:00:00Z' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum TooLate {
    static func run() {}
}

// What is nearly a recurring date.

@ScheduleTask(at: "daily 24:00")
// expected-error @-1 {{'daily 24:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain0 {
    static func run() {}
}

@ScheduleTask(at: "daily 3:00")
// expected-error @-1 {{'daily 3:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain1 {
    static func run() {}
}

@ScheduleTask(at: "daily 03::00")
// expected-error @-1 {{'daily 03::00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain2 {
    static func run() {}
}

@ScheduleTask(at: "daily 03:00:00:00")
// expected-error @-1 {{'daily 03:00:00:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain3 {
    static func run() {}
}

@ScheduleTask(at: "daily 03:60")
// expected-error @-1 {{'daily 03:60' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain4 {
    static func run() {}
}

@ScheduleTask(at: "weekdays 0a:00")
// expected-error @-1 {{'weekdays 0a:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain5 {
    static func run() {}
}

@ScheduleTask(at: "weekly day 03:00")
// expected-error @-1 {{'weekly day 03:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain6 {
    static func run() {}
}

@ScheduleTask(at: "weekly mon")
// expected-error @-1 {{'weekly mon' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain7 {
    static func run() {}
}

@ScheduleTask(at: "monthly 0 03:00")
// expected-error @-1 {{'monthly 0 03:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain8 {
    static func run() {}
}

@ScheduleTask(at: "monthly 32 03:00")
// expected-error @-1 {{'monthly 32 03:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain9 {
    static func run() {}
}

@ScheduleTask(at: "monthly 01 03:00")
// expected-error @-1 {{'monthly 01 03:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain10 {
    static func run() {}
}

@ScheduleTask(at: "hourly 60")
// expected-error @-1 {{'hourly 60' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain11 {
    static func run() {}
}

@ScheduleTask(at: "hourly 00:00:00")
// expected-error @-1 {{'hourly 00:00:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain12 {
    static func run() {}
}

@ScheduleTask(at: "yearly 03:00")
// expected-error @-1 {{'yearly 03:00' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'}}
// expected-note @-2 {{use an example date}}
enum NotAgain13 {
    static func run() {}
}
