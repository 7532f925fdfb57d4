import CTaskKit
import SchedulerCore

/// What an annotation leaves for the linker: a mark, the layout's version, a function that adds its registration to a
/// collection, and a word for later. 24 bytes; nothing of it is read or run before ``LinkedTasks/find(epoch:)``.
public typealias LinkedRecord = (UInt32, UInt32, @convention(c) (UnsafeMutableRawPointer) -> Void, UInt)

/// The annotated tasks of this process: those of the executable and of every library that is loaded.
public struct LinkedTasks: Sendable {
    /// Where an annotation stands.
    private struct Site: Sendable {
        var file: StaticString
        var line: Int
    }

    /// Found first, so that the room for what they add is made once.
    private struct Records {
        var list: [UnsafePointer<taskkit_record>] = []
    }

    private var taskSites: [Site] = []
    private var jobSites: [Site] = []

    /// None.
    public init() {}

    /// The tasks, by file (`Module/File.swift`) and line of their annotations: the order in which they are registered,
    /// the same whatever order the linker chose.
    public private(set) var tasks: [TaskRegistration] = []
    /// Who works jobs, by file and line.
    public private(set) var jobs: [JobRegistration] = []
    /// For each task, the file and line of its annotation.
    public var sites: [String] { taskSites.map { "\($0.file):\($0.line)" } }

    /// Collects them; dates then count from `epoch`, nanoseconds since 1970-01-01T00:00:00Z.
    ///
    /// O(n log n) for n annotations, well under a microsecond each, and a look at each loaded library that is not part
    /// of the executable. Library code that is loaded later is found by a later call.
    public static func find(epoch: Int64) -> LinkedTasks {
        var records = Records()
        withUnsafeMutablePointer(to: &records) { records in
            taskkit_visit_records(
                { record, records in
                    guard let record, let records else { return }
                    records.assumingMemoryBound(to: Records.self).pointee.list.append(record)
                }, records)
        }
        var found = LinkedTasks()
        found.tasks.reserveCapacity(records.list.count)
        found.taskSites.reserveCapacity(records.list.count)
        withUnsafeMutablePointer(to: &found) { collection in
            for record in records.list { record.pointee.add(collection) }
        }
        putInOrder(&found.tasks, &found.taskSites)
        putInOrder(&found.jobs, &found.jobSites)
        for index in found.tasks.indices where found.tasks[index].datesFrom1970 {
            found.tasks[index] = found.tasks[index].dated(from: epoch)
        }
        return found
    }

    /// Called by the code of annotations, with the collection that ``find(epoch:)`` handed to their record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: consuming TaskRegistration, _ file: StaticString,
        _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: LinkedTasks.self)
        collection.pointee.tasks.append(registration)
        collection.pointee.taskSites.append(Site(file: file, line: line))
    }

    /// Called by the code of `@JobHandler`, with the collection that ``find(epoch:)`` handed to its record.
    public static func add(
        _ collection: UnsafeMutableRawPointer, _ registration: JobRegistration, _ file: StaticString, _ line: Int
    ) {
        let collection = collection.assumingMemoryBound(to: LinkedTasks.self)
        collection.pointee.jobs.append(registration)
        collection.pointee.jobSites.append(Site(file: file, line: line))
    }

    /// Registrations are large: only their places are sorted, and only where the linker's order is not the one wanted.
    private static func putInOrder<Value>(_ list: inout [Value], _ sites: inout [Site]) {
        let isSorted = sites.indices.dropFirst().allSatisfy { !isEarlier(sites[$0], sites[$0 - 1]) }
        guard !isSorted else { return }
        var order = sites.indices.sorted { isEarlier(sites[$0], sites[$1]) }
        // Along the cycles of the permutation each is moved to its place, and none is copied.
        for start in order.indices {
            var place = start
            while order[place] != start {
                let next = order[place]
                list.swapAt(place, next)
                sites.swapAt(place, next)
                order[place] = place
                place = next
            }
            order[place] = place
        }
    }

    private static func isEarlier(_ left: Site, _ right: Site) -> Bool {
        let order = left.file.withUTF8Buffer { a in right.file.withUTF8Buffer { b in compare(a, b) } }
        return order == 0 ? left.line < right.line : order < 0
    }

    /// Byte by byte; the shorter first where one begins with the other.
    private static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        if left.baseAddress == right.baseAddress { return 0 }
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index] ? -1 : 1
        }
        return left.count - right.count
    }
}
