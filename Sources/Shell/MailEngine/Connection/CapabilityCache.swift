internal import Disk
internal import IMAPProtocol
internal import MailClients
internal import MaildirStore

/// Caches the capabilities of an account's servers at the last sign-in. If they are outdated, the cost is one extra
/// round trip.
struct CapabilityCache: Sendable {
    private static let name = Array("servers".utf8)
    private static let maximumSize = 65_536

    let state: Directory

    /// Returns `nil` if nothing is cached, or the server does not support early commands.
    func capabilities(of endpoint: Endpoint) -> Capabilities? {
        let line = lines.first { $0.first.map { $0.elementsEqual(Self.key(endpoint)) } ?? false }
        guard let names = line?.dropFirst().map({ Array($0) }), !names.isEmpty else { return nil }
        return Capabilities(names)
    }

    /// Caches the capabilities; `nil` marks a server that does not support early commands.
    func note(_ capabilities: Capabilities?, of endpoint: Endpoint) {
        let key = Self.key(endpoint)
        let known = lines.first { $0.first?.elementsEqual(key) ?? false }
        // A server that rejected an early command once will reject it again.
        if let known, known.count == 1 { return }
        let line = [key[...]] + (capabilities?.names ?? []).map { $0[...] }
        if known == line { return }
        let others = lines.filter { !($0.first?.elementsEqual(key) ?? false) }
        var content: [UInt8] = []
        for line in others + [line] { content += line.joined(separator: [0x20]) + [0x0A] }
        // If this fails, the next sync sends its first request after the sign-in.
        try? state.write(
            content, as: Self.name, .replacing, through: state, named: Self.name + Array(".".utf8) + UniqueName.next())
    }

    /// One line per server: its endpoint, then its capabilities, separated by spaces.
    private var lines: [[ArraySlice<UInt8>]] {
        let content = (try? state.contents(of: Self.name, limit: Self.maximumSize)) ?? []
        return content.split(separator: 0x0A).map { $0.split(separator: 0x20) }
    }

    private static func key(_ endpoint: Endpoint) -> [UInt8] { Array("\(endpoint)".utf8) }
}
