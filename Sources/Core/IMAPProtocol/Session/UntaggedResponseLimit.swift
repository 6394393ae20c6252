/// Counts the untagged responses during a command, so that a server that sends without end is given up. Its responses would
/// otherwise take memory, or keep the client busy.
struct UntaggedResponseLimit: Hashable, Sendable {
    /// The largest number of messages that the mailbox has had during the command.
    private var messages = 0
    private var fetches = 0
    private var others = 0

    /// A server may report each message twice, and changes by other clients.
    private static let (fetchesPerMessage, moreFetches) = (2, 10_000)
    /// More messages than this are not listed, whatever the server says.
    private static let mostMessages = 10_000_000
    /// More than the mailboxes of an account, and than the reports of changes during IDLE.
    private static let mostOthers = 400_000

    /// Counts a response. `messages` is the number of messages in the mailbox, as far as it is known. Returns `false` if
    /// there were too many.
    mutating func add(_ response: Response, messages: UInt32?) -> Bool {
        self.messages = max(self.messages, min(Int(messages ?? 0), Self.mostMessages))
        switch response {
        case .tagged, .continuation: break
        case .fetch: fetches += 1
        case .expunge(let number):
            // Removing a message that exists is its own limit.
            if number == 0 || number > messages ?? 0 { others += 1 }
        case .status, .capability, .enabled, .list, .mailboxStatus, .search, .flags, .exists, .recent, .vanished,
            .namespace, .id, .unknown:
            others += 1
        }
        return fetches <= self.messages * Self.fetchesPerMessage + Self.moreFetches && others <= Self.mostOthers
    }
}
