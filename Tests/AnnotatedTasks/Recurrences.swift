import TaskKitAnnotations

// Recurring dates. Each task is named after its own, so that a test can check it.

@ScheduleTask(at: "daily 03:00", times: 3, named: "daily 03:00")
enum Again0 {
    static func run() {}
}

@ScheduleTask(at: "daily 23:59:58", named: "daily 23:59:58")
enum Again1 {
    static func run() {}
}

@ScheduleTask(at: "weekdays 08:30:15", named: "weekdays 08:30:15")
enum Again2 {
    static func run() {}
}

@ScheduleTask(at: "weekly mon 03:00", named: "weekly mon 03:00")
enum Again3 {
    static func run() {}
}

@ScheduleTask(at: "weekly sun 00:00", named: "weekly sun 00:00")
enum Again4 {
    static func run() {}
}

@ScheduleTask(at: "monthly 1 03:00", named: "monthly 1 03:00")
enum Again5 {
    static func run() {}
}

@ScheduleTask(at: "monthly 31 03:00", named: "monthly 31 03:00")
enum Again6 {
    static func run() {}
}

@ScheduleTask(at: "hourly 30", named: "hourly 30")
enum Again7 {
    static func run() {}
}

@ScheduleTask(at: "hourly 59:07", named: "hourly 59:07")
enum Again8 {
    static func run() {}
}
