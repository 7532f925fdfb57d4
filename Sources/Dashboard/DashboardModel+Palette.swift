import Text
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// Commands of the palette that the script language does not have.
    static let ownCommands = [
        "write", "play", "reload", "goto", "group", "branch", "export", "save-scenario", "save-trace", "range", "jobs",
        "undo", "help", "quit",
    ]

    /// The first word of each command, without duplicates.
    private static func commandList(_ lines: [String]) -> String {
        var words: [String] = []
        for line in lines {
            let word = String(line.prefix { $0 != " " })
            if !words.contains(word) { words.append(word) }
        }
        return words.sorted().joined(separator: " ")
    }

    /// Carries out one line of the palette.
    mutating func carryOut(_ line: String) -> [Request] {
        let text = CommandLanguage.trimmed(line)
        guard !text.isEmpty else { return [] }
        remember(text)
        let word = text.prefix { $0 != " " }
        let argument = CommandLanguage.trimmed(String(text.dropFirst(word.count)))
        switch word {
        case "q", "quit": return quit()
        case "help":
            overlay = .help(HelpList(prompt: Prompt(.help, text: argument)))
        case "w", "write": return write(argument)
        case "play": return play(argument)
        case "reload": return reload()
        case "undo": undo()
        case "goto": goTo(argument)
        case "branch": branchCommand(argument)
        case "export": return export(argument)
        case "range": showRange(argument)
        case "jobs":
            guard argument == "save" else {
                focus(.jobs)
                return []
            }
            return [.saveJobs(StoredJobs(scheduler.jobs))]
        case "save-scenario": return saveScenario(argument)
        case "save-trace": return export(argument.isEmpty ? "" : "trace \(argument)")
        case "group":
            guard let grouping = Grouping(rawValue: argument) else {
                let words = Grouping.allCases.map { $0.rawValue }.joined(separator: ", ")
                notice = .misread("group needs one of \(words)")
                return []
            }
            group(by: grouping)
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
        own.append("jobs save")
        own += branches.flatMap { ["branch \($0.name)", "branch drop \($0.name)"] } + ["branch name"]
        if !line.contains(" ") { own = DashboardModel.ownCommands }
        var lines = CommandLanguage.completions(of: line, own: own, names: names)
        for earlier in history.reversed() where !line.isEmpty && earlier.hasPrefix(line) && earlier != line {
            if !lines.contains(earlier) { lines.append(earlier) }
        }
        return lines
    }

    /// `:range 1s 2s`: the timeline from the first instant to the second.
    private mutating func showRange(_ argument: String) {
        let ends = argument.split(separator: " ").compactMap { CommandLanguage.duration(String($0)) }
        guard ends.count == 2, ends[0] < ends[1] else {
            notice = .misread("range needs two times, as in range 1s 1.5s")
            return
        }
        view.zoom = .step(TimeScale.step(fitting: Nanoseconds(ends[1].count - ends[0].count), cells: timelineCells))
        view.pannedTo = .zero + ends[0]
        view.isFolded = false
        sessionChanged()
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
        switch document.file.awaited.removeValue(forKey: path) {
        case .script: playScript(text, from: path)
        case .scenario: replaceScenario(text, from: path)
        case nil: break
        }
        return []
    }

    private mutating func remember(_ line: String) {
        history.removeAll { $0 == line }
        history.append(line)
        if history.count > DashboardModel.maximumHistory { history.removeFirst() }
    }

    private mutating func write(_ path: String) -> [Request] {
        guard !path.isEmpty else {
            notice = .misread("write needs a file name")
            return []
        }
        if showsProcess, let unwritable { return refuse(unwritable) }
        noteEarlyEnd()
        return [.writeFile(path: path, text: session.script())]
    }

    private mutating func play(_ path: String) -> [Request] {
        if showsProcess { return refuseForProcess("play") }
        guard !path.isEmpty else {
            notice = .misread("play needs a file name")
            return []
        }
        document.file.awaited[path] = .script
        return [.readFile(path: path)]
    }

    private mutating func refuseForProcess(_ what: String) -> [Request] {
        notice = Notice(text: "\(what) needs a simulation; W or :save-scenario FILE makes one", isAlarm: true)
        return []
    }

    private mutating func reload() -> [Request] {
        if showsProcess { return refuseForProcess("reload") }
        guard let path = options.scenarioFile else {
            notice = Notice(text: "the built-in demo has no file to reload", isAlarm: true)
            return []
        }
        document.file.awaited[path] = .scenario
        return [.readFile(path: path)]
    }

    private mutating func goTo(_ argument: String) {
        guard let duration = CommandLanguage.duration(argument) else {
            notice = .misread("goto: \(CommandLanguage.complaint(aboutDuration: argument))")
            return
        }
        playback.isRunning = false
        move(to: .zero + duration)
    }

    private mutating func script(_ text: String) {
        var names = names
        defer { self.names = names }
        switch CommandLanguage.parse(text, names: &names) {
        case .failure(let problem):
            let word = String(text.prefix { $0 != " " })
            let known = CommandLanguage.completions(of: "", own: DashboardModel.ownCommands, names: names)
            let isUnknown = !known.contains { $0 == word || $0.hasPrefix(word + " ") }
            let list = isUnknown ? "; commands: \(DashboardModel.commandList(known))" : ""
            notice = .misread(problem.message + list)
        case .success(let line):
            switch line.command {
            case .speed(let eighths) where !showsProcess:
                playback.speedEighths = max(
                    DashboardModel.speeds.lowerBound, min(DashboardModel.speeds.upperBound, eighths))
            case .advance(let duration) where !showsProcess:
                playback.isRunning = false
                move(to: now + duration)
            case .tick(let count) where !showsProcess && session.scenario.configuration.clockSource == .internal:
                playback.isRunning = false
                move(to: tick(after: count))
            case .wait where !showsProcess:
                notice = .misread("wait is for scripts; here, advance and goto move time")
            case .order, .inject, .tick, .advance, .wait, .expect, .note, .speed:
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
        case .failure(let problem): notice = .misread(problem.message)
        case .success(let lines):
            document.forgetPlan(from: session.records.count)
            session.play(lines)
            playback.hasStarted = true
            playback.isRunning = !options.isPaused
            notice = Notice(text: "playing \(DisplayText.clean(path)): \(lines.count) lines")
            sessionChanged()
        }
    }

    /// Reads the scenario again and repeats its commands up to the instant shown; later commands, and the rest of
    /// a script, follow as time passes. Branches are kept.
    fileprivate mutating func replaceScenario(_ text: String, from path: String) {
        switch CommandLanguage.session(scenario: text, file: path, repeating: session) {
        case .failure(let problem): notice = .misread(problem.message)
        case .success(let fresh):
            let remark =
                document.file.hasUnsavedChanges
                ? " without the applied changes; \(key(of: .world(.undo))) undoes that" : ""
            document.keepEarlier(before: "reload")
            document.file.read = ReadScenario(file: path, text: text)
            document.file.hasUnsavedChanges = false
            let selected = view.selection.map { scheduler.name(of: $0) }
            playback.isRunning = false
            replaceSession(fresh)
            view.toggledGroups = view.toggledGroups.filter { $0.task == nil }
            view.graphCentre = nil
            if let selected { view.selected = scheduler.task(named: selected).map(RowKey.task) ?? order.rows.first }
            followSelection()
            notice = Notice(text: "reloaded \(DisplayText.clean(path))\(remark)\(laterCommands)")
        }
    }
}
