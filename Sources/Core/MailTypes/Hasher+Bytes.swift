extension Hasher {
    /// Mixes in bytes, eight at a time. `combine` of an array takes one at a time.
    public mutating func combine(bytes: [UInt8]) {
        combine(bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) }
    }
}
