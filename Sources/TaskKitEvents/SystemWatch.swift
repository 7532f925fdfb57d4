import CTaskKit
import Foundation
import SchedulerCore
import TaskKit

/// The thread that waits for event sources, and what a process does about their news besides notifying the scheduler.
final class SystemWatch: Sendable {
    private let sources: [any EventSource]
    private let scheduler: LiveScheduler
    private let stopProcess: @Sendable () -> Void
    private let exit: @Sendable () -> Void
    private let log: @Sendable (String) -> Void
    /// Ends the thread.
    private let wakeUp = WakeUp()
    private let ended = DispatchSemaphore(value: 0)
    /// The watching thread's number; 0 until it runs.
    private let thread = Locked<UInt>(0)
    private let isStopped = Locked(false)

    init(
        _ sources: [any EventSource], _ scheduler: LiveScheduler, stopProcess: @escaping @Sendable () -> Void,
        exit: @escaping @Sendable () -> Void, log: @escaping @Sendable (String) -> Void
    ) {
        self.sources = sources
        self.scheduler = scheduler
        self.stopProcess = stopProcess
        self.exit = exit
        self.log = log
        let thread = Thread { [self] in
            self.thread.with { $0 = taskkit_thread_number() }
            run()
            for source in sources { source.close() }
            ended.signal()
        }
        thread.name = "taskkit.events"
        thread.start()
    }

    func stop() {
        let isFirst = isStopped.with { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        wakeUp.wake()
        if thread.with({ $0 }) != taskkit_thread_number() { ended.wait() }
    }

    private func run() {
        var polled = self.polled
        var warnedAt: UInt64?
        var broken: Set<Int> = []
        while true {
            // After a warning its source pauses, as its news may last.
            let pause = warnedAt.map { Self.milliseconds($0) } ?? 0
            let rests = warnedAt != nil && pause < SystemEvents.warningPause
            for (index, source) in sources.enumerated() {
                let isLeftOut = (rests && source.isUrgent) || broken.contains(index)
                polled[index + 1].fd = isLeftOut ? -1 : source.descriptor
            }
            let limit = rests ? Int32(SystemEvents.warningPause - pause) : -1
            let answer = poll(&polled, nfds_t(polled.count), limit)
            if answer < 0, errno != EINTR { return }
            if answer <= 0 { continue }
            if polled[0].revents != 0 { return }
            for (index, source) in sources.enumerated() where polled[index + 1].revents != 0 {
                guard Self.hasNews(polled[index + 1]) else {
                    broken.insert(index)
                    continue
                }
                var news = source.events()
                while !news.isEmpty {
                    let event = news.removeFirst()
                    if event == .memoryWarning { warnedAt = DispatchTime.now().uptimeNanoseconds }
                    take(event, &news)
                }
            }
        }
    }

    /// The wake-up pipe and the sources, as `poll` needs them.
    private var polled: [pollfd] {
        [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
            + sources.map {
                pollfd(fd: $0.descriptor, events: Int16($0.isUrgent ? POLLPRI : POLLIN), revents: 0)
            }
    }

    /// Whether a source has what was asked for, and not only an end or an error.
    private static func hasNews(_ source: pollfd) -> Bool { source.revents & source.events != 0 }

    /// The pending news of sources that are not urgent.
    private func newsByNow() -> [SystemEvent] {
        var polled = polled
        guard poll(&polled, nfds_t(polled.count), 0) > 0 else { return [] }
        return sources.indices.flatMap { index in
            Self.hasNews(polled[index + 1]) && !sources[index].isUrgent ? sources[index].events() : []
        }
    }

    private static func milliseconds(_ since: UInt64) -> Int {
        Int((DispatchTime.now().uptimeNanoseconds - since) / 1_000_000)
    }

    private func take(_ event: SystemEvent, _ later: inout [SystemEvent]) {
        switch event {
        case .terminate: terminate()
        case .background: goToBackground(&later)
        case .foreground: comeBack()
        case .launch, .interrupt, .memoryWarning, .openURL, .event, .notification: scheduler.report(event)
        }
    }

    /// Runs what the end of the process releases, for at most the rules' limit, and then ends the process.
    private func terminate() {
        let unended = scheduler.terminateAndWait()
        if !unended.isEmpty { log("terminated before these tasks had ended: " + unended.joined(separator: ", ")) }
        exit()
    }

    /// Runs what going to the background releases, then stops the process as a shell expects; it returns when the
    /// shell continues it.
    ///
    /// A process that was continued or asked to end in the meantime does not stop: nothing would continue it. If the
    /// system does not stop it, as its group has no shell, it stays in the background until it is continued.
    private func goToBackground(_ later: inout [SystemEvent]) {
        scheduler.report(.background)
        scheduler.block(atMost: scheduler.plan.configuration.backgroundLimit) { !$0.isDelivering }
        scheduler.drainObservers()
        later += newsByNow()
        guard !later.contains(.foreground), !later.contains(.terminate) else { return }
        stopProcess()
    }

    /// A process that was continued without having gone to the background has nothing to come back from.
    private func comeBack() {
        if scheduler.snapshot({ $0.state == .background || $0.state == .suspended }) { scheduler.report(.foreground) }
    }
}
