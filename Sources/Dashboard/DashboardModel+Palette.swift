import Text
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

extension DashboardModel {
    /// Commands of the palette that the script language does not have.
    static let ownCommands = [
        "write", "play", "reload", "goto", "group", "sort", "branch", "export", "save-scenario", "save-trace", "jobs",
        "stop", "undo", "why", "help", "quit",
    ]

    /// Short words for some of them.
    private static let shortCommands = ["q", "w"]

    /// Those that write a file; with a `!` they replace what is there.
    private static let writingCommands = ["w", "write", "export", "save-scenario", "save-trace"]

    /// How they are typed then.
    private static var forcedCommands: String {
        let words = writingCommands.dropFirst().map { $0 + "!" }
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    /// What to type in place of a word that is none of the commands.
    private static func hint(for word: String, among commands: [String]) -> String {
        if ["seek", "jump", "go", "time"].contains(word) { return "; :goto 400ms goes to an instant" }
        return NearestName.of(word, among: commands).map { "; did you mean \"\($0)\"?" } ?? "; help lists the commands"
    }

    /// Carries out one line of the palette.
    mutating func carryOut(_ line: String) -> [Request] {
        defer { observeSession() }
        let text = CommandLanguage.trimmed(line)
        guard !text.isEmpty else { return [] }
        remember(text)
        var word = text.prefix { $0 != " " }
        let argument = CommandLanguage.unquoted(CommandLanguage.trimmed(String(text.dropFirst(word.count))))
        let isForced = DashboardModel.writingCommands.contains { word == $0 + "!" }
        if isForced { word.removeLast() }
        if word.utf8.contains(UInt8(ascii: "!")) {
            let words = "! stands only after a command that writes a file: \(DashboardModel.forcedCommands)"
            return refuse(words, isMisread: true)
        }
        if let first = word.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            goTo(text)
            return []
        }
        switch word {
        case "q", "quit": return quit()
        case "help":
            overlay = .help(HelpList(prompt: Prompt(.help, text: argument)))
        case "w", "write": return write(argument, isForced: isForced)
        case "play": return play(argument)
        case "reload": return reload()
        case "undo": undo()
        case "why": askWhy(argument)
        case "goto": goTo(argument)
        case "stop": goToStop(argument)
        case "branch": branchCommand(argument)
        case "export": return export(argument, isForced: isForced)
        case "jobs":
            guard argument == "save" else {
                focus(.jobs)
                return []
            }
            return [.saveJobs(StoredJobs(scheduler.jobs))]
        case "save-scenario": return saveScenario(argument, isForced: isForced)
        case "save-trace": return export(argument.isEmpty ? "" : "trace \(argument)", isForced: isForced)
        case "group":
            guard let grouping = Grouping(rawValue: argument) else {
                let words = Grouping.allCases.map { $0.rawValue }.joined(separator: ", ")
                return refuse("group needs one of \(words)", isMisread: true)
            }
            group(by: grouping)
        case "sort":
            guard let sort = RowSort.chosen.first(where: { $0.word == argument }) else {
                return refuse("sort needs one of \(RowSort.words)", isMisread: true)
            }
            self.sort(by: sort)
        case _: script(text)
        }
        return []
    }

    /// Completes the palette's line to the common prefix and shows the completions.
    mutating func complete(_ prompt: inout Prompt) {
        let lines = completions(of: prompt.line)
        guard let first = lines.first else {
            prompt.offers = []
            return
        }
        let common = lines.dropFirst().reduce(first) { String($0.commonPrefix(with: $1)) }
        if lines.count == 1 {
            prompt.replace(with: first + " ")
            prompt.offers = []
        } else {
            if common.count > prompt.text.count { prompt.replace(with: common) }
            prompt.offers = lines.map { line in
                line.lastIndex(of: " ").map { String(line[line.index(after: $0)...]) } ?? line
            }
            prompt.hasFurtherOffers = CommandLanguage.isCut(lines)
        }
    }

    /// Whole lines with this prefix: own commands with their arguments, script commands, earlier lines.
    private mutating func completions(of line: String) -> [String] {
        var own = DashboardModel.ownCommands
        own += ExportKind.allCases.map { "export \($0.rawValue)" }
        own += Grouping.allCases.map { "group \($0.rawValue)" }
        own += RowSort.chosen.map { "sort \($0.word)" }
        own.append("jobs save")
        own += (0..<scheduler.taskCount).map { "why \(scheduler.name(of: TaskID($0)))" }
        own += branches.flatMap { ["branch \($0.name)", "branch drop \($0.name)"] } + ["branch name"]
        if !line.contains(" ") { own = DashboardModel.ownCommands }
        var lines = CommandLanguage.completions(of: line, own: own, names: names)
        for earlier in history.reversed() where !line.isEmpty && earlier.hasPrefix(line) && earlier != line {
            if !lines.contains(earlier), canRepeat(earlier) { lines.append(earlier) }
        }
        return lines
    }

