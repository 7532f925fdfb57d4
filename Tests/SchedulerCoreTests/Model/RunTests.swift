import Testing

@testable import SchedulerCore

@Suite struct RunTests {
    @Test("What starts and ends touch at random stays small: half a cache line of a run, a quarter of a task's slot")
    func sizes() {
        #expect(MemoryLayout<Run>.stride == 32)
        #expect(MemoryLayout<TaskSlot>.stride == 16)
    }
}
