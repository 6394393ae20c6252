/// Searches for bytes in bytes.
enum ByteSearch {
    static func contains(_ octets: [UInt8], _ sought: [UInt8]) -> Bool {
        guard let first = sought.first else { return true }
        guard sought.count <= octets.count else { return false }
        return (0...octets.count - sought.count).contains { start in
            octets[start] == first && octets[start..<start + sought.count].elementsEqual(sought)
        }
    }
}
