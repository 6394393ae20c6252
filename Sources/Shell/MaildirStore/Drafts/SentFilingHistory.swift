internal import Disk

/// Past observations of whether a server saves a copy of sent mail in Sent by itself.
public struct SentFilingHistory: Hashable, Sendable {
    /// The number of consecutive messages whose copy appeared in Sent without petrel.
    public var found = 0
    /// The number of consecutive messages whose copy did not appear.
    public var missed = 0

    public init() {}
}

/// Stored in the file `filing` as one line with the server and both numbers. It is only a hint: without it, petrel
/// waits for the server's copy of each message for a short time.
extension DraftStore {
    private static let filingName = Array("filing".utf8)

    /// Returns the history with `server`, the name of the server in the account's settings. The file holds only one
    /// server.
    public func sentFilingHistory(with server: String) -> SentFilingHistory {
        let line = (try? state.contents(of: Self.filingName, limit: 1 << 12)) ?? []
        let words = line.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
        var experience = SentFilingHistory()
        guard words.count == 3, words[0] == server, let found = Int(words[1]), let missed = Int(words[2]) else {
            return experience
        }
        experience.found = found
        experience.missed = missed
        return experience
    }

    public func note(isFiled: Bool, by server: String) {
        var experience = sentFilingHistory(with: server)
        // At most two of either are needed.
        experience.found = isFiled ? min(experience.found + 1, 9) : 0
        experience.missed = isFiled ? 0 : min(experience.missed + 1, 9)
        let line = Array("\(server) \(experience.found) \(experience.missed)\n".utf8)
        // Errors are ignored, because the history is only a hint.
        try? state.write(
            line, as: Self.filingName, .replacing, through: state,
            named: Self.filingName + Array(".".utf8) + UniqueName.next())
    }
}
