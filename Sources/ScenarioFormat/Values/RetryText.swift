import Text
import SchedulerCore

/// Further attempts as a script writes them: `LIMIT[,DELAY[,FACTOR[,LONGEST]]]`, as in `3`, `3,100ms,2,1s`.
enum RetryText {
    static func format(_ retry: RetryPolicy) -> String {
        var words = ["\(retry.limit)"]
        let isBounded = retry.maximumDelay != .limit
        let grows = retry.backoffThousandths != 1000
        if retry.delay != .zero || grows || isBounded { words.append(DurationText.format(retry.delay)) }
        if grows || isBounded { words.append(factor(retry.backoffThousandths)) }
        if isBounded { words.append(DurationText.format(retry.maximumDelay)) }
        return words.joined(separator: ",")
    }

    static func read(_ words: [String]) throws(TextProblem) -> RetryPolicy {
        guard (1...4).contains(words.count), let limit: Int = NumberText.integer(words[0]),
            (0...RetryPolicy.maximumLimit).contains(limit)
        else { throw TextProblem("write a number of further attempts up to \(RetryPolicy.maximumLimit)", at: 0) }
        var retry = RetryPolicy(limit: limit)
        if words.count > 1 { retry.delay = try DurationText.duration(words[1]) }
        if words.count > 2 {
            guard let factor = NumberText.decimal(words[2], scale: 1000), (1000...1_000_000).contains(factor) else {
                throw TextProblem("\(quoted(words[2])) is not a factor from 1 to 1000", at: 0)
            }
            retry.backoffThousandths = factor
        }
        if words.count > 3 { retry.maximumDelay = try DurationText.duration(words[3]) }
        return retry
    }

    private static func factor(_ thousandths: Int) -> String {
        var fraction = String(1000 + thousandths % 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(thousandths / 1000)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}
