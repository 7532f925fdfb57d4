import Testing

@testable import SchedulerCore

/// Contiguous storage: copies, growth, and what is done with the room of large ones.
@Suite struct TableTests {
    @Test("Large room is given to be prepared once, before its first use, on a huge page's beginning")
    func largeRoom() {
        var prepared: [(address: UInt, size: Int)] = []
        let count = LargeTables.size / 8
        let prepare = { (room: UnsafeMutableRawPointer, size: Int) in prepared.append((UInt(bitPattern: room), size)) }
        _ = Table<Int64>.Storage(capacity: count - 1, prepare: prepare)
        #expect(prepared.isEmpty)
        let storage = Table<Int64>.Storage(capacity: count, prepare: prepare)
        #expect(prepared.map(\.size) == [LargeTables.size])
        #expect(prepared.allSatisfy { $0.address % UInt(LargeTables.alignment) == 0 })
        #expect(prepared.first?.address == UInt(bitPattern: storage.base))
    }

    @Test("A table that grows from nothing to large keeps its elements; a copy keeps its own")
    func growth() {
        var table = Table<Int64>()
        for number in 0..<1_000_000 { table.append(Int64(number)) }
        var copy = table
        copy.makeUnique()
        copy[7] = -1
        #expect(table.count == 1_000_000)
        #expect(table.indices.allSatisfy { table[$0] == Int64($0) })
        #expect(copy[7] == -1 && copy.indices.allSatisfy { $0 == 7 || copy[$0] == Int64($0) })
    }
}
