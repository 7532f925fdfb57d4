/// How long a file may be.
enum Sizes {
    static let lineLimit = 400

    static func check(_ file: SourceFile) -> [Finding] {
        let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
        guard count > lineLimit else { return [] }
        return [Finding(path: file.path, message: "\(count) lines, \(lineLimit) allowed")]
    }
}
