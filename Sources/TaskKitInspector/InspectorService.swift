import CTaskKit
import Foundation
import SchedulerCore
import TaskKit
import TraceFormat

/// The inspector's thread: greets readers, sends them what happens, carries out what they may ask for.
///
/// `@unchecked Sendable`: after `start` everything but the wake pipe belongs to the thread; `finish` waits for its end.
final class InspectorService: @unchecked Sendable {
    /// What the service is about.
    struct Subject: Sendable {
        /// What the scheduler is made of.
        var plan: ProcessPlan
        /// Its inputs.
        var log: InputLog
        /// How late it is there.
        var now: @Sendable () -> Instant
        /// Carries a request out; why not, where it was refused.
        var control: @Sendable (ControlRequest) -> String?
    }

    /// What was asked of the thread and is done.
    private struct Answers {
        var isDone = false
        var drains = 0
    }

    /// Milliseconds between two looks at the log while somebody watches, and while for a second nothing came.
    static let interval: Int32 = 20
    static let quietInterval: Int32 = 100
    /// Connections taken before the others get their turn again.
    static let acceptLimit = 64
    /// One part in so many of a processor is for what clients say and for their coming, however much of that there is:
    /// the app's launch is not to suffer. What readers are sent does not count.
    static let hearingShare: Int64 = 80

    private let subject: Subject
    private let options: InspectorOptions
    private let socket: InspectorSocket
    private let wake: (read: Int32, write: Int32)
    private let plan: [UInt8]?
    private let answers = Locked(Answers())
    private let gate = Lock()
    private let answered = Condition()
    private var sessions: [InspectorReaderSession] = []
    private var numbers = 0
    private var quietRounds = 0
    private var lastTotal: Int64 = 0
    private var mayAccept = true
    private var hearing = Ration(oneIn: hearingShare)
    /// Of a piece of hearing so far.
    private var controlTime: Int64 = 0
    private var isFinishing = false
    private var buffer = [UInt8](repeating: 0, count: InspectorReaderSession.readSize)

    init(_ subject: Subject, _ options: InspectorOptions, _ socket: InspectorSocket) throws(InspectorRefusal) {
        var ends: [Int32] = [-1, -1]
        let failure = taskkit_wake_pipe(&ends)
        guard failure == 0 else {
            socket.close()
            throw .system("pipe", error: -failure)
        }
        (self.subject, self.options, self.socket) = (subject, options, socket)
        wake = (ends[0], ends[1])
        var writer = InspectorWriter()
        plan = writer.write(subject.plan) ? writer.take() : nil
    }

    /// Begins to serve.
    func start() {
        let thread = Thread { [self] in
            taskkit_block_signals()
            run()
            gate.with {
                answers.with { $0.isDone = true }
                close(wake.read)
                close(wake.write)
                answered.broadcast()
            }
        }
        thread.name = "taskscope inspector"
        thread.start()
    }

    /// Says goodbye to everybody, takes the socket away and returns when that is done: a moment after
    /// `farewellMilliseconds` at the latest, whatever readers do, and also where the thread waits for the scheduler whose
    /// lock the caller holds. Called once.
    func finish() {
        ask(Self.finishByte) { $0.isDone }
    }

    /// Returns when readers have been sent everything that happened, or after as long.
    func drain() {
        let before = answers.with { $0.drains }
        ask(Self.drainByte) { $0.isDone || $0.drains > before }
    }

    private static let finishByte: UInt8 = 1
    private static let drainByte: UInt8 = 2

    private func ask(_ byte: UInt8, until isAnswered: (Answers) -> Bool) {
        var byte = byte
        gate.lock()
        defer { gate.unlock() }
        guard !answers.with({ $0.isDone }) else { return }
        _ = write(wake.write, &byte, 1)
        var left = options.farewellMilliseconds + 100
        while left > 0, !isAnswered(answers.with { $0 }) {
            _ = answered.wait(gate, atMost: min(left, 10))
            left -= 10
        }
    }

    // MARK: The thread

    private func run() {
        while !isFinishing {
            let ready = wait()
            if ready.isWoken { obey() }
            if isFinishing { break }
            if ready.hasConnection || !ready.readable.isEmpty { hear(ready.readable, ready.hasConnection) }
            tell()
        }
        sayGoodbye()
        socket.close()
    }

