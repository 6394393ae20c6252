/// User IDs of keys, by convention "Name (comment) <address>" [RFC 9580 §5.11].
public enum KeyUserID {
    /// Returns the address, or `nil` if there is none.
    public static func address(of userID: String) -> String? {
        let octets = Array(userID.utf8)
        if octets.last == 0x3E, let start = octets.lastIndex(of: 0x3C) {
            let inside = octets[(start + 1)..<(octets.count - 1)]
            return inside.contains(0x40) ? String(decoding: inside, as: UTF8.self) : nil
        }
        // gpgsm shows the address of a subject as "/CN=Ana Ruiz/EMail=ana@example.org".
        let mark = Array("/EMail=".utf8)
        if let place = octets.indices.last(where: { octets[$0...].starts(with: mark) }) {
            return String(decoding: octets[(place + mark.count)...].prefix { $0 != 0x2F }, as: UTF8.self)
        }
        let isAlone = octets.contains(0x40) && !octets.contains(0x20) && octets.first != 0x2F
        return isAlone ? userID : nil
    }

    /// Returns the user ID as people read it: a subject of a certificate without the names of its attributes.
    public static func readable(_ userID: String) -> String {
        guard userID.utf8.first == 0x2F else { return userID }
        let parts = userID.split(separator: "/")
        let name = parts.first { $0.hasPrefix("CN=") }.map { String($0.dropFirst(3)) }
        switch (name, address(of: userID)) {
        case (let name?, let address?): return "\(name) <\(address)>"
        case (let name?, nil): return name
        case (nil, let address?): return address
        case (nil, nil): return userID
        }
    }
}
