import SchedulerCore
import Text
import TraceFormat

/// The texts that spans of OTLP have in common.
struct OTLPFragmentTables {
    private var openings = FragmentTable()
    private var attributes = FragmentTable()
    private var closings = FragmentTable()
    private var lanes = FragmentTable()
    private var events = FragmentTable()

    /// For tasks by their names; `known` is what a scenario says of them, none where there is no scenario.
    init(tasks: [String], known: [TaskSpec], lanes names: [String]) {
        for (task, name) in tasks.enumerated() {
            openings.append(Array("\(JSONText.quote(name)),\"kind\":1,\"startTimeUnixNano\":\"".utf8))
            attributes.append(
                Array(
                    ("\",\"attributes\":[\(OTLPTrace.text("taskscope.task", name)),"
                        + "{\"key\":\"taskscope.run\",\"value\":{\"intValue\":\"").utf8))
            let facts = known.indices.contains(task) ? Self.facts(known[task]) : ""
            closings.append(Array("\"}]}}}\(facts)]".utf8))
        }
        for name in names { lanes.append(Array("\"}},\(OTLPTrace.text("taskscope.lane", name))".utf8)) }
        let released = ",{\"key\":\"taskscope.released\",\"value\":{\"intValue\":\""
        events.append(Array(released.utf8))
        for event in LifecycleEvent.allCases {
            events.append(Array(",\(OTLPTrace.text("taskscope.event", event.description))\(released)".utf8))
        }
    }

    /// What a scenario says of a task, as attributes behind others.
    private static func facts(_ task: TaskSpec) -> String {
        var text = "," + OTLPTrace.text("taskscope.priority", task.priority.description)
        text += "," + OTLPTrace.text("taskscope.trigger", TaskFacts.trigger(task.trigger))
        for (key, names) in [("after", task.after), ("follows", task.follows)] where !names.isEmpty {
            let values = names.map { "{\"stringValue\":\(JSONText.quote($0))}" }.joined(separator: ",")
            text += ",{\"key\":\"taskscope.\(key)\",\"value\":{\"arrayValue\":{\"values\":[\(values)]}}}"
        }
        return text
    }

    /// Opens the tables for as long as `body` writes.
    func withFragments(_ body: (OTLPFragments) -> Void) {
        let longest = openings.longest + attributes.longest + closings.longest + lanes.longest
        let (taskCount, laneCount) = (openings.count, lanes.count)
        openings.withLines { openings in
            attributes.withLines { attributes in
                closings.withLines { closings in
                    lanes.withLines { lanes in
                        events.withLines { events in
                            body(
                                OTLPFragments(
                                    openings: openings, attributes: attributes, closings: closings, lanes: lanes,
                                    events: events, taskCount: taskCount, laneCount: laneCount, room: 1024 + longest))
                        }
                    }
                }
            }
        }
    }
}

/// The same as plain memory, so that writing a span counts no references.
struct OTLPFragments {
    /// By task: its name up to the start, from the end to the number of its run, and from its records to the end.
    let openings: FragmentTable.Lines
    let attributes: FragmentTable.Lines
    let closings: FragmentTable.Lines
    let lanes: FragmentTable.Lines
    /// None, then each event.
    let events: FragmentTable.Lines
    let taskCount: Int
    let laneCount: Int
    /// The longest span without its links.
    let room: Int

    /// Whether the names of an attempt are among them.
    @inline(__always)
    func contains(_ attempt: Attempt) -> Bool { attempt.task.offset < taskCount && attempt.lane.offset < laneCount }
}
