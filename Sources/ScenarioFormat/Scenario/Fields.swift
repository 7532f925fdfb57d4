/// The values of one mapping by key.
struct Fields<Key: FileKey> {
    private var entries: [(key: Key, keyOffset: Int, value: YAMLNode)] = []
    /// Where the mapping begins.
    let offset: Int

    init(offset: Int) {
        self.offset = offset
    }

    mutating func append(_ key: Key, _ entry: YAMLEntry) {
        entries.append((key, entry.keyOffset, entry.value))
    }

    /// The value of `key`, nil if the file has none.
    subscript(_ key: Key) -> YAMLNode? {
        entries.first { $0.key == key }?.value
    }

    /// Where `key` is; the mapping's beginning if it is absent.
    func keyOffset(_ key: Key) -> Int {
        entries.first { $0.key == key }?.keyOffset ?? offset
    }

    func has(_ key: Key) -> Bool { self[key] != nil }
}
