private import Glibc

/// Finds the user of the program at the other end of a connection on this machine [proc(5), /proc/net/tcp].
enum SocketOwner {
    enum Family {
        case ipv4
        case ipv6
    }

    struct Address: Equatable {
        let family: Family
        /// In network byte order.
        let octets: [UInt8]
        let port: UInt16
    }

    /// A table of a machine with very many connections has this size.
    private static let maximumSize = 8 << 20

    /// Whether the program at the other end belongs to this user. `false` if that is not certain.
    static func isThisUser(_ descriptor: Int32) -> Bool {
        guard let own = local(of: descriptor), let other = remote(of: descriptor), own.family == other.family,
            let table = table(of: own.family)
        else { return false }
        return user(of: other, connectedTo: own, in: table) == geteuid()
    }

    /// Returns the owner of a connection between two addresses according to a table.
    static func user(of local: Address, connectedTo remote: Address, in table: [UInt8]) -> UInt32? {
        let (local, remote) = (digits(local), digits(remote))
        for line in table.split(separator: 0x0A) {
            let words = line.split(separator: 0x20)
            guard words.count > 7, words[1].elementsEqual(local), words[2].elementsEqual(remote),
                // Linux shows root as the owner of connections that are not established.
                words[3].elementsEqual("01".utf8)
            else { continue }
            return UInt32(String(decoding: words[7], as: UTF8.self))
        }
        return nil
    }

    /// Returns an address as in the table: each group of four bytes as a number of this machine, then the port.
    private static func digits(_ address: Address) -> [UInt8] {
        func hexadecimal(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
            let text = String(number, radix: 16, uppercase: true)
            return Array(repeating: 0x30, count: number.bitWidth / 4 - text.utf8.count) + Array(text.utf8)
        }
        var output: [UInt8] = []
        for start in stride(from: 0, to: address.octets.count, by: 4) {
            let word = address.octets[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            output += hexadecimal(UInt32(littleEndian: word))
        }
        return output + [0x3A] + hexadecimal(address.port)
    }

    private static func table(of family: Family) -> [UInt8]? {
        let descriptor = unsafe open(family == .ipv4 ? "/proc/net/tcp" : "/proc/net/tcp6", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while content.count < maximumSize {
            let count = unsafe read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            content += piece[..<count]
        }
        return content
    }

    static func local(of descriptor: Int32) -> Address? {
        unsafe address { unsafe getsockname(descriptor, $0, $1) }
    }

    private static func remote(of descriptor: Int32) -> Address? {
        unsafe address { unsafe getpeername(descriptor, $0, $1) }
    }

    private static func address(
        _ read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Address? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe read($0, &length) }
        }
        guard result == 0 else { return nil }
        let bytes = unsafe withUnsafeBytes(of: &storage) { unsafe Array($0.prefix(24)) }
        let port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        switch Int32(storage.ss_family) {
        case AF_INET: return Address(family: .ipv4, octets: Array(bytes[4..<8]), port: port)
        case AF_INET6: return Address(family: .ipv6, octets: Array(bytes[8..<24]), port: port)
        default: return nil
        }
    }
}
