import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Text

extension Prompt: OverlayKind {
    var takesText: Bool { true }

    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        var prompt = self
        switch prompt.take(key) {
        case .editing: model.overlay = .prompt(prompt)
        case .cancelled: model.overlay = nil
        case .complete:
            if purpose == .command { model.complete(&prompt) }
            if purpose == .kinds { model.completeKinds(&prompt) }
            model.overlay = .prompt(prompt)
        case .accepted(let line):
            model.overlay = nil
            return model.accept(line, for: purpose)
        }
        return []
    }

    func paste(_ line: String, in model: inout DashboardModel) {
        var prompt = self
        prompt.insert(line)
        model.overlay = .prompt(prompt)
    }

    func draw(on screen: inout Screen) { screen.draw(self, row: screen.layout.rows - 1) }
}

extension DashboardModel {
    fileprivate mutating func accept(_ line: String, for purpose: Prompt.Purpose) -> [Request] {
        switch purpose {
        case .command: return carryOut(line)
        case .find:
            if !line.isEmpty { view.search = line }
            find(forward: true, fromNext: line.isEmpty)
        case .filter:
            let filter = RowFilter(line)
            if let problem = filter.problem { return refuse(problem) }
            let place = selectedPlace
            view.filter = filter
            orderRows(keeping: place)
            if order.tasks.isEmpty {
                say("no task matches the filter; Esc clears it")
            }
        case .kinds:
            let words = line.split(separator: " ").map { $0.lowercased() }
            if let wrong = words.first(where: { word in !LogFormat.kinds.contains { $0.lowercased().hasPrefix(word) } })
            {
                return refuse("unknown line kind \(DisplayText.clean(wrong)); Tab lists the kinds")
            }
            view.logKinds = words
            view.logOffset = 0
        case .help: break
        }
        return []
    }
}

extension Screen {
    /// The completions that Tab offers, in as many rows as they need; if room runs out, the number of the rest.
    mutating func drawOffers(_ prompt: Prompt, above row: Int) {
        let offers = prompt.offers
        let limit = max(1, min(Screen.maximumOfferRows, row / 2))
        var lines = [""]
        for (place, offer) in offers.enumerated() {
            // The last row keeps room for the number of the rest.
            let rest = lines.count == limit && place < offers.count - 1 ? 14 : 0
            let used = DisplayText.width(of: lines[lines.count - 1])
            if used + DisplayText.width(of: offer) + 2 + rest > layout.columns {
                if lines.count == limit {
                    let count = offers.count - place
                    lines[lines.count - 1] += prompt.hasFurtherOffers ? " \(count) and more" : " \(count) more"
                    break
                }
                if used > 0 { lines.append("") }
            }
            lines[lines.count - 1] += " \(DisplayText.cut(offer, to: max(1, layout.columns - 16))) "
        }
        for (place, line) in lines.enumerated() where row - lines.count + place >= 0 {
            canvas.put(line, column: 0, row: row - lines.count + place, width: layout.columns, style: theme.bar)
        }
    }

    /// A prompt in one row; if it is too long, the part around the cursor.
    mutating func draw(_ prompt: Prompt, row: Int) {
        let label: String
        switch prompt.purpose {
        case .command: label = ":"
        case .find, .help: label = "/"
        case .filter: label = "filter: "
        case .kinds: label = "kinds, Tab lists them: "
        }
        let column = canvas.write(label, column: 0, row: row, style: theme.keyName)
        let room = max(1, layout.columns - column - 1)
        var before = prompt.text[..<prompt.cursor]
        while DisplayText.width(of: String(before)) > room, !before.isEmpty { before.removeFirst() }
        let visible = String(before) + String(prompt.text[prompt.cursor...])
        let cursor = column + DisplayText.width(of: String(before))
        canvas.put(visible, column: column, row: row, width: max(0, layout.columns - column))
        if prompt.isSelected { canvas.emphasize(row: row, columns: column..<cursor, with: .reverse) }
        canvas.showCursor(column: cursor, row: row)
    }

    /// The most rows of completions.
    private static var maximumOfferRows: Int { 6 }
}
