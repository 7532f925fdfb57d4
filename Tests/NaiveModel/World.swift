/// A scenario and its script as plain values, all times in milliseconds: what the model reads, and what the text for the
/// program is written from. It knows nothing of the program's types.
package struct World: Hashable, Sendable {
    package var tick = 1000
    /// The date of t = 0, in seconds since 1970; the default is 2001-01-01T00:00:00Z.
    package var epoch = 978_307_200
    package var isExternal = false
    /// For timers without one of their own.
    package var catchUp = CatchUp.once
    package var grace = 5000
    package var lanes: [Lane] = []
    package var launchLimit = 20_000
    /// What a launch should take, which only `expect` asks for.
    package var launchBudget: Int?
    package var backgroundLimit = 5000
    package var terminateLimit = 5000
    package var isEnforced = false
    package var afterLaunchDelay = 0
    package var suspendAfter = 5000
    package var isCriticalPath = false
    package var tasks: [Chore] = []
    package var classes: [ClassList] = []
    package var sequences: [Sequence] = []
    package var jobs = Jobs()
    package var recorded: [Recorded] = []
    package var script: [Line] = []

    package init() {}

    package struct Lane: Hashable, Sendable {
        package var name: String
        package var width = 1
        package var gap = 0
    }

    package enum Kind: String, CaseIterable, Hashable, Sendable { case basic, sync, async, afterLaunch }
    package enum Rank: Int, CaseIterable, Hashable, Sendable {
        case critical, high, normal, low
        var word: String { self == .normal ? "default" : "\(self)" }
    }
    package enum Outcome: String, CaseIterable, Hashable, Sendable { case success, fail, critical }
    package enum CatchUp: String, CaseIterable, Hashable, Sendable { case once, all, none }

    /// The tasks of a startup class as a list.
    package struct ClassList: Hashable, Sendable {
        package var kind: Kind
        package var names: [String]
    }

    /// How one attempt of a run went that was recorded, of a job with its number as the run.
    package struct Recorded: Hashable, Sendable {
        package var isJob: Bool
        package var name: String
        package var run: Int
        package var attempt: Int
        /// nil: never.
        package var duration: Int?
        package var outcome: Outcome
    }

    /// Recurring dates, at a second of the day, in UTC.
    package struct Recurrence: Hashable, Sendable {
        package enum Days: Hashable, Sendable {
            case hourly, daily, weekdays
            /// 1 is Monday.
            case weekly(Int)
            case monthly(Int)
        }
        package var days: Days
        package var second: Int
    }

    package struct Chore: Hashable, Sendable {
        package var name: String
        package var on: [Event] = []
        package var every: Int?
        package var times: Int?
        package var at: Int?
        package var recurrence: Recurrence?
        package var runsWhenMissed = false
        package var catchUp: CatchUp?
        package var stopsOnFailure = false
        package var notification: String?
        package var kind: Kind?
        package var rank = Rank.normal
        package var after: [String] = []
        package var follows: [String] = []
        package var prefers: [String] = []
        package var lane: String?
        /// nil: never.
        package var duration: Int? = 0
        package var timeout: Int?
        package var outcomes: [Outcome] = [.success]
        package var retry: Retry?
        package var blocks: Bool?
        package var autoRemove = false
        package var isAnchor = false
        package var tearsDown = false

        var isTimer: Bool { every != nil || at != nil || recurrence != nil }
        /// It has one turn, at its date.
        var isOneShot: Bool { isTimer && every == nil && recurrence == nil }
    }

    package struct Retry: Hashable, Sendable {
        package var limit = 0
        package var delay = 0
        package var backoff = 1
        package var maximumDelay: Int?
    }

    package struct Sequence: Hashable, Sendable {
        package var name: String
        package var on: [Event] = []
        package var steps: [String] = []
        package var goesOn = false
        package var timeout: Int?
        package var blocks = false
    }

    package struct Jobs: Hashable, Sendable {
        package var retryLimit = 4
        package var startsOnActive = true
        package var stopsOnResign = true
        package var failedStaysAtHead = false
        package var delay = 0
        package var backoff = 1
        package var maximumDelay: Int?
        package var queues: [Lane] = []
        package var handlers: [Worker] = []
        package var anyHandler: Worker?
        package var enqueued: [Job] = []
    }

    package struct Worker: Hashable, Sendable {
        package var name: String
        package var duration: Int? = 0
        package var outcomes: [Outcome] = [.success]
        package var timeout: Int?
        package var options = JobOptions()
        package var isUnique = false
        package var replaces = false
    }

    package struct JobOptions: Hashable, Sendable {
        package var queue: String?
        package var rank: Rank?
        package var runAfter: Int?
        package var expires: Int?
    }

    package struct Job: Hashable, Sendable {
        package var task: String
        package var key: String?
        package var options = JobOptions()
    }

    package struct Line: Hashable, Sendable {
        package var time = Time.none
        package var command: Command
    }

    package enum Time: Hashable, Sendable {
        case none
        case at(Int)
        case after(Int)
    }
}

/// The seventeen events, bit by bit.
package enum Event: Int, CaseIterable, Hashable, Sendable {
    case willFinishLaunching, didFinishLaunching, willEnterForeground, didEnterBackground, didBecomeActive
    case didReceiveMemoryWarning, willTerminate, willResignActive, significantTimeChange, openURL
    case willChangeStatusBarOrientation, didChangeStatusBarOrientation, backgroundRefreshStatusDidChange
    case userDidTakeScreenshot, reserved1, reserved2, idle

    /// It happens once in a process.
    var isOnce: Bool { self == .willFinishLaunching || self == .didFinishLaunching }
}

/// One command of a script.
package enum Command: Hashable, Sendable {
    case launch, background, foreground, memoryWarning, terminate, interrupt, openURL, crash
    case fire([Event])
    case tick(Int)
    case advance(Int)
    case waitDone(String)
    case waitLaunched, waitIdle, waitDrained
    case post(String)
    case pause(String)
    case resume(String)
    case pauseLane(String)
    case resumeLane(String)
    case destroy(String)
    case inject(World.Chore)
    case schedule(World.Chore)
    case cancel(String)
    case start(String)
    case addStep(String, to: String)
    case injectSequence(World.Sequence)
    case queueStart, queueStop, queueEmpty
    case queueRetry(Int)
    case queueDiscard(Int)
    case queueRemove(Int)
    case queueCancel(Int)
    case queuePause(Int)
    case queueResume(Int)
    case queueFirst(Int)
    case queueLimit(Int)
    case enqueue(String)
    case note, speed
    case expect(Claim)
}

/// What an `expect` says.
package enum Claim: Hashable, Sendable {
    case order([String])
    case ran(String, Int)
    case notRun(String)
    case failed(String)
    case skipped(String)
    case missed(String)
    case state(State)
    case launch(Int)
    case budget(isKept: Bool)
    case queue(Int)
    case queueIsRunning(Bool)
    case jobExists(String, Bool)
    case jobIsActive(String, Bool)
    case nextJob(String, Int)
    case noWarnings
}

/// The states of the app.
package enum State: Int, CaseIterable, Hashable, Sendable {
    case notRunning, inactive, active, background, suspended
}
