internal import Disk

/// What became of the copies of sent mail on a server of which nobody knows whether it files them itself.
public struct SentCopyHistory: Hashable, Sendable {
    /// Copies that stood in Sent without petrel's doing, since one was missed.
    public var found = 0
    /// Copies that did not, since one was found.
    public var missed = 0

    public init() {}
}

/// One line in the file `filing`: the server, and both numbers. A hint: without it each copy is waited for.
extension DraftStore {
    private static let filingName = Array("filing".utf8)

    /// `server`: as it is named in the account's settings; another one is another experience.
    public func sentCopyHistory(with server: String) -> SentCopyHistory {
        let line = (try? state.contents(of: Self.filingName, limit: 1 << 12)) ?? []
        let words = line.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
        var experience = SentCopyHistory()
        guard words.count == 3, words[0] == server, let found = Int(words[1]), let missed = Int(words[2]) else {
            return experience
        }
        experience.found = found
        experience.missed = missed
        return experience
    }

    public func note(isFiled: Bool, by server: String) {
        var experience = sentCopyHistory(with: server)
        // No more than two of either are ever asked for.
        experience.found = isFiled ? min(experience.found + 1, 9) : 0
        experience.missed = isFiled ? 0 : min(experience.missed + 1, 9)
        let line = Array("\(server) \(experience.found) \(experience.missed)\n".utf8)
        // Without it the next copy is waited for.
        try? state.write(
            line, as: Self.filingName, .replacing, through: state,
            named: Self.filingName + Array(".".utf8) + UniqueName.next())
    }
}
