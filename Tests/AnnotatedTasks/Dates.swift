import TaskKitAnnotations

// Dates that are easily read wrong. Each task is named after its date, so that a test can check it.

@ScheduleTask(at: "2028-02-29T23:59:59.123456789-12:45", named: "2028-02-29T23:59:59.123456789-12:45")
enum Date0 {
    static func run() {}
}

@ScheduleTask(at: "1970-01-01T00:00:00Z", named: "1970-01-01T00:00:00Z")
enum Date1 {
    static func run() {}
}

@ScheduleTask(at: "1969-12-31T23:59:59.5Z", named: "1969-12-31T23:59:59.5Z")
enum Date2 {
    static func run() {}
}

@ScheduleTask(at: "0", named: "0")
enum Date3 {
    static func run() {}
}

@ScheduleTask(at: "-1.5", named: "-1.5")
enum Date4 {
    static func run() {}
}

@ScheduleTask(at: "1800000000.000000001", named: "1800000000.000000001")
enum Date5 {
    static func run() {}
}

@ScheduleTask(at: "2261-12-31T23:59:59Z", named: "2261-12-31T23:59:59Z")
enum Date6 {
    static func run() {}
}

@ScheduleTask(at: "1700-03-01t00:00:00z", named: "1700-03-01t00:00:00z")
enum Date7 {
    static func run() {}
}

@ScheduleTask(at: "2100-02-28T12:00:00+23:59", named: "2100-02-28T12:00:00+23:59")
enum Date8 {
    static func run() {}
}

@ScheduleTask(at: "2000-02-29T00:00:00Z", named: "2000-02-29T00:00:00Z")
enum Date9 {
    static func run() {}
}
