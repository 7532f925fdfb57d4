import CTaskKit
import Dispatch
import Foundation
import SchedulerCore

/// Executes attempts: on threads of their lanes, on the main queue, or as Swift tasks.
extension LiveDriver {
    /// How long the main lane may occupy the main queue at a time.
    private static let mainSlice = Nanoseconds.milliseconds(4)

    // MARK: Threads

    func makeThread(_ lane: Int) {
        let name = "TaskKit \(state.lanes[lane].place.name)"
        state.afterwards.append { [self] in
            Thread.detachNewThread { [self] in
                // `Thread.name` may not find a handle yet: a thread can be faster than the one that creates it.
                taskkit_name_thread(name)
                work(lane)
            }
        }
    }

    /// The loop of a lane's thread: it takes an attempt, executes it and reports its end.
    private func work(_ lane: Int) {
        // Released without the lock, as app objects may be released with it.
        var done: LiveAttempt?
        var urgency = Priority.default
        lock.lock()
        state.lanes[lane].arrive()
        while !state.isStopped {
            let next = state.lanes[lane].isCrowded ? nil : state.lanes[lane].take()
            // Also for what the last end started in other lanes.
            wakeLanes()
            if let next {
                let isSampled = isRealTime && state.lanes[lane].isSampled
                release()
                done = next
                if next.definition.priority != urgency {
                    urgency = next.definition.priority
                    taskkit_set_urgency(urgency.urgency)
                }
                perform(next, since: isSampled ? clock.now : nil)
            } else if done != nil {
                release()
                done = nil
                lock.lock()
            } else {
                let condition = state.lanes[lane].rest()
                condition.wait(lock)
                state.lanes[lane].wakeUp()
            }
        }
        release()
    }

    /// Executes an attempt, and takes the lock to report its end, unless it is reported later. `begin`: when its body
    /// begins, if it is measured. The caller then has the lock, and makes sure that threads take what can start.
    private func perform(_ attempt: LiveAttempt, since begin: Instant?) {
        // What started it is in the trace before it begins, should it trap.
        if state.delivery.isWanted { state.delivery.deliver() }
        let end = execute(attempt)
        let instant = clock.now
        if let end { attempt.note(end, at: instant) }
        lock.lock()
        state.lanes[attempt.place.number].end(after: begin.map { instant - $0 })
        guard !state.isStopped else { return state.resumeWaiters() }
        beginRound(instant)
        // Another thread that looked for returned bodies may have been first.
        if let end, !attempt.isReported { state.finish(attempt, end) }
        endRound()
    }

    // MARK: The main lane

    func scheduleMain() {
        mainIsScheduled = true
        DispatchQueue.main.async { [weak self] in self?.workMain() }
    }

    /// Executes the main lane's attempts on the main queue, one at a time, for a slice of time.
    private func workMain() {
        var done: LiveAttempt?
        lock.lock()
        let last = clock.now + Self.mainSlice
        while !state.isStopped, state.now < last, let attempt = state.lanes[0].take() {
            wakeLanes()
            release()
            done = attempt
            perform(attempt, since: nil)
        }
        mainIsScheduled = false
        if !state.isStopped { wakeLanes() }
        release()
        withExtendedLifetime(done) {}
    }

    // MARK: Bodies

    /// Executes an attempt; nil: its end is reported later, or it was cancelled before it began.
    func execute(_ attempt: LiveAttempt) -> BodyEnd? {
        do {
            switch attempt.definition.body {
            case .sync(let body):
                guard attempt.begin() else { return nil }
                let end = marker?.begin(attempt.definition.name)
                defer { end?() }
                try body(RunContext(attempt))
            case .main(let body) where isInline && !Thread.isMainThread:
                executeAsync(attempt) { try await body($0) }
                return nil
            case .main(let body):
                guard attempt.begin() else { return nil }
                let end = marker?.begin(attempt.definition.name)
                defer { end?() }
                try MainActor.assumeIsolated { try body(RunContext(attempt)) }
            case .completion(let body):
                if attempt.begin() {
                    let end = marker?.begin(attempt.definition.name)
                    body(RunContext(attempt), Completion(self, attempt, end))
                }
                return nil
            case .async(let body):
                executeAsync(attempt, body)
                return nil
            }
            return .success
        } catch {
            return BodyEnd(error)
        }
    }

    /// The attempt whose asynchronous body is calling, or started the caller.
    @TaskLocal static var callingAttempt: LiveAttempt?

    private func executeAsync(_ attempt: LiveAttempt, _ body: @escaping @Sendable (RunContext) async throws -> Void) {
        lock.with { state.beginAsync(attempt) }
        let task = Task(priority: attempt.definition.priority.taskPriority) { [self] in
            var end: BodyEnd?
            if attempt.begin() {
                let mark = marker?.begin(attempt.definition.name)
                defer { mark?() }
                do {
                    try await Self.$callingAttempt.withValue(attempt) { try await body(RunContext(attempt)) }
                    end = .success
                } catch {
                    end = BodyEnd(error)
                }
            }
            lock.lock()
            state.endAsync(attempt)
            release()
            if let end { report(attempt, end) }
        }
        let isLive = lock.with { attempt.whenCancelled { task.cancel() } }
        if !isLive { task.cancel() }
    }
}

/// Ends the wait of a thread that polls descriptors, from any other thread.
package final class WakeUp: Sendable {
    /// Becomes readable when the thread is to wake up.
    package let descriptor: Int32
    private let writing: Int32

    /// Opens a pipe; without one nobody can be woken, so the process has no descriptor left to go on with.
    package init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no descriptor is left for a pipe")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// Wakes the thread; a pipe that is full has enough to wake it.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// The thread is awake: the descriptor is no longer readable, until the next `wake`.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
