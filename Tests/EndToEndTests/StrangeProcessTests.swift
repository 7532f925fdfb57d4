import Foundation
import SchedulerCore
import TraceFormat
import Testing

/// `attach` to something that answers as no process of this version does.
@Suite struct StrangeProcessTests {
    /// A socket in a folder of its own, whose first client is answered with `bytes`; the thread ends with it.
    private func answering(_ bytes: [UInt8]) throws -> (folder: InFolder, path: String) {
        let folder = try InFolder("")
        let own = folder.path(of: "own")
        try FileManager.default.createDirectory(
            atPath: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let path = own + "/1.sock"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let answer = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard answer == 0, listen(listener, 1) == 0 else { throw Overdue(description: "no socket at \(path)") }
        Thread {
            let client = accept(listener, nil, nil)
            _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // Until the client has gone.
            var rest = [UInt8](repeating: 0, count: 256)
            while recv(client, &rest, rest.count, 0) > 0 {}
            _ = Foundation.close(client)
            _ = Foundation.close(listener)
        }.start()
        return (folder, path)
    }

    private func greeting(schema: Int? = nil) -> [UInt8] {
        var writer = InspectorWriter()
        var hello = InspectorHello(process: 1, name: "Strange", allowsControl: false, epoch: 0, now: .zero)
        if let schema { hello.schema = schema }
        _ = writer.write(.hello(hello))
        return writer.take()
    }

    @Test func `a greeting that cannot be read ends with 3`() throws {
        let (folder, path) = try answering(Array("{\"kind\":\"good morning\"}\n".utf8))
        let outcome = try folder.run("attach", "--plain", path)
        #expect(outcome.code == 3, "\(outcome)")
        #expect(outcome.complaints.contains("unexpected message from the process"))
    }

    @Test func `a message after the greeting that cannot be read ends with 3`() throws {
        let (folder, path) = try answering(greeting() + Array("{\"kind\":\"lanes\"}\n".utf8))
        let outcome = try folder.run("attach", "--plain", path)
        #expect(outcome.code == 3, "\(outcome)")
        #expect(outcome.complaints.contains("unexpected message from the process"))
    }

    @Test func `another version ends with 3 and names both`() throws {
        let (folder, path) = try answering(greeting(schema: InspectorMessage.schema + 1))
        let outcome = try folder.run("attach", "--plain", path)
        #expect(outcome.code == 3, "\(outcome)")
        #expect(outcome.complaints.contains("speaks inspector protocol version \(InspectorMessage.schema + 1);"))
        #expect(outcome.complaints.contains("this program speaks version \(InspectorMessage.schema)"))
    }

    @Test(arguments: [
        (InspectorMessage.state(format: Scheduler.Checkpoint.format, bytes: [1, 2, 3]), "impossible"),
        (.state(format: Scheduler.Checkpoint.format + 1, bytes: [1]), "a state in version"),
    ])
    func `an impossible state, or one of another version, ends with 3`(_ state: InspectorMessage, says: String) throws {
        var writer = InspectorWriter()
        let messages = [
            InspectorMessage.configuration(SchedulerConfiguration()), .lane(LaneSpec(name: "main")),
            .lane(LaneSpec(name: "async")), .lane(LaneSpec(name: "afterLaunch")), state, .begin, .live(.zero),
        ]
        for message in messages { _ = writer.write(message) }
        let (folder, path) = try answering(greeting() + writer.take())
        let outcome = try folder.run("attach", "--plain", path)
        #expect(outcome.code == 3, "\(outcome)")
        #expect(outcome.complaints.contains(says))
        #expect(outcome.complaints.split(separator: "\n").count == 1)
    }
}
