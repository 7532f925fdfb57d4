/// Which jobs somebody works.
struct JobHandlers: Stored {
    private var names = NameTable()
    private let areAll: Bool

    /// These names are worked, or with `areAll` every one.
    init(_ handlers: [String], areAll: Bool) {
        self.areAll = areAll
        for name in handlers { _ = names.insert(name) }
    }

    var isSound: Bool { names.isSound }
    var isEmpty: Bool { !areAll && names.names.isEmpty }

    /// Whether a handler of its own works this name.
    func hasOwn(_ name: String) -> Bool { names.find(name) != nil }

    /// Whether somebody works this name.
    func isHandled(_ name: String) -> Bool { areAll || hasOwn(name) }
}