    /// Whether a line typed earlier is a command here: the history is that of all scenarios.
    private mutating func canRepeat(_ line: String) -> Bool {
        var names = self.names
        if case .success = CommandLanguage.parse(line, names: &names) { return true }
        let word = line.prefix { $0 != " " && $0 != "!" }
        return DashboardModel.ownCommands.contains(String(word)) || DashboardModel.shortCommands.contains(String(word))
    }

    /// Completes the word of the log's filter.
    func completeKinds(_ prompt: inout Prompt) {
        let words = prompt.line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let last = words.last ?? ""
        let kinds = LogFormat.kinds.filter { $0.lowercased().hasPrefix(last.lowercased()) }
        prompt.offers = kinds.count > 1 ? kinds : []
        guard let only = kinds.first, kinds.count == 1 else { return }
        prompt.replace(with: (words.dropLast() + [only]).joined(separator: " ") + " ")
    }

    /// Takes a requested file.
    mutating func take(file path: String, text: String) -> [Request] {
        let purpose = document.file.awaited.removeValue(forKey: path)
        // A script has captions, expectations and comments that no session writes: it is never replaced unasked.
        if purpose == .scenario { document.file.know(text, at: path) }
        switch purpose {
        case .script: playScript(text, from: path)
        case .scenario: replaceScenario(text, from: path)
        case .comparison: compare(withFile: path, text)
        case nil: break
        }
        return []
    }

    private mutating func remember(_ line: String) {
        history.removeAll { $0 == line }
        history.append(line)
        if history.count > DashboardModel.maximumHistory { history.removeFirst() }
    }

    private mutating func write(_ path: String, isForced: Bool) -> [Request] {
        guard !path.isEmpty else { return refuse("write needs a file name", isMisread: true) }
        if showsProcess, let unwritable { return refuse(unwritable) }
        if hasUnsavedChanges, !isForced {
            return refuse(
                "the script would replay without the applied changes: :save-scenario FILE first, or :write! FILE")
        }
        noteEarlyEnd()
        return [document.file.write(session.script(), to: path, isForced: isForced)]
    }

    private mutating func play(_ path: String) -> [Request] {
        if showsProcess { return refuseForProcess("play") }
        guard !path.isEmpty else { return refuse("play needs a file name", isMisread: true) }
        document.file.awaited[path] = .script
        return [.readFile(path: path)]
    }

    private mutating func refuseForProcess(_ what: String) -> [Request] {
        refuse("\(what) needs a simulation; W or :save-scenario FILE makes one")
    }

    private mutating func reload() -> [Request] {
        if showsProcess { return refuseForProcess("reload") }
        guard let path = options.scenarioFile else { return refuse("the built-in demo has no file to reload") }
        document.file.awaited[path] = .scenario
        return [.readFile(path: path)]
    }

    /// `:why NAME`: selects a task and shows why it waited.
    private mutating func askWhy(_ name: String) {
        if !name.isEmpty {
            guard let task = scheduler.task(named: name) else {
                let known = (0..<scheduler.taskCount).map { scheduler.name(of: TaskID($0)) }
                let hint = NearestName.of(name, among: known).map { "; did you mean \(DisplayText.clean($0))?" }
                return misread("no task \(DisplayText.clean(name))\(hint ?? "")")
            }
            selectShowing(task)
        }
        focus(.why)
        if options.isPresenting { view.isZoomed = true }
    }

    private mutating func goTo(_ argument: String) {
        guard let duration = CommandLanguage.time(argument) else {
            let complaint = CommandLanguage.complaint(aboutDuration: argument)
            return misread(
                argument.isEmpty
                    ? "goto needs a time, as in :goto 400ms; 400 alone is milliseconds"
                    : "\(complaint); a number alone is milliseconds, as in :goto 400")
        }
        // Before the launch the bars are its plan: who asks for an instant of it means the launch.
        let launches = isUnlaunched && duration > .zero && .zero + duration >= now
        if launches {
            perform(.order(.action(.launch)), text: "launch")
            guard !isUnlaunched else { return }
        }
        playback.isRunning = false
        move(to: shownInstant(at: .zero + duration))
        if launches { say("launched, to show \(TimeText.exact(duration)); :0 goes back to the start") }
    }

