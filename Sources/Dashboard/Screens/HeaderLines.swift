import Planning
import ScreenKit
import Text
import SchedulerCore
import TraceAnalysis

extension Screen {
    /// WHY and TRY: what bounds the launch, and what would shorten it.
    mutating func drawHeadline() {
        guard let row = layout.headlineRow else { return }
        let headline = model.outlook.headline
        if layout.whyRows > 0 { drawWhy(headline.why, row: row) }
        guard layout.hasTry else { return }
        let below = row + layout.whyRows
        let column = canvas.write(" TRY ", column: 0, row: below, style: theme.criticalWait)
        canvas.put(
            tryText(headline, columns: layout.columns - column), column: column, row: below,
            width: layout.columns - column)
    }

    private mutating func drawWhy(_ why: String, row: Int) {
        let column = canvas.write(" WHY ", column: 0, row: row, style: theme.criticalWait)
        let width = layout.columns - column
        var lines = [why]
        if layout.whyRows > 1 {
            let wrapped = DisplayText.wrap(why, to: max(1, width - 1))
            lines = [wrapped[0], wrapped.dropFirst().joined(separator: " ")]
        }
        for (place, line) in lines.enumerated() {
            canvas.put(line, column: column, row: row + place, width: width, style: theme.strong)
        }
    }

    /// The change to what WHY names, else the first; then the one that gains most, then the next. The first needs no condition
    /// or is the smaller one.
    private func shownTries(_ headline: Headline) -> [Advice] {
        var tries = headline.tries
        if let place = headline.causePlace, tries.indices.contains(place) {
            tries.insert(tries.remove(at: place), at: 0)
        }
        guard let first = tries.first, let best = tries.min(by: { $0.launch < $1.launch }), best.launch < first.launch
        else { return Array(tries.prefix(Headline.shownTries)) }
        let others = tries.dropFirst().filter { $0 != best }
        return [first, best] + others.prefix(Headline.shownTries - 2)
    }

    /// Those of the first three changes that fit and the key that lists all; if there are none, the reason and the key that tries one.
    private func tryText(_ headline: Headline, columns: Int) -> String {
        let keys = model.options.keys
        guard !headline.tries.isEmpty else {
            let key = keys.shown(of: .world(.whatIf)) ?? ":"
            let words = (headline.advice.isEmpty ? "" : headline.advice + "   ") + "\(key) tries a change"
            return DisplayText.width(of: words) > columns && !headline.advice.isEmpty ? headline.advice : words
        }
        let key = keys.shown(of: .advice) ?? ":"
        let tries = shownTries(headline)
        var ends = model.outlook.isSeeking ? ["\(key) all so far"] : ["\(key) all advice", "\(key) all"]
        // Those shown need no condition, or the smaller change; a pair may gain more.
        if !model.outlook.isSeeking, let pair = headline.bestPair,
            pair.launch < tries.map({ $0.launch }).min() ?? pair.launch
        {
            ends.insert("\(key) all advice, a pair \(pair.launchOnCondition)", at: 0)
        }
        let soFar = model.outlook.isSeeking ? "so far " : ""
        // Neither the first change nor the one that gains most is left out for want of a few columns.
        let firsts = tries[0].shortTexts.map { soFar + $0 + "  " }
        let second = model.outlook.isSeeking ? nil : tries.dropFirst().first
        let seconds = second?.shortTexts.map { $0 + "  " } ?? []
        let pairs = firsts.flatMap { first in seconds.map { first.dropLast(2) + "; " + $0 } }
        // One that is too long gives way to the next.
        let others = tries.dropFirst().flatMap { $0.shortTexts.map { soFar + $0 + "  " } }
        func fits(_ line: String, _ end: String) -> Bool { DisplayText.width(of: line + end) <= columns }
        // Where the one that gains most has no room, its launch has.
        let hint = second.flatMap { best in
            best.launch < tries[0].launch && best.condition != nil
                ? "\(key) all advice, \(TimeText.text(best.launch)) on a condition" : nil
        }
        func ended(_ lines: [String], _ ends: [String]) -> [(String, String)] {
            lines.flatMap { line in ends.map { (line, $0) } }
        }
        let choices =
            ended(pairs, ends) + ended(firsts, [hint].compactMap { $0 }) + ended(firsts + others, ends)
        var (line, all) = choices.first { fits($0.0, $0.1) } ?? ("", ends[0])
        guard pairs.contains(line) else { return line + all }
        for change in tries.dropFirst(2) {
            guard let next = change.shortTexts.first else { continue }
            let longer = line.dropLast(2) + "; " + next + "  "
            if fits(longer, all) { line = longer }
        }
        return line + all
    }
}
