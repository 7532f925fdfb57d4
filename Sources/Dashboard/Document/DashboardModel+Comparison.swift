import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis
import TraceFormat

/// Comparing with the course of a file: a scenario, on which the same commands are repeated, or a recorded trace.
extension DashboardModel {
    /// Shows the runs of a file as ghosts, and how much later each of the session's runs ends. Returns what is wrong with
    /// the file; nil if nothing is.
    @discardableResult
    public mutating func compare(withFile path: String, _ text: String) -> String? {
        let isTrace = text.utf8.first == UInt8(ascii: "{")
        let (plan, names): (Course, [String])
        switch isTrace ? recordedCourse(text, path) : course(ofScenario: text, path) {
        case .failure(let problem):
            misread(problem.message)
            return problem.message
        case .success(let read): (plan, names) = (read.plan, read.names)
        }
        var places: [ByteName: TaskID] = [:]
        for (number, name) in names.enumerated() { places[ByteName(name)] = TaskID(number) }
        let tasks = (0..<scheduler.taskCount).map { places[ByteName(scheduler.name(of: TaskID($0)))] }
        let launch = plan.completeLaunch
        document.fromFile = Branch(name: path, session: session, plan: plan.renumbered(tasks), launch: launch)
        view.comparison = path
        let length = launch.map { ", launch \($0.text)" } ?? ", which has no launch"
        // On a stage, the title says so, and the last row says which stop it is.
        if !options.isPresenting {
            say("compared with \(DisplayText.clean(path))\(length): \(ScreenGlyph.ghost) shows its runs, Esc ends it")
        }
        return nil
    }

    private typealias NamedCourse = (plan: Course, names: [String])

    private func course(ofScenario text: String, _ path: String) -> Result<NamedCourse, CommandLanguage.Problem> {
        CommandLanguage.session(scenario: text, file: path, repeating: session).map { other in
            let count = other.simulation.scheduler.taskCount
            let names = (0..<count).map { other.simulation.scheduler.name(of: TaskID($0)) }
            return (document.course(of: other, named: path).plan, names)
        }
    }

    private func recordedCourse(_ text: String, _ path: String) -> Result<NamedCourse, CommandLanguage.Problem> {
        do throws(TraceError) {
            let trace = try TraceReader.read(Array(text.utf8))
            var plan = Course(taskCount: trace.names.tasks.count, laneCount: trace.names.lanes.count)
            for record in trace.records { plan.append(record) }
            return .success((plan, trace.names.tasks))
        } catch {
            return .failure(CommandLanguage.Problem(message: "\(DisplayText.clean(path)): \(error)"))
        }
    }
}

extension Course {
    /// The runs of other tasks under these numbers: task n has those of `tasks[n]`, none if that is nil.
    fileprivate func renumbered(_ tasks: [TaskID?]) -> Course {
        var course = Course(taskCount: tasks.count)
        for (number, task) in tasks.enumerated() {
            guard let task, runs.indices.contains(task.offset) else { continue }
            course.runs[number] = runs[task.offset]
        }
        (course.launches, course.shownLaunch, course.horizon) = (launches, shownLaunch, horizon)
        return course
    }
}
