/// How far a list that is longer than its place is scrolled.
///
/// Every movement begins where the list is drawn, so that none is lost beyond either end.
struct Scroll: Hashable, Sendable {
    /// Lines scrolled past; more than there are counts as the end.
    private(set) var lines = 0

    /// The first line shown of a list in a place of so many rows.
    func top(of total: Int, in room: Int) -> Int { max(0, min(lines, total - room)) }

    /// Moves by rows or pages, down if it is positive.
    mutating func move(by distance: Int, of total: Int, in room: Int) {
        let end = max(0, total - room)
        lines = max(0, min(end, top(of: total, in: room) + distance))
    }

    /// The same for a movement; a page is what is shown, but one line.
    mutating func move(_ movement: KeyAction.Movement, of total: Int, in room: Int) {
        move(by: movement.distance(page: room), of: total, in: room)
    }
}
