import TestSupport
import Testing

@testable import SchedulerCore

@Suite struct ListTableTests {
    @Test("Appends, removals and replacements give what lists of their own would", arguments: 0..<25)
    func asLists(seed: UInt64) {
        var cases = CaseGenerator(seed: seed)
        var lists: [[Int32]] = [[1, 2], [], [3]]
        var table = ListTable(lists.flatMap { $0 }, lists.map { Int32($0.count) })
        for step in 0..<300 {
            let list = cases.number(0...5)
            table.add(upTo: list)
            while lists.count <= list { lists.append([]) }
            switch cases.number(0...2) {
            case 0:
                table.append(Int32(step), to: list)
                lists[list].append(Int32(step))
            case 1:
                let kept = Int32(cases.number(1...4))
                table.remove(from: list) { $0 % kept == 0 }
                lists[list].removeAll { $0 % kept == 0 }
            default:
                let new = (0..<cases.number(0...8)).map { Int32($0 + step) }
                table.replace(list, with: new)
                lists[list] = new
            }
            #expect(table.isSound && lists.indices.allSatisfy { Array(table.list($0)) == lists[$0] })
        }
    }
}
