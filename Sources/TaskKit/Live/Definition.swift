/// A name and what runs of it do; one for all of its attempts.
final class Definition: Sendable {
    let name: String
    let body: TaskBody

    init(_ name: String, _ body: TaskBody) {
        (self.name, self.body) = (name, body)
    }
}
