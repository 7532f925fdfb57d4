extension ArraySlice<UInt8> {
    /// Whether the bytes contain a text.
    func holds(_ text: StaticString) -> Bool { place(of: text) != nil }

    /// Where a text begins.
    func place(of text: StaticString) -> Int? {
        let count = text.utf8CodeUnitCount
        guard self.count >= count else { return nil }
        return withUnsafeBufferPointer { bytes in
            for start in 0...(bytes.count - count) where bytes[start] == text.utf8Start[0] {
                var length = 1
                while length < count, bytes[start + length] == text.utf8Start[length] { length += 1 }
                if length == count { return startIndex + start }
            }
            return nil
        }
    }
}
