import Text

/// The features of a build's crates that have a library of another language built or linked in: their build scripts take long
/// because of them.
struct CargoFeatures {
    private static let most = 16

    /// The longest row of a table that is read, in bytes.
    private static let longestRow = 4000

    /// Each crate with such a feature.
    private var pairs: [(crate: String, feature: String)] = []

    /// Whether a feature says so by its name.
    static func isBuilding(_ feature: String) -> Bool {
        ["vendored", "bundled", "static"].contains { feature.hasPrefix($0) } || feature.hasSuffix("-src")
    }

    /// From the units, or from the table of an older report, whose rows are `name v1.0 target`, two times and the features.
    init(_ units: [CargoTimings.Unit], _ report: ArraySlice<UInt8>) {
        for unit in units where unit.crate.hasSuffix("-sys") { add(unit.crate, unit.building) }
        var rest = report
        while let place = rest.place(of: "<td>"), pairs.count < Self.most {
            rest = rest[(place + 4)...]
            let cell = rest.prefix { $0 != UInt8(ascii: "<") }
            let crate = String(decoding: cell.prefix { $0 != Byte.space }, as: UTF8.self)
            guard crate.hasSuffix("-sys") else { continue }
            var row = rest.prefix(Self.longestRow)
            row = row[..<(row.place(of: "</tr>") ?? row.endIndex)]
            var last: ArraySlice<UInt8> = []
            while let cell = row.place(of: "<td>") {
                row = row[(cell + 4)...]
                last = row.prefix { $0 != UInt8(ascii: "<") }
            }
            let features = String(decoding: last, as: UTF8.self).split(separator: ",")
            add(crate, features.map { String($0.drop { $0 == " " }) }.filter(Self.isBuilding))
        }
        pairs.sort { $0.crate < $1.crate }
    }

    private mutating func add(_ crate: String, _ features: [String]) {
        // The plainest name of them, as `vendored` rather than `openssl-src`.
        let order = ["vendored", "bundled", "static"]
        let best = features.min { left, right in
            (order.firstIndex { left.hasPrefix($0) } ?? order.count, left)
                < (order.firstIndex { right.hasPrefix($0) } ?? order.count, right)
        }
        guard let best, !pairs.contains(where: { $0.crate == crate }) else { return }
        pairs.append((crate, best))
    }

    /// `openssl-sys vendored, libz-sys static`; nil if there are none.
    var text: String? {
        pairs.isEmpty
            ? nil
            : pairs.map { DisplayText.clean("\($0.crate) \($0.feature)") }.joined(separator: ", ")
    }
}
