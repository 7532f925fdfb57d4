import Testing

@testable import TraceAnalysis

/// What the pictures of launches and graphs have in common.
@Suite struct PictureTests {
    @Test("a name is cut to what its pixels have room for, and takes no more")
    func room() {
        // At size 10 a column takes 6.1 pixels.
        #expect(SVGText.cut("RemoteConfig", to: 61, size: 10) == "RemoteCon…")
        #expect(SVGText.cut("RemoteConfig", to: 74, size: 10) == "RemoteConfig")
        #expect(SVGText.width(of: "RemoteConfig", size: 10) == 74)
        #expect(SVGText.cut("推送注册", to: 40, size: 10) == "推送…")
    }

    @Test("in the picture of a graph the edges of the critical path are red, and no box lies on another one")
    func graph() {
        let nodes = [("A", true), ("B", true), ("C", false)].map {
            TaskGraphDocument.Node(name: $0.0, isCritical: $0.1)
        }
        let document = TaskGraphDocument(
            title: "t", nodes: nodes, edges: [.init(from: 0, to: 1), .init(from: 0, to: 2)])
        let lines = document.svg().split(separator: "\n")
        let arrows = lines.filter { $0.hasPrefix("<path ") }
        #expect(arrows.map { $0.contains("stroke=\"#b00020\"") } == [true, false])
        #expect(arrows.map { $0.contains("stroke=\"#888\"") } == [false, true])
        func number(_ name: String, of line: Substring) -> Int? {
            line.split(separator: " \(name)=\"").dropFirst().first.flatMap { Int($0.prefix { $0 != "\"" }) }
        }
        let boxes = lines.filter { $0.hasPrefix("<rect ") && $0.contains("#f5f5f5") }.compactMap { line in
            number("x", of: line).flatMap { x in
                number("y", of: line).flatMap { y in number("height", of: line).map { (x: x, y: y, height: $0) } }
            }
        }
        #expect(boxes.count == 3)
        for (first, second) in zip(boxes, boxes.dropFirst()) where first.x == second.x {
            #expect(second.y >= first.y + first.height)
        }
        #expect(boxes.last?.x == boxes.dropFirst().first?.x, "both in the second column")
    }
}