    /// Hears out who has something to say, once each, and greets who is new. Then both have to wait for a while.
    private func hear(_ readable: Set<Int32>, _ hasConnection: Bool) {
        let begin = taskkit_thread_nanoseconds()
        for index in sessions.indices.reversed() where readable.contains(sessions[index].descriptor) { hear(index) }
        if hasConnection { accept() }
        hearing.spend(taskkit_thread_nanoseconds() - begin - controlTime, at: taskkit_monotonic_nanoseconds())
        controlTime = 0
    }

    /// Carries a request out. What that takes is the app's own work, and does not count as hearing.
    private func carryOut(_ request: ControlRequest) -> String? {
        let begin = taskkit_thread_nanoseconds()
        defer { controlTime += taskkit_thread_nanoseconds() - begin }
        return subject.control(request)
    }

    /// Does what was asked for through the pipe.
    private func obey() {
        var asked: UInt8 = 0
        while read(wake.read, &asked, 1) == 1 {
            if asked == Self.finishByte { isFinishing = true }
            guard asked == Self.drainByte else { continue }
            sendEverything(until: deadline)
            answers.with { $0.drains += 1 }
            gate.with { answered.broadcast() }
        }
    }

    private var deadline: Int64 {
        taskkit_monotonic_nanoseconds() + Int64(options.farewellMilliseconds) * 1_000_000
    }

    /// Sends everybody what happened, as far as they take it until `end`.
    private func sendEverything(until end: Int64) {
        tell()
        while sessions.contains(where: { $0.isBehind(subject.log) }), pause(until: end) { tell() }
    }

