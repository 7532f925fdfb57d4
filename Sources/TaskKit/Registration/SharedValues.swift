/// Values by name that the bodies of an app share; any thread may read and write them. They outlive the processes of
/// the app's lifecycle, and end with the scheduler.
///
///     context.values["user"] = User(name: "Ada")
///     if let user: User = context.values["user"] { greet(user) }
public final class SharedValues: Sendable {
    private let values = Locked<[String: any Sendable]>([:])

    init() {}

    /// The value of this name; nil if there is none, or one of another type. Writing nil removes it.
    public subscript<Value: Sendable>(name: String) -> Value? {
        get { values.with { $0[name] as? Value } }
        set {
            // Releasing a value may run app code, so not under the lock.
            let old = values.with { values in
                defer { values[name] = newValue }
                return values[name]
            }
            withExtendedLifetime(old) {}
        }
    }
}