    /// The instant that is shown as the one typed: times on the screen are rounded, and what is said to happen at 142ms may
    /// come a fraction later.
    private func shownInstant(at typed: Instant) -> Instant {
        let words = TimeText.text(typed - .zero)
        let limit = typed + .milliseconds(1)
        let times = plan.events.map { $0.time } + plan.runs.joined().flatMap { [$0.start, $0.end].compactMap { $0 } }
        return times.filter { $0 > typed && $0 < limit && TimeText.text($0 - .zero) == words }.min() ?? typed
    }

    /// Whether the app was never launched, and no script is about to.
    private var isUnlaunched: Bool {
        !showsProcess && forecast.assumesLaunch && session.records.isEmpty && !hasPlayingScript && !session.hasFuture
    }

    /// What is wrong with a change; nil if nothing is.
    private func wrongChange(_ text: String) -> String? {
        do throws(WrongChange) {
            _ = try ChangeText(session.scenario).readAll(text)
            return nil
        } catch {
            return DisplayText.clean(error.message)
        }
    }

    private mutating func script(_ text: String) {
        var names = names
        defer { self.names = names }
        switch CommandLanguage.parse(text, names: &names) {
        case .failure(let problem):
            let word = String(text.prefix { $0 != " " })
            let known = CommandLanguage.completions(of: "", own: DashboardModel.ownCommands, names: names)
            let commands = known.map { String($0.prefix { $0 != " " }) }
            guard commands.contains(word) else {
                return misread("unknown command \(DisplayText.quoted(word))" + Self.hint(for: word, among: commands))
            }
            let quotes = text.contains("'") ? "; a name of several words stands in \"double quotes\"" : ""
            misread(problem.message + quotes)
        case .success(let line):
            switch line.command {
            case .view(.attempt(let change)) where wrongChange(change) != nil:
                misread(wrongChange(change) ?? "")
            // What only changes the view is part of a rehearsal's script as long as nothing lies ahead.
            case .view(let direction) where (session.hasFuture || isAside) && !showsProcess: follow(direction)
            case .advance(let duration) where !showsProcess:
                playback.isRunning = false
                move(to: now + duration)
            case .tick(let count) where !showsProcess && session.scenario.configuration.clockSource == .internal:
                playback.isRunning = false
                move(to: tick(after: count))
            case .wait where !showsProcess:
                misread("wait is for scripts; here, advance and goto move time")
            case .order, .inject, .tick, .advance, .wait, .expect, .note, .view:
                perform(line.command, text: line.text)
            }
        }
    }
}

extension DashboardModel {
    /// The instant of the tick that follows after so many, or one beyond the farthest that a command moves to.
    private func tick(after count: Int) -> Instant {
        let length = session.scenario.configuration.tick.count
        let ticks = now.nanoseconds / length + min(Int64(count), DashboardModel.maximumMovedTicks + 1)
        return Instant(nanoseconds: ticks * length)
    }

    /// Loads the scenario's own script, as `replay` does, unless another script was given.
    mutating func playOwnScript() {
        guard options.scriptFile == nil, !session.isFollowing, Forecast.isUntouched(session),
            let lines = session.scenario.script, !lines.isEmpty
        else { return }
        session.play(lines)
    }

    fileprivate mutating func playScript(_ text: String, from path: String) {
        switch CommandLanguage.script(text, file: path, scenario: session.scenario) {
        case .failure(let problem): misread(problem.message)
        case .success(let lines):
            document.forgetPlan(from: session.records.count)
            session.play(lines)
            playback.isRunning = !options.isPaused
            say("playing \(DisplayText.clean(path)): \(lines.count) lines")
        }
    }

    /// Reads the scenario again and repeats its commands up to the instant shown; later commands, and the rest of
    /// a script, follow as time passes. Branches are kept.
    fileprivate mutating func replaceScenario(_ text: String, from path: String) {
        switch CommandLanguage.session(scenario: text, file: path, repeating: session) {
        case .failure(let problem): misread(problem.message)
        case .success(let fresh):
            let remark =
                document.file.hasUnsavedChanges
                ? " without the applied changes; \(key(of: .world(.undo))) undoes that" : ""
            document.keepEarlier(before: "reload")
            document.file.read = ReadScenario(file: path, text: text)
            // Its tasks may have other numbers now.
            document.fromFile = nil
            if compared == nil { view.comparison = nil }
            document.file.hasUnsavedChanges = false
            let selected = view.selection.map { scheduler.name(of: $0) }
            playback.isRunning = false
            replaceSession(fresh)
            view.toggledGroups = view.toggledGroups.filter { $0.task == nil }
            view.graphCentre = nil
            if let selected { view.selected = scheduler.task(named: selected).map(RowKey.task) ?? order.rows.first }
            followSelection()
            say("reloaded \(DisplayText.clean(path))\(remark)\(laterCommands)")
        }
    }
}
