/// Names as scripts write them.
public enum ScriptName {
    /// Words that a script takes for something else where a name may stand.
    private static let keywords = [
        "order", "state", "launch", "queue", "no", "launched", "idle", "drained", "none", "critical", "all",
    ]

    /// `name` as a script takes it: in JSON quotes if it needs them.
    public static func written(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && !keywords.contains(name) && !name.utf8.starts(with: "lane:".utf8)
            && name.unicodeScalars.allSatisfy {
                !DisplayText.isControl($0) && !" ,<|#\"".unicodeScalars.contains($0) && !isBreak($0)
            }
        return isPlain ? name : JSONText.quote(name)
    }

    /// Whether a character ends a line for some reader, or is none.
    public static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF || scalar.value & 0xFFFE == 0xFFFE
    }
}
