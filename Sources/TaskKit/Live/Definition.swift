/// A name and what its runs do; one for each task and job, shared by all of its attempts.
final class Definition: Sendable {
    let name: String
    let body: TaskBody

    init(_ name: String, _ body: TaskBody) {
        (self.name, self.body) = (name, body)
    }
}
