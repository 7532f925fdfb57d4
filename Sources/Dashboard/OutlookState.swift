import SchedulerCore

/// What was found out about the launch, and what is being asked.
struct OutlookState: Sendable {
    /// What WHY and TRY say.
    var headline = Headline()
    /// What was found out about the launch of the scenario; nil: not yet, or nothing can be.
    var found: Headline?
    /// The launch that findings were asked for last.
    var asked: AskedLaunch?
    /// The number of the last question.
    var number = 0
    var isSeeking = false
    /// The list of advice opens once there is some, as the last key asked for it.
    var opensAdvice = false
}

/// Which launch findings were asked for.
struct AskedLaunch: Hashable, Sendable {
    var launch: Int?
    var time: Nanoseconds?
}
