internal import Glibc

/// An IP address and a port in the system's format [socket(7)].
struct SocketAddress: Hashable, Sendable {
    enum Family: Sendable {
        case ipv4
        case ipv6
    }

    let family: Family
    /// A `sockaddr_in` or `sockaddr_in6`.
    let octets: [UInt8]

    /// Returns `nil` for any other address family.
    init?(_ entry: addrinfo) {
        switch unsafe entry.ai_family {
        case AF_INET: family = .ipv4
        case AF_INET6: family = .ipv6
        default: return nil
        }
        guard let address = unsafe entry.ai_addr else { return nil }
        octets = unsafe Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
    }

    /// Whether a host is an IP address rather than a name.
    static func isNumeric(_ host: String) -> Bool {
        var address = in6_addr()
        return unsafe inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
    }

    /// Returns the addresses in the order in which to try them: the system's order, but with alternating families
    /// [RFC 8305 §4].
    static func takingTurns(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        let preferred = addresses.filter { $0.family == first.family }
        let others = addresses.filter { $0.family != first.family }
        return (0..<max(preferred.count, others.count)).flatMap { index in
            [preferred, others].compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}
