extension Span<UInt8> {
    func isEqualIgnoringCase(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && hasPrefixIgnoringCase(word)
    }

    /// ASCII case folding only.
    func hasPrefixIgnoringCase(_ word: StaticString) -> Bool {
        let word = unsafe UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard count >= word.count else { return false }
        for index in 0..<word.count {
            guard unsafe self[index].lowercased == word[index].lowercased else { return false }
        }
        return true
    }
}

extension Span<UInt8> {
    /// Compares with ASCII case folding only; `name` must be in lower case.
    func equalsIgnoringCase(_ name: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count
        where self[range.lowerBound &+ offset].lowercased != (unsafe name.utf8Start[offset]) {
            return false
        }
        return true
    }
}

extension Sequence<UInt8> {
    /// Compares with ASCII case folding only: bytes over 127 must be equal.
    func equalsIgnoringCase(_ other: StaticString) -> Bool {
        let other = unsafe UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
        return unsafe elementsEqual(other) { $0.lowercased == $1.lowercased }
    }
}
