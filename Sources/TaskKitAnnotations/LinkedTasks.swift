import CTaskKit
import SchedulerCore
import TaskKit

/// What an annotation leaves for the linker: a mark, the layout's version, a function that adds its registration to a
/// collection, and a word for later. 24 bytes; nothing of it is read or run before ``LinkedTasks/find()``.
public typealias LinkedRecord = (UInt32, UInt32, @convention(c) (UnsafeMutableRawPointer) -> Void, UInt)

/// The annotated tasks of this process: those of the executable and of every library that is loaded.
public struct LinkedTasks: Sendable {
    /// Where an annotation stands.
    private struct Site: Sendable, Comparable {
        var file: StaticString
        var line: Int

        static func < (left: Site, right: Site) -> Bool {
            // The annotations of a file share one text.
            if left.file.utf8Start == right.file.utf8Start { return left.line < right.line }
            return left.file.withUTF8Buffer { left in right.file.withUTF8Buffer { left.lexicographicallyPrecedes($0) } }
        }

        static func == (left: Site, right: Site) -> Bool { !(left < right) && !(right < left) }
    }

    /// What the records' functions add to, in the linker's order.
    private struct Collection {
        var tasks: [(site: Site, task: LaunchTask)] = []
        var jobs: [(site: Site, job: JobWorker)] = []
    }

    /// The tasks, by file (`Module/File.swift`) and line of their annotations: the order in which they are registered,
    /// the same whatever order the linker chose.
    public let tasks: [LaunchTask]
    /// Who works jobs, by file and line.
    public let jobs: [JobWorker]
    private let taskSites: [Site]
    /// For each task, the file and line of its annotation.
    public var sites: [String] { taskSites.map { "\($0.file):\($0.line)" } }

    /// Collects them.
    ///
    /// O(n log n) for n annotations, about a microsecond each, and a look at each loaded library that is not part
    /// of the executable. Library code that is loaded later is found by a later call.
    public static func find() -> LinkedTasks {
        var collection = Collection()
        withUnsafeMutablePointer(to: &collection) { collection in
            taskkit_visit_records(
                { record, collection in
                    if let collection { record?.pointee.add(collection) }
                }, collection)
        }
        let (tasks, jobs) = (collection.tasks, collection.jobs)
        let (taskOrder, jobOrder) = (order(tasks.map(\.site)), order(jobs.map(\.site)))
        return LinkedTasks(
            tasks: taskOrder.map { tasks[$0].task }, jobs: jobOrder.map { jobs[$0].job },
            taskSites: taskOrder.map { tasks[$0].site })
    }

    /// The places of sites in order; of those at one place the first found first.
    private static func order(_ sites: [Site]) -> [Int] {
        sites.indices.sorted { sites[$0] < sites[$1] || (!(sites[$1] < sites[$0]) && $0 < $1) }
    }

    /// Called by the code of annotations, with the collection that ``find()`` handed to their record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: consuming LaunchTask, _ file: StaticString,
        _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: Collection.self)
        collection.pointee.tasks.append((Site(file: file, line: line), registration))
    }

    /// Called by the code of `@JobHandler`, with the collection that ``find()`` handed to its record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: JobWorker, _ file: StaticString, _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: Collection.self)
        collection.pointee.jobs.append((Site(file: file, line: line), registration))
    }
}
