import Text
import SchedulerCore
import SchedulerSimulation

extension Slot where Value == EventSet {
    /// Events with bars between them.
    static var events: Slot<EventSet> {
        Slot("EVENT[|EVENT…]") { (parser, scanner) throws(TextProblem) in
            try parser.parseEvents(&scanner, separator: Byte.bar)
        } write: { events, _ in
            events.events.map(EventNames.name).joined(separator: "|")
        } complete: { _, _ in
            EventNames.all
        }
    }
}

extension Slot where Value == Nanoseconds {
    /// A duration.
    static var duration: Slot<Nanoseconds> {
        Slot("DURATION") { (parser, scanner) throws(TextProblem) in
            try parser.parseDuration(&scanner)
        } write: { duration, _ in
            DurationText.format(duration)
        }
    }

    /// `<=` and a duration.
    static var atMost: Slot<Nanoseconds> {
        Slot("<= DURATION") { (parser, scanner) throws(TextProblem) in
            let mark = try scanner.rawWord("\"<=\"")
            guard mark.text == "<=" else { throw TextProblem("expected \"<=\"", at: mark.offset) }
            return try parser.parseDuration(&scanner)
        } write: { duration, _ in
            "<= " + DurationText.format(duration)
        } complete: { words, _ in
            words.isEmpty ? ["<="] : []
        }
    }
}

extension Slot where Value == Int {
    /// A number of ticks; one if it is left out.
    static var ticks: Slot<Int> {
        Slot("[N]") { (parser, scanner) throws(TextProblem) in
            scanner.isAtEnd() ? 1 : try parser.parseCount(&scanner, "a number of ticks", least: 1)
        } write: { count, _ in
            count == 1 ? "" : "\(count)"
        }
    }

    /// A number of rows in the job queue.
    static var rowCount: Slot<Int> {
        Slot("N") { (parser, scanner) throws(TextProblem) in
            try parser.parseCount(&scanner, "a number of rows", least: 0)
        } write: { count, _ in
            "\(count)"
        }
    }

    /// How often a failing job runs; 0 runs it once.
    static var runLimit: Slot<Int> {
        Slot("N") { (parser, scanner) throws(TextProblem) in
            let count = try parser.parseCount(&scanner, "a number of runs", least: 0)
            return min(count, JobQueue.maximumAttempts)
        } write: { count, _ in
            "\(count)"
        }
    }
}

extension Slot where Value == JobID {
    /// The number of a job.
    static var job: Slot<JobID> { number("the number of a job") }

    /// The number of a dead letter.
    static var deadLetter: Slot<JobID> { number("the number of a dead letter") }

    private static func number(_ what: String) -> Slot<JobID> {
        Slot("N") { (parser, scanner) throws(TextProblem) in
            JobID(Int64(try parser.parseCount(&scanner, what, least: 1)))
        } write: { job, _ in
            "\(job.number)"
        }
    }
}
