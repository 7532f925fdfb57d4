/// A map from numbers that are issued in rising order to small payloads; the smallest number is quick to find.
///
/// Bitmaps over bitmaps with fan-out 64, as van Emde Boas trees have them, but in pages of 512 numbers that exist only
/// while they have members: an old number that stays costs its page of 2 KB, and 33 bits, with room to grow at most 66,
/// for each 512 later numbers, no payloads. All operations are O(1) amortized, in any order of insertion.
struct SequencePages: Sendable {
    private static let pageBits: Int64 = 9
    private static let pageSize = 1 << 9
    private static let wordsPerPage = 8
    /// When the map empties, more pages than this go back to the system.
    private static let keptPages = 64

    private(set) var count = 0
    /// The page number of the directory's first entry, a multiple of 64.
    private var base: Int64 = 0
    /// Where each page stands in the arrays below; -1 where a page has no members.
    private var directory: [Int32] = []
    /// One bit for each entry of the directory that has members.
    private var occupied: [UInt64] = []
    /// The first entry of the directory with members; means nothing while the map is empty.
    private var front = 0

    private var payloads: [Int32] = []
    private var words: [UInt64] = []
    /// One bit for each word with members.
    private var summaries: [UInt8] = []
    private var freePages: [Int32] = []

    /// Adds `sequence`, which must not be a member.
    mutating func insert(_ sequence: Int64, _ payload: Int32) {
        let number = sequence >> Self.pageBits
        if count == 0 { base = number & ~63 }
        if number < base || number - base >= Int64(directory.count) { makeRoom(for: number) }
        let entry = Int(truncatingIfNeeded: number - base)
        if count == 0 || entry < front { front = entry }
        var page = Int(directory[entry])
        if page < 0 { page = addPage(entry) }
        let offset = Int(truncatingIfNeeded: sequence) & (Self.pageSize - 1)
        let word = offset >> 6
        assert(words[page * Self.wordsPerPage + word] & (1 << UInt64(offset & 63)) == 0, "number \(sequence) twice")
        words[page * Self.wordsPerPage + word] |= 1 << UInt64(offset & 63)
        summaries[page] |= 1 << UInt8(word)
        payloads[page * Self.pageSize + offset] = payload
        count += 1
    }

    /// The payload of `sequence`; nil if it is no member.
    func payload(of sequence: Int64) -> Int32? {
        guard let (_, page) = find(sequence) else { return nil }
        return payloads[page * Self.pageSize + Int(truncatingIfNeeded: sequence) & (Self.pageSize - 1)]
    }

    /// Takes out `sequence`; false if it is no member.
    mutating func remove(_ sequence: Int64) -> Bool {
        guard let (entry, page) = find(sequence) else { return false }
        clear(entry, page, Int(truncatingIfNeeded: sequence) & (Self.pageSize - 1))
        return true
    }

    /// The smallest number.
    var first: (sequence: Int64, payload: Int32)? {
        guard count > 0 else { return nil }
        let page = Int(directory[front])
        let offset = firstOffset(page)
        return ((base + Int64(front)) << Self.pageBits | Int64(offset), payloads[page * Self.pageSize + offset])
    }

    /// Takes out the smallest number.
    mutating func popFirst() -> Int32? {
        guard count > 0 else { return nil }
        let page = Int(directory[front])
        let offset = firstOffset(page)
        let payload = payloads[page * Self.pageSize + offset]
        clear(front, page, offset)
        return payload
    }

    /// What the arrays hold, without room to grow.
    var bytesHeld: Int {
        payloads.count * 4 + words.count * 8 + summaries.count + (freePages.count + directory.count) * 4
            + occupied.count * 8
    }

    // MARK: Members

    @inline(__always)
    private func firstOffset(_ page: Int) -> Int {
        let word = summaries[page].trailingZeroBitCount
        return word << 6 | words[page * Self.wordsPerPage + word].trailingZeroBitCount
    }

    private func find(_ sequence: Int64) -> (entry: Int, page: Int)? {
        let number = sequence >> Self.pageBits
        guard count > 0, number >= base, number - base < Int64(directory.count) else { return nil }
        let entry = Int(truncatingIfNeeded: number - base)
        let page = Int(directory[entry])
        let offset = Int(truncatingIfNeeded: sequence) & (Self.pageSize - 1)
        guard page >= 0, words[page * Self.wordsPerPage + (offset >> 6)] & (1 << UInt64(offset & 63)) != 0 else {
            return nil
        }
        return (entry, page)
    }

    @inline(__always)
    private mutating func clear(_ entry: Int, _ page: Int, _ offset: Int) {
        let word = page * Self.wordsPerPage + (offset >> 6)
        words[word] &= ~(1 << UInt64(offset & 63))
        count -= 1
        guard words[word] == 0 else { return }
        summaries[page] &= ~(1 << UInt8(offset >> 6))
        if summaries[page] == 0 { removePage(entry, page) }
    }

    // MARK: Pages

    private mutating func addPage(_ entry: Int) -> Int {
        let page: Int
        if let free = freePages.popLast() {
            page = Int(free)
        } else {
            page = summaries.count
            summaries.append(0)
            words.append(contentsOf: repeatElement(0, count: Self.wordsPerPage))
            payloads.append(contentsOf: repeatElement(0, count: Self.pageSize))
        }
        directory[entry] = Int32(truncatingIfNeeded: page)
        occupied[entry >> 6] |= 1 << UInt64(entry & 63)
        return page
    }

    private mutating func removePage(_ entry: Int, _ page: Int) {
        directory[entry] = -1
        occupied[entry >> 6] &= ~(1 << UInt64(entry & 63))
        freePages.append(Int32(truncatingIfNeeded: page))
        if count == 0 {
            if summaries.count > Self.keptPages { self = SequencePages() }
        } else if entry == front {
            var word = entry >> 6
            while occupied[word] == 0 { word += 1 }
            front = word << 6 | occupied[word].trailingZeroBitCount
        }
    }

    /// Lays the directory out anew around its members and page `number`, with as much room as they span where the
    /// numbers go: its size follows the live span and each layout is paid by as many later pages.
    private mutating func makeRoom(for number: Int64) {
        let (low, high) = count == 0 ? (number, number) : (base + Int64(front), base + Int64(lastEntry))
        let start = min(low, number) & ~63
        let span = max(high, number) - start + 1
        let newBase = number < low ? (start - span) & ~63 : start
        let size = (Int(truncatingIfNeeded: max(high, number) - newBase + (number < low ? 1 : span)) + 63) & ~63
        var newDirectory = [Int32](repeating: -1, count: size)
        var newOccupied = [UInt64](repeating: 0, count: size >> 6)
        if count > 0 {
            let last = lastEntry
            let range = (front >> 6)...(last >> 6)
            let shift = Int(truncatingIfNeeded: base - newBase)
            for word in range { newOccupied[word + (shift >> 6)] = occupied[word] }
            for entry in front...last { newDirectory[entry + shift] = directory[entry] }
            front += shift
        }
        (base, directory, occupied) = (newBase, newDirectory, newOccupied)
    }

    /// The last entry of the directory with members; there are some.
    private var lastEntry: Int {
        var word = occupied.count - 1
        while occupied[word] == 0 { word -= 1 }
        return word << 6 | (63 - occupied[word].leadingZeroBitCount)
    }
}
