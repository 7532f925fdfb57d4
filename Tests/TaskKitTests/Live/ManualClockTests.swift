import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// Time as a test moves it.
@Suite struct ManualClockTests {
    private func instant(_ milliseconds: Int64) -> Instant { Instant.zero + .milliseconds(milliseconds) }

    @Test("Actions come in order of time, at one instant in the order of the calls, before the alarm of that instant")
    func order() {
        let (clock, diary) = (ManualClock(), Diary())
        clock.wake(at: instant(2)) { diary.note("alarm at \(clock.now.nanoseconds)") }
        clock.at(instant(2)) { diary.note("first") }
        clock.at(instant(1)) { diary.note("early") }
        clock.at(instant(2)) { diary.note("second") }
        clock.advance(to: instant(1))
        #expect(diary.lines == ["early"])
        #expect(clock.nextInstant == instant(2))
        clock.advance(by: .milliseconds(5))
        #expect(diary.lines == ["early", "first", "second", "alarm at 2000000"])
        #expect(clock.now == instant(6))
        #expect(!clock.hasActions && clock.nextInstant == .distantFuture)
    }

    @Test("A new alarm replaces the last one; one that is due rings when it is asked to; the distant future cancels it")
    func alarms() {
        let (clock, diary) = (ManualClock(), Diary())
        clock.wake(at: instant(1)) { diary.note("one") }
        clock.wake(at: instant(2)) { diary.note("two") }
        clock.advance(to: instant(3))
        #expect(diary.lines == ["two"])
        clock.wake(at: instant(3)) { diary.note("now") }
        #expect(diary.lines == ["two"])
        clock.ring()
        #expect(diary.lines == ["two", "now"])
        clock.wake(at: instant(4)) { diary.note("never") }
        clock.wake(at: .distantFuture) {}
        clock.advance(to: instant(9))
        #expect(diary.lines == ["two", "now"])
    }

    @Test("A task that is cancelled before it sleeps does not sleep")
    func cancelled() async {
        let clock = ManualClock()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(until: instant(5))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!clock.hasActions)
    }

    @Test("Time never goes backwards, and what an action sets for this instant comes in the same advance")
    func back() {
        let (clock, diary) = (ManualClock(), Diary())
        clock.advance(to: instant(5))
        clock.advance(to: instant(1))
        #expect(clock.now == instant(5))
        clock.at(instant(6)) { clock.at(clock.now) { diary.note("again") } }
        clock.advance(to: instant(6))
        #expect(diary.lines == ["again"])
    }
}
