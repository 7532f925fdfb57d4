import Foundation
import SchedulerCore
import SchedulerSimulation
import TaskKit
import Testing

@testable import TaskKitInspector

/// Where the socket is: in a private folder of the user, at a path without another listener.
@Suite struct InspectorSocketTests {
    private let folder = InspectorBench.newFolder()
    private var path: String { "\(folder)/\(getpid()).sock" }

    private func open(_ folder: String? = nil) throws(InspectorRefusal) -> InspectorSocket {
        try InspectorSocket(folder: folder ?? self.folder, process: getpid())
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func kind(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    private func end(_ socket: InspectorSocket) {
        socket.removePath()
        socket.close()
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("The folder gets mode 0700, the socket 0600, and both are checked; closing removes the path")
    func modes() throws {
        defer { clean() }
        let socket = try open()
        #expect(mode(folder) == 0o700)
        #expect(mode(path) == 0o600)
        end(socket)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A folder open to others, a link to one, or a file in its place is refused, and left as it is")
    func folders() throws {
        defer { clean() }
        mkdir(folder, 0o755)
        chmod(folder, 0o755)
        #expect(throws: InspectorRefusal.folderNotSafe(folder, error: EPERM)) { try open() }
        #expect(mode(folder) == 0o755)
        chmod(folder, 0o700)
        let link = InspectorBench.newFolder()
        defer { unlink(link) }
        symlink(folder, link)
        #expect(throws: InspectorRefusal.folderNotSafe(link, error: ELOOP)) { try open(link) }
        let file = InspectorBench.newFolder()
        defer { unlink(file) }
        _ = FileManager.default.createFile(atPath: file, contents: nil)
        #expect(throws: InspectorRefusal.folderNotSafe(file, error: ENOTDIR)) { try open(file) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("A path of more than 107 bytes is refused before anything is made")
    func length() {
        let long = "/tmp/" + String(repeating: "x", count: 110)
        #expect(throws: InspectorRefusal.pathTooLong("\(long)/\(getpid()).sock")) { try open(long) }
        #expect(!FileManager.default.fileExists(atPath: long))
    }

    @Test("A file or a link to a socket at the path stays untouched")
    func planted() throws {
        defer { clean() }
        mkdir(folder, 0o700)
        _ = FileManager.default.createFile(atPath: path, contents: Data("mine".utf8))
        #expect(throws: InspectorRefusal.pathTaken(path)) { try open() }
        #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
        unlink(path)
        let other = UnixSocket.listen(at: "\(folder)/other.sock", backlog: 1)
        #expect(other >= 0)
        close(other)
        symlink("\(folder)/other.sock", path)
        #expect(throws: InspectorRefusal.pathTaken(path)) { try open() }
        #expect(kind(path) == S_IFLNK)
        #expect(kind("\(folder)/other.sock") == S_IFSOCK)
    }

    @Test("A socket without a listener is replaced; one with a listener is not")
    func stale() throws {
        defer { clean() }
        mkdir(folder, 0o700)
        let dead = UnixSocket.listen(at: path, backlog: 1)
        #expect(dead >= 0)
        #expect(throws: InspectorRefusal.inUse(path)) { try open() }
        close(dead)
        #expect(kind(path) == S_IFSOCK)
        let socket = try open()
        #expect(throws: InspectorRefusal.inUse(path)) { try open() }
        let connection = UnixSocket.connect(to: path)
        #expect(connection >= 0)
        close(connection)
        end(socket)
    }

    @Test("While another process holds the folder's lock, the socket is not opened, and nothing waits forever")
    func locked() throws {
        defer { clean() }
        mkdir(folder, 0o700)
        let held = Foundation.open(folder, O_RDONLY)
        #expect(flock(held, LOCK_EX) == 0)
        #expect(throws: InspectorRefusal.folderLocked(folder)) { try open() }
        close(held)
        end(try open())
    }

    @Test("Files that other threads create at the same time have their usual mode")
    func othersModes() throws {
        defer { clean() }
        mkdir(folder, 0o700)
        let (isOver, strange) = (Locked(false), Locked<Set<mode_t>>([]))
        let usual = umask(0o022)
        defer { umask(usual) }
        let other = Thread {
            while !isOver.with({ $0 }) {
                let made = "\(self.folder)/made"
                mkdir(made, 0o777)
                let mode = self.mode(made)
                rmdir(made)
                strange.with { if mode != 0o755 { $0.insert(mode) } }
            }
            isOver.with { $0 = false }
        }
        other.start()
        for _ in 0..<5_000 { end(try open()) }
        isOver.with { $0 = true }
        while isOver.with({ $0 }) { sched_yield() }
        #expect(strange.with { $0 } == [])
    }
}