    private func wait() -> (isWoken: Bool, hasConnection: Bool, readable: Set<Int32>) {
        let rest = hearing.rest(at: taskkit_monotonic_nanoseconds())
        var requests = [
            pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mayAccept && rest == 0 ? socket.descriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        for session in sessions {
            let input = rest == 0 && session.wantsInput(limit: options.outputLimit) ? Int16(POLLIN) : 0
            let output = session.pendingBytes > 0 ? Int16(POLLOUT) : 0
            // The end of a connection would be told even where nothing is asked, over and over until it is heard.
            let descriptor = input | output != 0 ? session.descriptor : -1
            requests.append(pollfd(fd: descriptor, events: input | output, revents: 0))
        }
        poll(&requests, nfds_t(requests.count), patience(rest))
        mayAccept = true
        let readable = requests.dropFirst(2).filter { $0.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 }
        return (requests[0].revents != 0, requests[1].revents != 0, Set(readable.map(\.fd)))
    }

    /// How many milliseconds to wait; -1: until there is news.
    private func patience(_ rest: Int64) -> Int32 {
        let isWatched = sessions.contains { if case .streaming = $0.phase { true } else { false } }
        let usual = isWatched || !mayAccept ? (quietRounds > 50 ? Self.quietInterval : Self.interval) : -1
        guard rest > 0 else { return usual }
        let milliseconds = Int32(clamping: rest / 1_000_000 + 1)
        return usual < 0 ? milliseconds : min(usual, milliseconds)
    }

    /// Takes new connections: only this user's, and only so many.
    private func accept() {
        removeWhatIsOver()
        for _ in 0..<Self.acceptLimit {
            if isRoomComing {
                mayAccept = false
                return
            }
            let descriptor = taskkit_socket_accept(socket.descriptor)
            if descriptor == -EINTR || descriptor == -ECONNABORTED { continue }
            guard descriptor >= 0 else {
                // No descriptors are left, or the like: asked again a little later.
                mayAccept = descriptor == -EAGAIN
                return
            }
            numbers += 1
            greet(descriptor)
        }
    }

    private func greet(_ descriptor: Int32) {
        guard taskkit_socket_user(descriptor) == Int64(geteuid()) else {
            options.log("reader \(numbers) is another user's and refused")
            close(descriptor)
            return
        }
        var session = InspectorReaderSession(
            descriptor: descriptor, number: numbers,
            hello: InspectorHello(
                process: getpid(), name: subject.plan.name, allowsControl: options.allowsControl,
                epoch: subject.plan.epoch, now: subject.now()))
        if sessions.count >= options.connectionLimit, !makeRoom() {
            options.log("reader \(numbers) is refused: \(options.connectionLimit) are here already")
            session.leave("\(options.connectionLimit) readers are here already")
            session.flush()
            close(descriptor)
            return
        }
        sessions.append(session)
    }

    /// All places are taken, some by connections that have had no time yet to say what they want: asked again a little
    /// later, so that readers that come together do not push each other out.
    private var isRoomComing: Bool {
        guard sessions.count >= options.connectionLimit, !sessions.contains(where: { $0.phase == .leaving }),
            let oldest = sessions.first(where: { $0.phase == .greeted })
        else { return false }
        return taskkit_monotonic_nanoseconds() - oldest.greetedAt < options.greetingMilliseconds * 1_000_000
    }

    /// Closes the oldest connection that is leaving or never said what it wants; false where all are readers.
    private func makeRoom() -> Bool {
        let idle = sessions.firstIndex { $0.phase == .leaving } ?? sessions.firstIndex { $0.phase == .greeted }
        guard let idle else { return false }
        if sessions[idle].phase == .greeted {
            options.log("reader \(sessions[idle].number) gave way: it never said what it wants")
            sessions[idle].leave("all places are taken, and who says nothing gives way")
        }
        // Also to one that was just refused: it has not been told yet.
        sessions[idle].flush()
        close(sessions[idle].descriptor)
        sessions.remove(at: idle)
        return true
    }

    private func hear(_ index: Int) {
        let (messages, fault) = sessions[index].receive(&buffer)
        for message in messages where sessions[index].phase != .leaving { answer(message, index) }
        guard let fault, sessions[index].phase != .leaving else { return }
        options.log("reader \(sessions[index].number) is dropped: \(fault)")
        sessions[index].leave(fault)
        sessions[index].flush()
        sessions[index].end()
    }

    private func answer(_ message: InspectorMessage, _ index: Int) {
        switch message {
        case .attach(let schema): attach(schema, index)
        case .control(let request):
            let refusal = options.allowsControl ? carryOut(request) : "this process only lets itself be watched"
            sessions[index].say(.reply(id: request.id, refusal: refusal))
        case .hello, .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .job,
            .deadLetter, .begin, .input, .live, .reply, .missed, .bye:
            options.log("reader \(sessions[index].number) is dropped: a line that only a process sends")
            sessions[index].leave("a line that only a process sends")
        }
    }

    private func attach(_ schema: Int, _ index: Int) {
        guard sessions[index].phase == .greeted else { return }
        let refusal: String? =
            if schema != InspectorMessage.schema {
                "this process speaks version \(InspectorMessage.schema), not \(schema)"
            } else if plan == nil {
                "a name of this process does not fit into a message"
            } else if !subject.log.isWhole {
                "too late: the process has done more than its inspector keeps (historyLimit \(options.historyLimit))"
            } else {
                nil
            }
        if let refusal {
            options.log("reader \(sessions[index].number) is refused: \(refusal)")
            return sessions[index].leave(refusal)
        }
        sessions[index].attach(plan: plan ?? [], total: subject.log.total)
    }

    /// Sends everybody what there is, and closes what is over.
    private func tell() {
        let total = subject.log.total
        quietRounds = total == lastTotal ? quietRounds + 1 : 0
        lastTotal = total
        for index in sessions.indices {
            if let dropped = sessions[index].send(subject.log, options, now: subject.now()) { options.log(dropped) }
        }
        removeWhatIsOver()
    }

    private func removeWhatIsOver() {
        sessions.removeAll { session in
            guard session.phase == .over else { return false }
            close(session.descriptor)
            return true
        }
    }

    /// The process is about to end: what happened is sent, then everybody is told.
    private func sayGoodbye() {
        let end = deadline
        sendEverything(until: end)
        for index in sessions.indices { sessions[index].leave("the process ended") }
        tell()
        while !sessions.isEmpty, pause(until: end) { tell() }
        for session in sessions { close(session.descriptor) }
        sessions = []
    }

    /// Waits until a reader takes something; false where `end` has come.
    private func pause(until end: Int64) -> Bool {
        let left = end - taskkit_monotonic_nanoseconds()
        guard left > 0 else { return false }
        var requests = sessions.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
        return poll(&requests, nfds_t(requests.count), Int32(clamping: left / 1_000_000 + 1)) > 0
    }
}

extension InspectorReaderSession {
    /// Whether a reader has not been sent everything that happened.
    func isBehind(_ log: InputLog) -> Bool {
        guard case .streaming(let place) = phase else { return false }
        return place < log.total || pendingBytes > 0
    }
}
