import Foundation
import Testing

@testable import SchedulerCore

@Suite struct WorkListTests {
    @Test("First in, first out, and empty at the end")
    func order() {
        var list = WorkList<Int>()
        list.append(1)
        list.append(2)
        #expect(list.popFirst() == 1 && !list.isEmpty)
        list.append(3)
        #expect(list.popFirst() == 2 && list.popFirst() == 3)
        #expect(list.popFirst() == nil && list.isEmpty)
    }

    @Test("A list of another process that has nothing and begins elsewhere is not empty", arguments: [-1, 1])
    func changed(next: Int) throws {
        let text = "{\"elements\":[],\"next\":\(next)}"
        #expect(try !JSONDecoder().decode(WorkList<Int>.self, from: Data(text.utf8)).isEmpty)
    }
}
