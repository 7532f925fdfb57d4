import TestSupport
import Testing

@testable import SchedulerCore

@Suite struct HeapTests {
    @Test("It equals a sorted list, whatever is inserted, popped and removed", arguments: 0..<25)
    func equalsSortedList(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var heap = Heap<Int>()
        var list: [Int] = []
        for step in 0..<2_000 {
            switch cases.number(0...9) {
            case 0...4:
                let element = cases.number(0...500) * 10_000 + step
                heap.insert(element)
                list.append(element)
                list.sort()
            case 5...7:
                #expect(heap.popFirst() == (list.isEmpty ? nil : list.removeFirst()))
            case 8:
                guard !list.isEmpty else { continue }
                let victim = list.remove(at: cases.number(0...list.count - 1))
                let removed = heap.removeFirst { $0 == victim }
                let again = heap.removeFirst { $0 == victim }
                #expect(removed == victim && again == nil)
            default:
                heap.removeAll { $0 % 7 == 0 }
                list.removeAll { $0 % 7 == 0 }
            }
            #expect(heap.first == list.first && heap.count == list.count)
        }
        #expect(heap.all.sorted() == list)
    }

    @Test("A copy keeps its own elements")
    func copies() {
        var heap = Heap<Int>()
        heap.insert(1)
        let copy = heap
        heap.popFirst()
        #expect(copy.first == 1 && heap.isEmpty)
    }
}
