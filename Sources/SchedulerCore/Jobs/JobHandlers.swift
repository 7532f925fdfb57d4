/// Which jobs have a handler.
struct JobHandlers: Stored {
    private var names = NameTable()
    private let areAll: Bool

    /// These names have a handler, or with `areAll` every one.
    init(_ handlers: [String], areAll: Bool) {
        self.areAll = areAll
        for name in handlers { _ = names.insert(name) }
    }

    var isSound: Bool { names.isSound }
    var isEmpty: Bool { !areAll && names.names.isEmpty }

    /// Whether this name has a handler of its own.
    func hasOwn(_ name: String) -> Bool { names.find(name) != nil }

    /// Whether this name has a handler.
    func isHandled(_ name: String) -> Bool { areAll || hasOwn(name) }
}
