/// A name and what runs of it do; one for all of its attempts.
final class Definition: Sendable {
    let name: String
    let body: TaskBody
    /// What all bodies share.
    let values: SharedValues

    init(_ name: String, _ body: TaskBody, _ values: SharedValues) {
        (self.name, self.body, self.values) = (name, body, values)
    }
}
