import SchedulerCore
import Testing
import TraceFormat

@testable import TraceAnalysis

/// Where the picture of a launch has its words.
@Suite struct LaunchPlotTests {
    /// An element of the picture, in the order in which it is drawn: later ones hide earlier ones.
    private struct Element {
        let kind: String
        let attributes: [String: String]
        let words: String

        init(_ line: Substring) {
            kind = String(line.dropFirst().prefix { $0.isLetter })
            var found: [String: String] = [:]
            for match in line.matches(of: /([a-z0-9-]+)="([^"]*)"/) { found[String(match.1)] = String(match.2) }
            attributes = found
            words = String(line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
        }

        subscript(name: String) -> Int { attributes[name].flatMap { Int($0) } ?? -1 }
        var fill: String { attributes["fill"] ?? "" }
        var right: Int { self["x"] + self["width"] }
        var bottom: Int { self["y"] + self["height"] }
        /// A run's bar: blue, or red on the critical path.
        var isBar: Bool { kind == "rect" && self["height"] == 12 && ["#b00020", "#5e7ea6"].contains(fill) }
        /// The white ground of a label.
        var isGround: Bool { kind == "rect" && fill == "#fff" && self["x"] > 0 }
    }

    /// The picture of a launch, by default of the shop's.
    private static func elements(of trace: Recorder = .shop(), width: Int) throws -> [Element] {
        let measure = try #require(
            LaunchMeasure(title: "Shop", names: trace.names, timeline: Timeline(trace.records), facts: trace.facts))
        return LaunchPlot(measure, width: width).svg().split(separator: "\n").map { Element($0) }
    }

    /// Each run's bar with its label and the label's ground, as their places in the picture.
    private static func rows(_ elements: [Element]) throws -> [(bar: Int, ground: Int, label: Int)] {
        try elements.indices.filter { elements[$0].isBar }.map { bar in
            let ground = try #require(elements.indices.dropFirst(bar).first { elements[$0].isGround })
            return (bar, ground, ground + 1)
        }
    }

    @Test(
        "a run's time and lane stand beside its bar, on a ground that hides the lines below",
        arguments: [400, 1000, 1900])
    func labels(width: Int) throws {
        let elements = try Self.elements(width: width)
        let rows = try Self.rows(elements)
        #expect(rows.count == 8)
        for row in rows {
            let (bar, ground, label) = (elements[row.bar], elements[row.ground], elements[row.label])
            #expect(label.kind == "text" && label.attributes["text-anchor"] == "start")
            // Beside the bar, and of its row.
            #expect(label["x"] - bar.right == 5, "\(label.words)")
            #expect(label["y"] > bar["y"] + 6 && label["y"] <= bar.bottom, "\(label.words)")
            // The ground lies below all of the letters, and not on the bar.
            let end = label["x"] + SVGText.width(of: label.words, size: label["font-size"])
            #expect(ground["x"] < label["x"] && ground["x"] >= bar.right && ground.right > end)
            #expect(ground["y"] <= label["y"] - label["font-size"] + 1 && ground.bottom > label["y"])
            #expect(end < width, "\(label.words)")
            // What is drawn after it does not come by.
            for later in elements.dropFirst(row.label + 1) {
                if later.kind == "line" {
                    let (top, bottom) = (min(later["y1"], later["y2"]), max(later["y1"], later["y2"]))
                    let (left, right) = (min(later["x1"], later["x2"]), max(later["x1"], later["x2"]))
                    let isApart =
                        right < ground["x"] || left > ground.right || bottom < ground["y"] || top > ground.bottom
                    #expect(isApart, "\(label.words) lies below a line")
                } else if later.kind == "rect" {
                    #expect(later["y"] >= ground.bottom || later.bottom <= ground["y"], "\(label.words) is hidden")
                }
            }
        }
        #expect(
            rows.map { elements[$0.label].words }.prefix(4) == ["10ms main", "10ms main", "50ms async", "60ms async"])
    }

    @Test("what took no time has a bar of a pixel, and its label beside that")
    func noTime() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "Mark")
        trace.start(0, "Mark")
        trace.finish(0, "Mark", ready: 0)
        trace.add(20, .firstFrame(parked: 0))
        let elements = try Self.elements(of: trace, width: 400)
        let row = try #require(Self.rows(elements).first)
        #expect([elements[row.bar]["x"], elements[row.bar].right, elements[row.label]["x"]] == [180, 181, 186])
    }

    @Test("a bar is where its run was", arguments: [400, 1000])
    func bars(width: Int) throws {
        let elements = try Self.elements(width: width)
        let bars = try Self.rows(elements).map { elements[$0.bar] }
        // The chart is 200 ms wide, between the names and the room for the last label.
        let (left, right) = (180, width - 150)
        func x(_ time: Int) -> Int { left + (right - left) * time / 200 }
        let spans = [
            (0, 10), (10, 20), (20, 70), (70, 130), (20, 50), (130, 160), (160, 200), (130, 200),
        ]
        #expect(bars.map { [$0["x"], $0.right] } == spans.map { [x($0.0), x($0.1)] })
        #expect(bars.map { $0.fill == "#b00020" } == [true, true, true, true, false, true, true, false])
        let waits = elements.filter { $0.kind == "rect" && $0.fill == "#f6d32d" && $0["width"] > 10 }
        #expect(waits.map { [$0["x"], $0.right] } == [[x(20), x(70)], [x(20), x(130)]])
    }

    @Test("names stand left of the chart, the scale above its lines", arguments: [400, 1000])
    func namesAndScale(width: Int) throws {
        let elements = try Self.elements(width: width)
        let lines = elements.filter { $0.kind == "line" && $0["x1"] == $0["x2"] }
        let top = try #require(lines.map { $0["y1"] }.min())
        let scale = elements.filter { $0.kind == "text" && $0.attributes["text-anchor"] == "middle" }
        #expect(scale.count > 1)
        for mark in scale {
            #expect(mark["y"] < top)
            #expect(lines.contains { $0["x1"] == mark["x"] }, "\(mark.words)")
        }
        let events = lines.filter { $0.attributes["stroke"] == "#1a5fb4" }
        let chart = width - 150 - 180
        #expect(events.map { $0["x1"] } == [180, 180 + chart / 10, 180 + chart])
        #expect(lines.filter { $0.attributes["stroke"] == "#b00020" }.map { $0["x1"] } == [180 + chart])
        let names = elements.filter { $0.kind == "text" && $0["x"] == 20 && $0["y"] > top && $0["font-size"] == 12 }
        #expect(names.count == 8)
        for name in names {
            #expect(name["x"] + SVGText.width(of: name.words, size: 12) <= 180)
            #expect(elements.contains { $0.isBar && $0["y"] < name["y"] && name["y"] <= $0.bottom }, "\(name.words)")
        }
    }
}
