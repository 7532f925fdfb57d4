import CTaskKit
import SchedulerCore
import TaskKit

/// What an annotation leaves for the linker: a mark, the layout's version, a function that adds its registration to a
/// collection, and a word for later. 24 bytes; nothing of it is read or run before ``LinkedTasks/find()``.
public typealias LinkedRecord = (UInt32, UInt32, @convention(c) (UnsafeMutableRawPointer) -> Void, UInt)

/// The annotated tasks of this process: those of the executable and of every library that is loaded.
public struct LinkedTasks: Sendable {
    /// Where an annotation stands.
    private struct Site: Sendable {
        var file: StaticString
        var line: Int

        /// The places of sites by file and line. O(n log n) in numbers: the linker leaves the annotations of a file
        /// together, so names are compared a few times for each file.
        static func order(of sites: UnsafeMutableBufferPointer<Site>) -> [Int] {
            var files: [StaticString] = []
            var keys: [(file: Int, line: Int, place: Int)] = []
            keys.reserveCapacity(sites.count)
            for place in sites.indices {
                let file = sites[place].file
                if files.last?.utf8Start != file.utf8Start { files.append(file) }
                keys.append((files.count - 1, sites[place].line, place))
            }
            if files.count > 1 {
                let ranks = ranks(of: files)
                for place in keys.indices { keys[place].file = ranks[keys[place].file] }
            }
            keys.sort { ($0.file, $0.line, $0.place) < ($1.file, $1.line, $1.place) }
            return keys.map(\.place)
        }

        /// The places that the files would have in order; the same for those of one name.
        private static func ranks(of files: [StaticString]) -> [Int] {
            let order = files.indices.sorted { compare(files[$0], files[$1]) < 0 }
            var ranks = [Int](repeating: 0, count: files.count)
            for (before, place) in zip(order, order.dropFirst()) {
                ranks[place] = ranks[before] + (compare(files[before], files[place]) == 0 ? 0 : 1)
            }
            return ranks
        }

        /// Byte by byte; the shorter first where one begins with the other.
        private static func compare(_ left: StaticString, _ right: StaticString) -> Int {
            left.withUTF8Buffer { left in
                right.withUTF8Buffer { right in
                    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
                        return left[index] < right[index] ? -1 : 1
                    }
                    return left.count - right.count
                }
            }
        }
    }

    /// What the records' functions add to, in the linker's order. Registrations are large: they are made where the list
    /// of them will be.
    private struct Collection {
        let tasks: UnsafeMutableBufferPointer<LaunchTask>
        var taskSites: [Site] = []
        var jobs: [JobWorker] = []
        var jobSites: [Site] = []
    }

    private var taskSites: [Site] = []
    private var jobSites: [Site] = []

    /// None.
    public init() {}

    /// The tasks, by file (`Module/File.swift`) and line of their annotations: the order in which they are registered,
    /// the same whatever order the linker chose.
    public private(set) var tasks: [LaunchTask] = []
    /// Who works jobs, by file and line.
    public private(set) var jobs: [JobWorker] = []
    /// For each task, the file and line of its annotation.
    public var sites: [String] { taskSites.map { "\($0.file):\($0.line)" } }

    /// Collects them.
    ///
    /// O(n log n) for n annotations, about a microsecond each, and a look at each loaded library that is not part
    /// of the executable. Library code that is loaded later is found by a later call.
    public static func find() -> LinkedTasks {
        var records: [UnsafePointer<taskkit_record>] = []
        withUnsafeMutablePointer(to: &records) { records in
            taskkit_visit_records(
                { record, records in
                    guard let record, let records else { return }
                    records.assumingMemoryBound(to: [UnsafePointer<taskkit_record>].self).pointee.append(record)
                }, records)
        }
        var found = LinkedTasks()
        found.tasks = Array(unsafeUninitializedCapacity: records.count) { list, count in
            var collection = Collection(tasks: list)
            collection.taskSites.reserveCapacity(records.count)
            withUnsafeMutablePointer(to: &collection) { collection in
                for record in records { record.pointee.add(collection) }
            }
            count = collection.taskSites.count
            collection.taskSites.withUnsafeMutableBufferPointer { putInOrder($0, list) }
            (found.taskSites, found.jobs, found.jobSites) = (
                collection.taskSites, collection.jobs, collection.jobSites
            )
        }
        found.jobSites.withUnsafeMutableBufferPointer { sites in
            found.jobs.withUnsafeMutableBufferPointer { jobs in putInOrder(sites, jobs) }
        }
        return found
    }

    /// Moves each value, and each site, to its place along the cycles of the permutation; none is copied.
    private static func putInOrder<Value>(
        _ sites: UnsafeMutableBufferPointer<Site>, _ values: UnsafeMutableBufferPointer<Value>
    ) {
        var order = Site.order(of: sites)
        for start in order.indices where order[start] != start {
            let first = (site: sites[start], value: values.moveElement(from: start))
            var place = start
            while order[place] != start {
                let next = order[place]
                sites[place] = sites[next]
                values.initializeElement(at: place, to: values.moveElement(from: next))
                order[place] = place
                place = next
            }
            sites[place] = first.site
            values.initializeElement(at: place, to: first.value)
            order[place] = place
        }
    }

    /// Called by the code of annotations, with the collection that ``find()`` handed to their record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: consuming LaunchTask, _ file: StaticString,
        _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: Collection.self)
        let place = collection.pointee.taskSites.count
        precondition(place < collection.pointee.tasks.count, "a record adds one registration")
        collection.pointee.tasks.initializeElement(at: place, to: registration)
        collection.pointee.taskSites.append(Site(file: file, line: line))
    }

    /// Called by the code of `@JobHandler`, with the collection that ``find()`` handed to its record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: JobWorker, _ file: StaticString, _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: Collection.self)
        collection.pointee.jobs.append(registration)
        collection.pointee.jobSites.append(Site(file: file, line: line))
    }
}
