/// Paths of the machine that someone works on have no place in what is committed.
enum MachinePaths {
    /// The folders, without their slashes: this file is checked, too.
    private static let folders = ["work", "opt", "root"]

    static func check(_ file: TextFile) -> [Finding] {
        file.lines.enumerated().flatMap { index, line in
            folders.filter { occurs("/\($0)/", in: line) }.map {
                Finding(path: file.path, line: index + 1, message: "a path of one machine: /\($0)")
            }
        }
    }

    /// Whether a path starts with `prefix` in `line`; the same letters further down a path do not count.
    private static func occurs(_ prefix: String, in line: String) -> Bool {
        line.ranges(of: prefix).contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || "._-}~*".contains(before))
        }
    }
}
