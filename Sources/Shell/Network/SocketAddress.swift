internal import Glibc

/// An address and a port, as the system has them [socket(7)].
struct SocketAddress: Hashable, Sendable {
    enum Family: Sendable {
        case ipv4
        case ipv6
    }

    let family: Family
    /// A sockaddr_in or a sockaddr_in6.
    let octets: [UInt8]

    /// `nil` where it is of another family than these.
    init?(_ entry: addrinfo) {
        switch unsafe entry.ai_family {
        case AF_INET: family = .ipv4
        case AF_INET6: family = .ipv6
        default: return nil
        }
        guard let address = unsafe entry.ai_addr else { return nil }
        octets = unsafe Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
    }

    /// Whether a host is an address and no name.
    static func isNumeric(_ host: String) -> Bool {
        var address = in6_addr()
        return unsafe inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
    }

    /// In the order in which they are tried: as the system prefers them, but the families take turns [RFC 8305 §4].
    static func takingTurns(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        let preferred = addresses.filter { $0.family == first.family }
        let others = addresses.filter { $0.family != first.family }
        return (0..<max(preferred.count, others.count)).flatMap { index in
            [preferred, others].compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}
