import Foundation
import Testing

/// The same findings, ids and numbers wherever they are shown.
@Suite struct FindingTests {
    private static let demo = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Demo")

    private static let demos = ["", "originals/"].flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: demo.appending(path: folder).path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") && $0 != "broken.yaml" }.sorted().map { folder + $0 }
    }

    @Test(arguments: demos)
    func `check, advise and the dashboard say the same of a demo`(name: String) throws {
        let path = Self.demo.appending(path: name).path
        let folder = try InFolder("")
        let advise = try folder.run("advise", path, "--limit", "0").output.split(separator: "\n").map(String.init)
        let heading = advise.firstIndex { $0.hasPrefix("findings, each explained") }
        let advised = heading.map { advise[($0 + 1)...].map { String($0.dropFirst(2)) } } ?? []
        let plain = try folder.run(path, "--plain", input: "findings\n").output.split(separator: "\n").map(String.init)
        for line in advised { #expect(plain.contains(line)) }
        #expect(plain.filter { $0.hasSuffix("]") }.count == advised.count)
        for line in try folder.run("check", path).complaints.split(separator: "\n") {
            guard let place = line.range(of: ": warning: ") else { continue }
            let lint = String(line[place.upperBound...])
            // What a file shows by itself has no subject, as [unknown-name].
            #expect(advised.contains(lint) || lint.firstRange(of: /\[[a-z-]+\]$/) != nil, "\(lint)")
        }
    }

    @Test func `one length is one number in blame, in the critical path and on the screen`() throws {
        let path = Self.demo.appending(path: "shop.yaml").path
        let folder = try InFolder("")
        #expect(try folder.run("blame", path).output.contains("158ms       112ms  306ms     CP  Cart"))
        #expect(try folder.run("critical-path", path).output.contains("158.47723ms  Cart"))
    }
}
