import Text
import SchedulerCore
import TraceFormat

/// The pieces of a wait as sentences for people; names in them are cleaned.
public struct WaitText {
    private let names: TraceNames
    private let glyphs: Glyphs

    /// Sentences with these names.
    public init(names: TraceNames, glyphs: Glyphs = .unicode) {
        (self.names, self.glyphs) = (names, glyphs)
    }

    /// One sentence: `550ms for Database, the last dependency to finish`.
    public func sentence(_ piece: WaitPiece) -> String {
        "\(TimeText.text(piece.length)) \(words(piece.cause))"
    }

    /// A wait with its parts, which add up as shown: `869ms: 419ms for Catalog + 450ms for lane net`; the shorter ones as
    /// one, `+ 92ms more`, beyond `limit`. Empty if nothing was waited for. Without holders, lanes alone are named.
    public func sum(_ pieces: [WaitPiece], limit: Int = 2, withHolders: Bool = true) -> String {
        var own = pieces.filter { !$0.isBeside && $0.length > .zero }
        if !withHolders { own = Self.joined(own) }
        guard own.count > 1 else {
            return own.first.map { "\(TimeText.text($0.length)) \(briefWords($0.cause, withHolders: withHolders))" }
                ?? ""
        }
        let longest = own.indices.sorted { own[$0].length > own[$1].length }.prefix(limit).sorted()
        let all = own.reduce(Nanoseconds.zero) { $0 + $1.length }
        let rest = longest.reduce(all) { Nanoseconds($0.count - own[$1].length.count) }
        let shown = ShownParts(longest.map { own[$0].length } + [rest])
        var parts = longest.map { place in
            "\(shown.text(own[place].length)) \(briefWords(own[place].cause, withHolders: withHolders))"
        }
        if rest > .zero { parts.append("\(shown.text(rest)) more") }
        return "\(shown.text(all)): \(parts.joined(separator: " + "))"
    }

    /// Pieces one after the other for the same lane as one.
    private static func joined(_ pieces: [WaitPiece]) -> [WaitPiece] {
        pieces.reduce(into: []) { joined, piece in
            if let last = joined.last, case .lane(let lane, _) = last.cause, case .lane(lane, _) = piece.cause {
                joined[joined.count - 1] = WaitPiece(last.cause, last.from, piece.to)
            } else {
                joined.append(piece)
            }
        }
    }

    /// The sentence without its length: `for Database, the last dependency to finish`.
    public func reason(_ piece: WaitPiece) -> String { words(piece.cause) }

    /// What it was for, without its length: `for RemoteConfig`.
    public func cause(_ piece: WaitPiece) -> String { briefWords(piece.cause) }

    private func words(_ cause: WaitPiece.Cause) -> String {
        switch cause {
        case .dependency(let task): "for \(name(task)), the last dependency to finish"
        case .overlapped(let task): "for \(name(task)), at the same time"
        case .eventNotDelivered(let task): "for \(name(task)), whose event had not been delivered"
        case .timer(let task): "for \(name(task)), whose timer was not due yet"
        case .lane(let lane, let holders): "for lane \(name(lane)), held by \(list(holders))"
        case .gap(let lane, let task): "for the gap of lane \(name(lane)) after \(name(task))"
        case .paused: "because it was paused"
        case .lanePaused(let lane): "because lane \(name(lane)) was paused"
        case .laneClosed(let lane): "for lane \(name(lane)) to open: the first frame opens it"
        case .suspended: "because the app was suspended"
        case .retry: "for its retry"
        case .job(let task): "for a free job" + (task.map { ", which \(name($0)) freed" } ?? "")
        case .unrecorded: "for an unrecorded reason"
        case .turn: "for its turn: an earlier run of its own or others came first"
        }
    }

    private func briefWords(_ cause: WaitPiece.Cause, withHolders: Bool = true) -> String {
        switch cause {
        case .dependency(let task), .overlapped(let task): "for \(name(task))"
        case .eventNotDelivered(let task): "for \(name(task)) (event)"
        case .timer(let task): "for \(name(task)) (timer)"
        case .lane(let lane, let holders): "for lane \(name(lane))" + (withHolders ? " (\(list(holders)))" : "")
        case .gap(let lane, _): "for the gap of lane \(name(lane))"
        case .paused: "while paused"
        case .lanePaused(let lane): "for lane \(name(lane)), paused"
        case .laneClosed(let lane): "for lane \(name(lane)) to open"
        case .suspended: "while suspended"
        case .retry: "for its retry"
        case .job: "for a free job"
        case .unrecorded: "for an unrecorded reason"
        case .turn: "for its turn"
        }
    }

    private func list(_ tasks: [TaskID]) -> String { Format.list(tasks.map(name), limit: 3) }

    private func name(_ task: TaskID) -> String { DisplayText.clean(names.name(of: task), glyphs: glyphs) }
    private func name(_ lane: LaneID) -> String { DisplayText.clean(names.name(of: lane), glyphs: glyphs) }
}
