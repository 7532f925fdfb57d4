/// A name and what runs of it do; shared by all of its attempts.
struct Definition: Sendable {
    let name: String
    let body: TaskBody

    init(_ name: String, _ body: TaskBody) {
        (self.name, self.body) = (name, body)
    }
}
