import SchedulerCore
import Text
import TraceAnalysis

/// Why a task of the critical chain began when it did, in few columns, the most telling word first.
enum ChainText {
    static func why(_ cause: CriticalPath.Cause, _ text: FactText, columns: Int) -> String {
        let words = why(cause, text)
        if DisplayText.width(of: words) <= columns { return words }
        // Who freed the lane is in the row above.
        return switch cause {
        case .lane(let lane, _): "lane \(text.name(lane))"
        case .laneGap(let lane, _): "gap \(text.name(lane))"
        case .dependency, .event, .release, .clock, .paused, .gap: words
        }
    }

    private static func why(_ cause: CriticalPath.Cause, _ text: FactText) -> String {
        switch cause {
        case .dependency(let task): "after \(text.name(task))"
        case .lane(let lane, let task): "lane \(text.name(lane)): \(text.name(task))"
        case .laneGap(let lane, let task): "gap \(text.name(lane)): \(text.name(task))"
        case .event(let event): "on \(TriggerText.brief(event))"
        case .release(let task): "behind \(text.name(task))"
        case .clock: "on a tick"
        case .paused(let lane): lane.map { "\(text.name($0)) was paused" } ?? "it was paused"
        case .gap: "after a pause"
        }
    }
}
