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
