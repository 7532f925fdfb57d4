/// A name and its body, shared by all of its attempts.
final class Definition: Sendable {
    let name: String
    let body: TaskBody
    /// The values that all bodies share.
    let values: SharedValues

    init(_ name: String, _ body: TaskBody, _ values: SharedValues) {
        (self.name, self.body, self.values) = (name, body, values)
    }
}
