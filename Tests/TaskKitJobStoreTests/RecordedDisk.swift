import Foundation
import TestSupport

/// A disk that plays back what SQLite asked of it, and loses power: what was flushed is there, of the rest any part.
struct RecordedDisk {
    /// A file: its flushed bytes, and what was asked since then.
    private struct File {
        var flushed: [UInt8] = []
        var asked: [Change] = []
        var isNew = true
    }

    private enum Change {
        case write(at: Int, [UInt8])
        case cut(to: Int)
    }

    private var files: [File] = []
    /// The numbers of the files by name, as the folder was flushed and as it is.
    private var flushedNames: [String: Int] = [:]
    private var names: [String: Int] = [:]
    /// What happened to the folder since it was flushed, in order; nil: the name is gone.
    private var renamed: [(name: String, file: Int?)] = []

    /// Does what a line of the record says.
    mutating func take(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count > 1 else { return }
        let name = String(words[1])
        switch words[0] {
        case "create":
            guard names[name] == nil else { return }
            files.append(File())
            enter(name, files.count - 1)
        case "write":
            let hex = Array(words[3].utf8)
            let bytes = stride(from: 0, to: hex.count, by: 2).map { Self.digit(hex[$0]) << 4 | Self.digit(hex[$0 + 1]) }
            change(name, .write(at: Int(words[2]) ?? 0, bytes))
        case "truncate": change(name, .cut(to: Int(words[2]) ?? 0))
        case "sync": flush(name)
        case "delete":
            enter(name, nil)
            if words[2] == "1" { flushFolder() }
        default: break
        }
    }

    private static func digit(_ character: UInt8) -> UInt8 { character > 0x39 ? character - 0x57 : character - 0x30 }

    private mutating func enter(_ name: String, _ file: Int?) {
        names[name] = file
        renamed.append((name, file))
    }

    private mutating func change(_ name: String, _ change: Change) {
        guard let number = names[name] else { return }
        files[number].asked.append(change)
    }

    private mutating func flush(_ name: String) {
        guard let number = names[name] else { return }
        for change in files[number].asked { Self.make(change, &files[number].flushed) }
        files[number].asked = []
        // SQLite flushes the folder, too, when it flushes a new journal or log for the first time.
        if files[number].isNew, name.hasSuffix("-journal") || name.hasSuffix("-wal") { flushFolder() }
        files[number].isNew = false
    }

    private mutating func flushFolder() {
        (flushedNames, renamed) = (names, [])
    }

    private static func make(_ change: Change, _ bytes: inout [UInt8]) {
        switch change {
        case .write(let offset, let new):
            if bytes.count < offset + new.count {
                bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
            }
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        case .cut(let size): bytes.removeLast(max(0, bytes.count - size))
        }
    }

    /// What a power cut now may leave, by name: each sector that was not flushed is the old one, the new one or rubbish.
    func cut(_ cases: inout CaseGenerator) -> [String: [UInt8]] {
        var left = flushedNames
        for (name, file) in renamed where cases.chance(50) { left[name] = file }
        return left.mapValues { number in
            var bytes = files[number].flushed
            for change in files[number].asked {
                switch change {
                case .cut: if cases.chance(50) { Self.make(change, &bytes) }
                case .write(let offset, let new):
                    for start in stride(from: 0, to: new.count, by: 512) where cases.chance(50) {
                        var sector = Array(new[start..<min(start + 512, new.count)])
                        if cases.chance(5) { sector = sector.map { _ in UInt8(cases.number(0...255)) } }
                        Self.make(.write(at: offset + start, sector), &bytes)
                    }
                }
            }
            return bytes
        }
    }
}
