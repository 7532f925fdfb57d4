import Foundation
import SchedulerCore
import TaskKit
import TraceFormat

/// The inspector's thread: greets readers, sends them what happens, and carries out the requests that are allowed.
///
/// It works in rounds, one every `interval` while anyone is connected. A round is bounded: it accepts a limited number
/// of connections, and reads a limited number of bytes from each. So clients can use only a small part of a processor.
///
/// `@unchecked Sendable`: after `start` everything but the requests belongs to the thread.
final class InspectorService: @unchecked Sendable {
    /// The scheduler that readers watch.
    struct Subject: Sendable {
        /// The scheduler's plan.
        var plan: ProcessPlan
        /// Its inputs.
        var log: Locked<InputLog>
        /// Its state, and how many inputs were noted then; nil once it is gone.
        var checkpoint: @Sendable () -> (state: Scheduler.Checkpoint, inputs: Int64)?
        /// Its current time.
        var now: @Sendable () -> Instant
        /// Carries out a request. Returns the reason if it was refused.
        var control: @Sendable (ControlRequest) -> String?
    }

    /// A request of another thread, which is notified when it is done.
    private enum Request: Sendable {
        case drain(DispatchSemaphore)
        case finish(DispatchSemaphore)
    }

    /// The pause between two rounds, in milliseconds.
    static let interval: Int32 = 40

    private let subject: Subject
    private let options: InspectorOptions
    private let socket: InspectorSocket
    private let plan: [UInt8]?
    /// Wakes the thread.
    private let wakeUp = WakeUp()
    private let requests = Locked<[Request]>([])
    private var connections: [InspectorConnection] = []
    private var numbers = 0
    private var buffer = [UInt8](repeating: 0, count: InspectorConnection.readSize)

    init(_ subject: Subject, _ options: InspectorOptions, _ socket: InspectorSocket) {
        (self.subject, self.options, self.socket) = (subject, options, socket)
        var writer = InspectorWriter()
        plan = writer.write(subject.plan) ? writer.take() : nil
    }

    /// Starts the thread.
    func start() {
        let thread = Thread { [self] in
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            run()
        }
        thread.name = "taskkit.inspector"
        thread.start()
    }

    /// Removes the socket, closes all connections, and returns when that is done: a moment after `farewell` at the
    /// latest, whatever readers do, even if the thread waits for the scheduler whose lock the caller holds. The path is
    /// gone in any case: the process may end before the thread gets a processor.
    func finish() {
        socket.removePath()
        ask { .finish($0) }
    }

    /// Returns when everything that has happened was sent to the readers, or after the same limit as `finish`.
    func drain() {
        ask { .drain($0) }
    }

    private func ask(_ request: (DispatchSemaphore) -> Request) {
        let done = DispatchSemaphore(value: 0)
        requests.with { $0.append(request(done)) }
        wakeUp.wake()
        _ = done.wait(timeout: .now() + .milliseconds(Self.milliseconds(options.farewell) + 100))
    }

    // MARK: The thread

    private func run() {
        while true {
            if connections.isEmpty { wait([wakeUp.descriptor, socket.descriptor], -1) }
            if let end = answerRequests() {
                sayGoodbye()
                return end.forEach { $0.signal() }
            }
            round()
            wait([wakeUp.descriptor], Self.interval)
        }
    }

    private func round() {
        for index in connections.indices { listen(to: index) }
        // Before new ones come, who find the places of those who do not read.
        closeIdle(at: options.present())
        accept()
        send()
    }

    private func closeIdle(at now: ContinuousClock.Instant) {
        for index in connections.indices.reversed() {
            connections[index].watch(at: now)
            let isIdle = connections[index].isIdle(at: now)
            guard isIdle || connections[index].phase == .over else { continue }
            if isIdle { options.log("reader \(connections[index].number) was dropped: it reads or says nothing") }
            close(connections.remove(at: index).descriptor)
        }
    }

    /// Carries out the requests of other threads. Returns the waiters for the end, if the end was requested.
    private func answerRequests() -> [DispatchSemaphore]? {
        let asked = requests.with { requests in
            defer { requests = [] }
            return requests
        }
        guard !asked.isEmpty else { return nil }
        wakeUp.clear()
        var ends: [DispatchSemaphore] = []
        for request in asked {
            switch request {
            case .finish(let done): ends.append(done)
            case .drain(let done):
                sendEverything(until: .now + options.farewell)
                done.signal()
            }
        }
        return ends.isEmpty ? nil : ends
    }

    /// Accepts new connections: only this user's, and only up to the limit.
    private func accept() {
        for _ in 0..<options.connectionLimit {
            let descriptor = UnixSocket.accept(socket.descriptor)
            guard descriptor >= 0 else { return }
            numbers += 1
            greet(descriptor)
        }
    }

