extension Collection where Element == UInt8 {
    /// Whether the octets of `part` stand anywhere.
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
