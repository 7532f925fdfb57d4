import Testing
import TraceFormat

/// What a process encodes of its state, and what another decodes of it.
@Suite struct StateTests {
    enum Choice: Codable, Hashable {
        case none
        case some(Int32, String)
    }

    /// A list of lists, as a type may encode itself.
    struct Grid: Codable, Hashable {
        enum Field: CodingKey { case width, height }

        var rows: [[Int]]

        init(rows: [[Int]]) { self.rows = rows }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            let size = try list.nestedContainer(keyedBy: Field.self)
            _ = (try size.decode(Int.self, forKey: .width), try size.decode(Int.self, forKey: .height))
            rows = []
            while !list.isAtEnd {
                var row = try list.nestedUnkeyedContainer()
                var numbers: [Int] = []
                while !row.isAtEnd { numbers.append(try row.decode(Int.self)) }
                rows.append(numbers)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            var size = list.nestedContainer(keyedBy: Field.self)
            try size.encode(rows.first?.count ?? 0, forKey: .width)
            try size.encode(rows.count, forKey: .height)
            for numbers in rows {
                var row = list.nestedUnkeyedContainer()
                for number in numbers { try row.encode(number) }
            }
        }
    }

    struct Sample: Codable, Hashable {
        var numbers: [Int64] = [0, -1, 63, -64, 64, .max, .min]
        var small: UInt8 = 255
        var large: UInt64 = .max
        var text = "推送\u{0}"
        var last: String? = "end"
        var none: Int64?
        var isSet = true
        var share = 0.25
        var choices = [Choice.none, .some(-3, "x")]
        var byNumber: [UInt8: String] = [7: "seven"]
        var grid = Grid(rows: [[1, 2], [-3], []])
    }

    @Test("A state is read back as it was")
    func whole() throws {
        let bytes = try #require(StateWriter.bytes(of: Sample()))
        #expect(StateReader.value(Sample.self, of: bytes) == Sample())
        var other = Sample(text: "", last: nil, none: -9, isSet: false, byNumber: [:], grid: Grid(rows: []))
        other.numbers = Array(0..<300)
        #expect(try StateReader.value(Sample.self, of: #require(StateWriter.bytes(of: other))) == other)
    }

    @Test("Numbers are short, their sign last, and lists come after their length")
    func encoding() {
        #expect(StateWriter.bytes(of: [0, -1, 1, 64] as [Int]) == [4, 0, 0, 0, 0, 1, 2, 0x80, 1])
        #expect(StateWriter.bytes(of: [127, 128] as [UInt32]) == [2, 0, 0, 0, 127, 0x80, 1])
        #expect(StateWriter.bytes(of: ["é"]) == [1, 0, 0, 0, 2, 0xC3, 0xA9])
        #expect(StateReader.value([String].self, of: [1, 0, 0, 0, 2, 0xC3, 0xA9]) == ["é"])
        #expect(StateWriter.bytes(of: Grid(rows: [[5]])) == [2, 0, 0, 0, 2, 2, 1, 0, 0, 0, 10])
    }

    @Test("A state that ends too early or too late is refused")
    func ends() throws {
        let bytes = try #require(StateWriter.bytes(of: Sample()))
        for end in bytes.indices { #expect(StateReader.value(Sample.self, of: Array(bytes[..<end])) == nil) }
        #expect(StateReader.value(Sample.self, of: bytes + [0]) == nil)
    }

    @Test("What no writer writes is refused")
    func impossible() {
        #expect(StateReader.value([Bool].self, of: [1, 0, 0, 0, 2]) == nil)
        #expect(StateReader.value([UInt8].self, of: [1, 0, 0, 0, 0x80, 2]) == nil)
        #expect(StateReader.value([UInt64].self, of: [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 9) + [2]) == nil)
        #expect(StateReader.value([String].self, of: [1, 0, 0, 0, 2, 0xC3, 0x28]) == nil)
        #expect(StateReader.value([UInt8].self, of: [2, 0, 0, 0, 1]) == nil)
        #expect(StateReader.value([UInt8].self, of: [0xFF, 0xFF, 0xFF, 0xFF, 1]) == nil)
    }
}
