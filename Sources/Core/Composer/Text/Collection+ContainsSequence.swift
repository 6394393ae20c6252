extension Collection where Element == UInt8 {
    /// Returns whether the bytes of `part` occur consecutively in the collection.
    func holds(_ part: some Collection<UInt8>) -> Bool {
        guard let first = part.first else { return true }
        var rest = self[...]
        while let index = rest.firstIndex(of: first) {
            if self[index...].starts(with: part) { return true }
            rest = self[self.index(after: index)...]
        }
        return false
    }
}
