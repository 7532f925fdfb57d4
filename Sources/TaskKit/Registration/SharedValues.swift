/// What the bodies of an app share: values by name, which any thread may read and write. They outlive processes of the
/// app's lifecycle, and go with the scheduler.
///
///     context.values["user"] = User(name: "Ada")
///     if let user: User = context.values["user"] { greet(user) }
public final class SharedValues: Sendable {
    private let values = Locked<[String: any Sendable]>([:])

    init() {}

    /// The value of this name; nil if there is none, or one of another type. Writing nil takes it away.
    public subscript<Value: Sendable>(name: String) -> Value? {
        get { values.with { $0[name] as? Value } }
        set {
            // What goes may run app code at its end: not under the lock.
            let old = values.with { values in
                defer { values[name] = newValue }
                return values[name]
            }
            withExtendedLifetime(old) {}
        }
    }
}