    private func greet(_ descriptor: Int32) {
        guard UnixSocket.user(of: descriptor) == geteuid() else {
            options.log("reader \(numbers) was refused: it belongs to another user")
            close(descriptor)
            return
        }
        var connection = InspectorConnection(
            descriptor: descriptor, number: numbers,
            hello: InspectorHello(
                process: getpid(), name: subject.plan.name, allowsControl: options.allowsControl,
                epoch: subject.plan.epoch, now: subject.now()))
        guard connections.count < options.connectionLimit else {
            options.log("reader \(numbers) was refused: \(options.connectionLimit) readers are already connected")
            connection.leave("\(options.connectionLimit) readers are already connected")
            connection.flush()
            close(descriptor)
            return
        }
        connections.append(connection)
    }

    private func listen(to index: Int) {
        let (messages, fault) = connections[index].receive(&buffer)
        for message in messages where connections[index].phase != .leaving { answer(message, index) }
        if let fault { drop(index, fault) }
    }

    private func answer(_ message: InspectorMessage, _ index: Int) {
        switch message {
        case .attach(let schema): attach(schema, index)
        case .control(let request):
            let refusal = options.allowsControl ? subject.control(request) : "this process does not allow control"
            connections[index].say(.reply(id: request.id, refusal: refusal))
        case .hello, .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .job,
            .deadLetter, .state, .begin, .input, .live, .reply, .missed, .bye:
            drop(index, "a line that only a process sends")
        }
    }

    private func drop(_ index: Int, _ reason: String) {
        guard connections[index].phase != .leaving else { return }
        options.log("reader \(connections[index].number) was dropped: \(reason)")
        connections[index].leave(reason)
    }

    private func attach(_ schema: Int, _ index: Int) {
        guard connections[index].phase == .greeted else { return }
        guard schema == InspectorMessage.schema else {
            return drop(index, "this process speaks version \(InspectorMessage.schema), not \(schema)")
        }
        guard let plan else { return drop(index, "a name of this process is too long for a message") }
        let (isWhole, total) = subject.log.with { ($0.isWhole, $0.total) }
        if isWhole { return connections[index].attach(plan, from: 0, total: total) }
        guard let (opening, inputs) = lateOpening() else { return drop(index, "its state cannot be sent") }
        connections[index].attach(opening, from: inputs, total: inputs)
    }

    /// Plan and state for a reader that comes when the first inputs are no longer kept, and how many came before.
    private func lateOpening() -> (bytes: [UInt8], inputs: Int64)? {
        var writer = InspectorWriter()
        guard let (state, inputs) = subject.checkpoint(), let bytes = StateWriter.bytes(of: state),
            writer.write(subject.plan, state: bytes)
        else { return nil }
        return (writer.take(), inputs)
    }

    /// Sends all readers what is pending.
    private func send() {
        for index in connections.indices {
            if let dropped = connections[index].send(subject.log, now: subject.now) { options.log(dropped) }
        }
    }

    /// The same until all readers have it, or until `end`.
    private func sendEverything(until end: ContinuousClock.Instant) {
        while true {
            send()
            let total = subject.log.with { $0.total }
            let behind = connections.filter { $0.isBehind(total) }.map(\.descriptor)
            let left = Self.milliseconds(end - .now)
            guard !behind.isEmpty, left > 0 else { return }
            wait(behind, Int32(clamping: left), for: POLLOUT)
        }
    }

    /// The process is about to end: sends what happened, then the end, to every reader.
    private func sayGoodbye() {
        let end = ContinuousClock.now + options.farewell
        sendEverything(until: end)
        for index in connections.indices { connections[index].leave("the process ended") }
        sendEverything(until: end)
        for connection in connections { close(connection.descriptor) }
        socket.close()
    }

    private func wait(_ descriptors: [Int32], _ milliseconds: Int32, for events: Int32 = POLLIN) {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
        poll(&polled, nfds_t(polled.count), milliseconds)
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) * 1_000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
    }
}

extension ProcessPlan {
    /// The plan with all numbers in the ranges of the wire format; the rules treat the original numbers the same.
    var normalized: ProcessPlan {
        var plan = self
        for lane in plan.configuration.lanes.indices {
            let width = plan.configuration.lanes[lane].width
            plan.configuration.lanes[lane].width = lane == 0 ? 1 : min(max(1, width), Int(UInt16.max))
        }
        for task in tasks.indices {
            plan.tasks[task].retry.limit = min(max(0, tasks[task].retry.limit), RetryPolicy.maximumLimit)
            plan.tasks[task].retry.backoffThousandths = Self.inRange(tasks[task].retry.backoffThousandths, from: 0)
            if case .timer(var timer) = tasks[task].trigger, case .times(let count) = timer.repetition {
                timer.repetition = .times(Self.inRange(count, from: 1))
                plan.tasks[task].trigger = .timer(timer)
            }
        }
        plan.jobSettings.retryLimit = Self.inRange(jobSettings.retryLimit, from: 1)
        plan.jobSettings.backoffThousandths = Self.inRange(jobSettings.backoffThousandths, from: 0)
        plan.jobSettings.jitterThousandths = min(max(0, jobSettings.jitterThousandths), 1000)
        for queue in jobSettings.queues.indices {
            plan.jobSettings.queues[queue].width = min(max(1, jobSettings.queues[queue].width), Int(UInt16.max))
        }
        return plan
    }

    private static func inRange(_ number: Int, from least: Int) -> Int { min(max(least, number), Int(Int32.max)) }
}
