import Text

/// The dashboard that runs inside a page, and what it opens there.
public struct PageProgram: Hashable, Sendable {
    /// What the program opens.
    public struct Opening: Hashable, Sendable {
        /// The scenario's file name.
        public var file: String
        /// The scenario as in a file, its script included.
        public var scenario: String
        /// The time at which to open, as `goto` takes it; nil: the beginning.
        public var time: String?

        /// Creates an opening.
        public init(file: String, scenario: String, time: String? = nil) {
            (self.file, self.scenario, self.time) = (file, scenario, time)
        }

        /// As JSON that a script element of HTML can hold: no `<` ends it before its time.
        var json: String {
            var members = [("file", file), ("scenario", scenario)]
            if let time { members.append(("time", time)) }
            let text = members.map { "\(JSONText.quote($0.0)):\(JSONText.quote($0.1))" }.joined(separator: ",")
            return "{" + text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c") + "}"
        }
    }

    /// The policy under which the page runs: it names the program's script by its hash.
    let policy: String
    /// What is before the end of the body.
    let body: String

    /// The program from its file, whose first line is the policy and the rest of which is HTML; nil if it is not one.
    public init?(file: String, opening: Opening) {
        guard let end = file.firstIndex(of: "\n"), file.hasPrefix("default-src 'none'"), !file[..<end].contains("\"")
        else {
            return nil
        }
        policy = String(file[..<end])
        body =
            "<script type=\"application/json\" id=\"scenario\">\(opening.json)</script>\n"
            + file[file.index(after: end)...]
    }
}

extension PageProgram {
    /// A page that was written without a program, with this one added; nil if it is not such a page.
    public func completing(_ page: String) -> String? {
        var bytes = Array(page.utf8)
        // Names are escaped, so none of these can be part of a name.
        let places = [
            ("content=\"\(PageExport.stillPolicy)\"", "content=\"\(policy)\""), (PageExport.missing, ""),
            ("</body>", body + "</body>"),
        ]
        for (old, new) in places {
            guard let place = Self.place(of: Array(old.utf8), in: bytes) else { return nil }
            bytes.replaceSubrange(place, with: new.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func place(of text: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
        guard let first = text.first, bytes.count >= text.count else { return nil }
        for start in 0...(bytes.count - text.count) where bytes[start] == first {
            if bytes[start..<start + text.count].elementsEqual(text) { return start..<start + text.count }
        }
        return nil
    }
}
