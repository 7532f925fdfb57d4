import Foundation

/// A client of an inspector that means no good, in a process of its own: `LiveBenchmarks client KIND SOCKET`.
///
/// It says `ready`, acts when a byte comes on standard input, and then continues until that is closed.
struct HostileClient {
    /// What it does.
    enum Kind: String, CaseIterable {
        /// Connects and says nothing.
        case silent
        /// Attaches, and never reads what it is sent.
        case neverReads = "never-reads"
        /// Half a line, and nothing more.
        case halfLine = "half-line"
        /// Random bytes until it is disconnected.
        case garbage
        /// One line of 100 MB, as far as it is accepted.
        case longLine = "long-line"
        /// A thousand connections at once, kept.
        case thousand
        /// The last three again and again, as fast as they go.
        case garbageAgain = "garbage-again", longLineAgain = "long-line-again", thousandAgain = "thousand-again"
    }

    let kind: Kind
    let path: String

    func run() {
        signal(SIGPIPE, SIG_IGN)
        // What it takes of the processors is not the inspector's doing; as little of that as there can be is measured.
        _ = nice(19)
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        var byte: UInt8 = 0
        guard read(0, &byte, 1) == 1 else { return }
        var count = 1
        var kept = act()
        if kind == .garbageAgain || kind == .longLineAgain || kind == .thousandAgain {
            var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            while poll(&input, 1, 0) == 0 {
                for descriptor in kept { close(descriptor) }
                kept = act()
                count += 1
            }
        } else {
            while read(0, &byte, 1) > 0 {}
        }
        FileHandle.standardOutput.write(Data("\(count)\n".utf8))
    }

    /// Does it once; returns the connections to keep.
    private func act() -> [Int32] {
        switch kind {
        case .silent: connections(1)
        case .neverReads: said("{\"kind\":\"attach\",\"schema\":1}\n")
        case .halfLine: said("{\"kind\":\"att")
        case .garbage, .garbageAgain: flooded(1 << 20) { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) }
        case .longLine, .longLineAgain: flooded(100_000_000) { _ in UInt8(ascii: "x") }
        case .thousand, .thousandAgain: connections(1_000)
        }
    }

    private func said(_ text: String) -> [Int32] {
        let made = connections(1)
        let bytes = Array(text.utf8)
        for descriptor in made { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        return made
    }

    private func flooded(_ limit: Int, _ byte: (Int) -> UInt8) -> [Int32] {
        let made = connections(1)
        let piece = (0..<65_536).map(byte)
        var sent = 0
        while sent < limit, let descriptor = made.first {
            let count = send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { break }
            sent += count
        }
        return made
    }

    private func connections(_ count: Int) -> [Int32] {
        (0..<count).compactMap { _ in Self.connection(path) }
    }

    /// A connection to a socket; nil if it is not accepted.
    static func connection(_ path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard answer == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
