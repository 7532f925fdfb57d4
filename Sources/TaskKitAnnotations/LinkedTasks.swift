import CTaskKit
import Foundation
import SchedulerCore
import TaskKit

/// What an annotation leaves for the loader, which calls it when it loads the image: it only passes its registration
/// to ``LinkedTasks/link(_:)``.
public typealias LinkedRecord = @convention(c) () -> Void

/// The annotated tasks of this process: those of the executable and of every loaded library.
public struct LinkedTasks: Sendable {
    /// The place of an annotation, and its number in the order of discovery.
    private struct Site: Sendable {
        var file: StaticString
        var line: Int
        var number: Int

        static func < (left: Site, right: Site) -> Bool {
            // The annotations of a file share one string.
            let order = left.file.utf8Start == right.file.utf8Start ? 0 : strcmp(left.start, right.start)
            return order != 0 ? order < 0 : (left.line, left.number) < (right.line, right.number)
        }

        /// The module of `Module/File.swift`.
        var module: String { String("\(file)".prefix { $0 != "/" }) }

        /// A literal ends with a zero byte.
        private var start: UnsafePointer<CChar> {
            UnsafeRawPointer(file.utf8Start).assumingMemoryBound(to: CChar.self)
        }
    }

    /// Where the records' functions add their registrations, in the loader's order.
    private struct Collection {
        var tasks: [(site: Site, task: LaunchTask)] = []
        var jobs: [(site: Site, job: JobWorker)] = []
    }

    /// The tasks, by file (`Module/File.swift`) and line of their annotations: the order in which they are registered,
    /// whatever order the loader chose.
    public let tasks: [LaunchTask]
    /// The job handlers, by file and line.
    public let jobs: [JobWorker]
    private let taskSites: [Site]
    /// For each task, the file and line of its annotation.
    public var sites: [String] { taskSites.map { "\($0.file):\($0.line)" } }

    private let jobSites: [Site]

    /// Throws if one of these modules has no annotation here: the linker leaves out what nothing refers to of a static
    /// archive.
    func check(_ modules: [String]) throws(TaskKitError) {
        guard !modules.isEmpty else { return }
        let found = Set((taskSites + jobSites).map(\.module))
        guard let missing = modules.first(where: { !found.contains($0) }) else { return }
        throw .registration(
            "no annotated task of module \(missing) is linked: give the linker -ObjC or -all_load, or list its tasks "
                + "with `including:`")
    }

    /// The same with the tasks of `types`, if they are not among them: to name a type makes the linker keep it.
    func including(_ types: [any AnnotatedTask.Type]) -> [LaunchTask] {
        guard !types.isEmpty else { return tasks }
        let known = Set(tasks.map(\.name))
        return tasks + types.filter { !known.contains($0.taskName) }.map { $0.taskRegistration }
    }

    /// Collects the annotated tasks.
    ///
    /// O(n log n) for n annotations, about a microsecond each. A later call finds libraries that were loaded later.
    public static func find() -> LinkedTasks {
        var collection = Collection()
        withUnsafeMutablePointer(to: &collection) { taskkit_visit($0) }
        collection.tasks.sort { $0.site < $1.site }
        collection.jobs.sort { $0.site < $1.site }
        return LinkedTasks(
            tasks: collection.tasks.map(\.task), jobs: collection.jobs.map(\.job),
            taskSites: collection.tasks.map(\.site),
            jobSites: collection.jobs.map(\.site))
    }

    /// Called by the loader for each annotation: keeps a function that adds its registration to a collection. It is not
    /// called before ``find()``.
    public static func link(_ add: @convention(c) (UnsafeMutableRawPointer) -> Void) {
        taskkit_link(add)
    }

    /// Called by the code of annotations, with the collection that ``find()`` handed to their record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: consuming LaunchTask, _ file: StaticString,
        _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: Collection.self)
        let site = Site(file: file, line: line, number: collection.pointee.tasks.count)
        collection.pointee.tasks.append((site, registration))
    }

    /// Called by the code of `@JobHandler`, with the collection that ``find()`` handed to its record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: JobWorker, _ file: StaticString, _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: Collection.self)
        let site = Site(file: file, line: line, number: collection.pointee.jobs.count)
        collection.pointee.jobs.append((site, registration))
    }
}

/// A type that an annotation turns into a task; `after: Login.self` names one. Write annotations, not conformances.
public protocol AnnotatedTask {
    /// The task's name: the type's name, or what `named:` says.
    nonisolated static var taskName: String { get }
    /// The registration, from the annotation and the type's `run`.
    nonisolated static var taskRegistration: LaunchTask { get }
}

/// A type that `@JobHandler` turns into a job worker. Write annotations, not conformances.
public protocol AnnotatedJobs {
    /// The task name of its jobs.
    nonisolated static var taskName: String { get }
    /// The registration, from the annotation and the type's `run`.
    nonisolated static var jobRegistration: JobWorker { get }
}

extension LaunchPlan {
    /// An annotated task, for tasks of this plan that wait for it:
    ///
    ///     for task in LinkedTasks.find().tasks { launch.add(task) }
    ///     launch.task("Home", after: launch.annotated(OpenDatabase.self)) { @MainActor _ in showHome() }
    ///
    /// It adds nothing: the start throws if the plan does not have the task. Its value is `Void`, or a ``ValueMissing`` if
    /// the task did not succeed. An annotated task cannot wait for a task of the plan.
    public func annotated(_ type: any AnnotatedTask.Type) -> TaskHandle<Void> { handle(named: type.taskName) }
}

extension LiveScheduler {
    /// Creates a scheduler with every annotated task and `@JobHandler` of this process, by file and line, followed by
    /// those of `adding` and `jobs`.
    ///
    /// Of a static archive the linker keeps only what something refers to, unless an option says otherwise (`-ObjC`,
    /// `-all_load`). Say what must be there, and a task that is missing is an error here and not a task that never runs:
    ///
    /// - Parameters:
    ///   - modules: modules with annotated tasks. Throws if one of them has none.
    ///   - types: annotated types of static archives; they are registered even if the linker kept nothing else of them.
    public convenience init(
        annotated configuration: Configuration = Configuration(), modules: [String] = [],
        including types: [any AnnotatedTask.Type] = [], adding tasks: [LaunchTask] = [],
        sequences: [TaskSequence] = [], jobs: [JobWorker] = []
    ) throws(TaskKitError) {
        let linked = LinkedTasks.find()
        try linked.check(modules)
        try self.init(
            configuration, tasks: linked.including(types) + tasks, sequences: sequences, jobs: linked.jobs + jobs)
    }
}
