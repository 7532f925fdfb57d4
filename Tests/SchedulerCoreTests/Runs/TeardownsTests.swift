import Testing

@testable import SchedulerCore

@Suite struct TeardownsTests {
    @Test func `the last one that started comes first, once`() {
        var teardowns = Teardowns()
        for task in [2, 0, 2, 3] as [Int32] { teardowns.note(task) }
        #expect(teardowns.take() == [3, 0, 2] && teardowns.take().isEmpty)
    }

    @Test func `those from elsewhere name tasks that exist`() {
        var teardowns = Teardowns()
        #expect(teardowns.isSound(tasks: 0))
        teardowns.note(3)
        #expect(teardowns.isSound(tasks: 4) && !teardowns.isSound(tasks: 3))
        teardowns.note(-1)
        #expect(!teardowns.isSound(tasks: 4))
    }
}
