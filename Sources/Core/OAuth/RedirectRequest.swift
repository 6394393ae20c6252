/// What a browser requests from the address to which a sign-in returns, and what it is answered.
///
/// Any program on the machine can connect. What does not belong to the sign-in is answered with an error and changes
/// nothing.
public struct RedirectRequest: Sendable {
    /// The maximum size of a request's head in bytes.
    public static let maximumSize = 16_384

    public enum Kind: Hashable, Sendable {
        /// The page that leads to the sign-in, under its secret name.
        case start
        /// The return from the sign-in, with its query.
        case answer([UInt8])
        /// The last page.
        case done
        /// Anything else, with the status to answer.
        case other(Int)
    }

    public let kind: Kind

    /// Parses a request's head. `host` is this machine with its port as in the address; a request for another host comes
    /// from a page that tries to reach this machine. `start` is the secret name of the first page.
    public init(_ head: [UInt8], host: String, start: [UInt8]) {
        kind = Self.kind(of: head, host: host, start: start)
    }

    private static func kind(of head: [UInt8], host: String, start: [UInt8]) -> Kind {
        let lines = head.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? line.dropLast() : line
        }
        let words = lines.first?.split(separator: 0x20, omittingEmptySubsequences: false) ?? []
        guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8), words[1].first == 0x2F else {
            return .other(400)
        }
        guard words[0].elementsEqual("GET".utf8) else { return .other(405) }
        let hosts = lines.dropFirst().filter { $0.prefix(5).map { $0 | 0x20 }.elementsEqual("host:".utf8) }
        guard hosts.count == 1, let named = hosts.first?.dropFirst(5).split(separator: 0x20).first,
            named.elementsEqual(host.utf8)
        else { return .other(400) }
        let target = words[1]
        let path = target.prefix { $0 != 0x3F }
        let query = target.dropFirst(path.count + 1)
        if path.elementsEqual("/".utf8) { return query.isEmpty ? .other(404) : .answer(Array(query)) }
        if path.elementsEqual("/done".utf8) { return .done }
        if path.dropFirst().elementsEqual(start) { return .start }
        return .other(404)
    }

    /// Reads the address that a user copied from the browser: the query of the return from the sign-in.
    public static func query(ofAddress text: String) -> [UInt8]? {
        let octets = Array(text.utf8)
        guard let mark = octets.firstIndex(of: 0x3F), octets.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return Array(octets[(mark + 1)...].prefix { $0 != 0x23 })
    }
}
