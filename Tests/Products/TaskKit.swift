import TaskKit

// Values pass through lists of types, in debug as in release: on a lane's thread, on the main actor, in a Swift task.
let launch = LaunchPlan()
let answer = launch.task("Answer", lane: .async) { [40, 2] }
let name = launch.task("Name", lane: .async) { () async throws in "the answer" }
let sentence = launch.task("Sentence", after: answer, name, lane: .async) { "\($1) is \($0.reduce(0, +))" }
let shown = launch.task("Shown", after: sentence, answer) { @MainActor sentence, answer in
    MainActor.preconditionIsolated()
    return "\(sentence), of \(answer.count) numbers"
}
let scheduler = try launch.start()
let text = try await shown.value
precondition(text == "the answer is 42, of 2 numbers", text)
await scheduler.stop()
