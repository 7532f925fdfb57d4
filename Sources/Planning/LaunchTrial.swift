import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// Simulates a scenario, with and without changes, for the length of one launch only.
///
/// A scenario's own script is carried out as far as that launch goes; a scenario without one is launched at once.
public struct LaunchTrial: Sendable {
    /// Nil if it cannot be registered.
    private let plan: CompiledScenario?
    private let script: [ScriptLine]?
    private let number: Int
    /// A launch that is complete without more parked runs than this is no shorter launch.
    private let parked: Int
    /// Nor is one that passes over another task than these because it is paused; nil if that is not asked.
    private let passedOver: Set<TaskID>?
    /// What one registration costs of a budget.
    private let cost: Int

    /// Trials of the launch of `scenario` that follows `number` others. O(tasks + edges).
    ///
    /// - Parameter parked: launches that are complete without more parked runs than this do not count: what a change
    ///   leaves out makes no launch shorter.
    public init(of scenario: Scenario, number: Int = 0, parked: Int = .max) {
        plan = try? CompiledScenario(scenario)
        (self.parked, passedOver) = (parked, nil)
        (script, self.number, cost) = (scenario.script, number, SearchBudget.work(of: scenario))
    }

    /// Trials of the launch that was planned, which followed `number` others: its scenario is compiled already. What leaves
    /// more runs out does not count.
    init(of planned: PlannedLaunch, number: Int) {
        plan = planned.simulation.plan
        (parked, passedOver) = (planned.parked, planned.pausedOver)
        (script, self.number, cost) = (planned.scenario.script, number, SearchBudget.work(of: planned.scenario))
    }

    /// The launch time with these changes, one after the other; nil if a replay never reaches the first frame, or the
    /// scenario cannot be registered. Costs the simulation up to the first frame.
    public func time(with changes: [ScenarioChange] = []) -> Nanoseconds? { length(with: changes)?.time }

    /// The same, with what the launch is complete without.
    public func length(with changes: [ScenarioChange] = []) -> LaunchLength? {
        guard let plan = changed(changes) else { return nil }
        var run = LaunchRun(Simulation(plan), script: script, number: number)
        run.finish()
        return run.length.flatMap { counts($0, of: run) ? $0 : nil }
    }

    /// Whether a launch has all the tasks that the planned one has.
    private func counts(_ length: LaunchLength, of run: LaunchRun) -> Bool {
        length.parked <= parked && (passedOver.map { run.pausedOver.isSubset(of: $0) } ?? true)
    }

    /// The launch time if it is shorter than `longest`, else nil; takes what it costs from `budget`. Ends as soon as the
    /// launch lasts that long.
    func time(
        with changes: [ScenarioChange], shorterThan longest: Nanoseconds, from budget: inout SearchBudget
    ) -> Nanoseconds? {
        guard let plan = changed(changes) else { return nil }
        budget.spend(cost)
        var run = LaunchRun(Simulation(plan), script: script, number: number, longest: longest)
        run.finish()
        budget.spend(run.simulation.scheduler.recordCount)
        return run.length.flatMap { $0.time < longest && counts($0, of: run) ? $0.time : nil }
    }

    private func changed(_ changes: [ScenarioChange]) -> CompiledScenario? {
        guard var plan else { return nil }
        do throws(RegistrationError) {
            for change in changes { try change.apply(to: &plan) }
            return plan
        } catch {
            return nil
        }
    }
}

/// A simulation that stops at the first frame of a launch, or where a replay of the scenario would end without one.
struct LaunchRun {
    private(set) var simulation: Simulation
    /// The launch, once it has reached its first frame.
    private(set) var length: LaunchLength?
    /// The tasks that an event of its process passed over before the first frame because they were paused.
    private(set) var pausedOver = Set<TaskID>()
    /// How many processes were launched up to now; the last one is that of the launch, once it has a time.
    private(set) var processes = 0
    private var framesBefore: Int
    /// When the launch under way began; nil while none is.
    private var launched: Instant?
    private let longest: Nanoseconds?
    /// How many records were read.
    private var readCount = 0
    /// The number that the next release had when the script was through; nil before.
    private var firstRelease: Int64?

    /// A launch that nobody waits for once it takes `longest`; nil: to its end, however long it takes.
    init(_ simulation: Simulation, script: [ScriptLine]?, number: Int, longest: Nanoseconds? = nil) {
        self.simulation = simulation
        (framesBefore, self.longest) = (number, longest)
        self.simulation.recordLimit = Replay.maximumRecords
        self.simulation.load(script ?? [ScriptLine(command: .order(.action(.launch)), text: "launch")])
    }

    /// Returns the records and clears them: the run is over.
    mutating func takeRecords() -> [TraceRecord] { simulation.takeRecords() }

    /// Continues to the first frame, or to the end.
    mutating func finish() {
        simulation.advance(to: simulation.now)
        while true {
            readRecords()
            if length != nil || isOver() { return }
            let next = min(simulation.script.nextTime ?? .distantFuture, simulation.nextInstant)
            guard next != .distantFuture else { return }
            // What is still due at an instant after all its work is a limit, which is checked when time moves on.
            simulation.advance(to: max(next, simulation.now + Nanoseconds(1)))
        }
    }

    /// The records tell of a first frame also if the process ended in the same instant.
    private mutating func readRecords() {
        let records = simulation.records
        while length == nil, readCount < records.count {
            let record = records[readCount]
            readCount += 1
            switch record.fact {
            case .event(.willFinishLaunching):
                (launched, processes) = (record.time, processes + 1)
                pausedOver = []
            case .miss(let task, .paused): pausedOver.insert(task)
            case .firstFrame(let without):
                if framesBefore == 0, let launched {
                    length = LaunchLength(record.time - launched, parked: Int(without))
                }
                framesBefore -= 1
                launched = nil
            case .state(.notRunning): launched = nil
            case .action, .refused, .event, .state, .tick, .release, .start, .finish, .skip, .miss, .park, .job,
                .queue, .sequence, .expect, .warning:
                break
            }
        }
    }

    private mutating func isOver() -> Bool {
        if simulation.isFull { return true }
        if let longest, let launched, framesBefore == 0, simulation.now - launched > longest { return true }
        guard simulation.script.isThrough else { return false }
        let first = firstRelease ?? simulation.scheduler.nextRelease
        firstRelease = first
        return !simulation.scheduler.hasWorkUnderWay && !simulation.scheduler.hasWorkLeft(turnsBefore: first)
    }
}
