public import MailTypes

/// A parsed response from the server [RFC 9051 §7].
public enum Response: Hashable, Sendable {
    /// An untagged status: OK, NO, BAD, PREAUTH or BYE.
    case status(StatusResponse)
    /// The status response that completes a command.
    case tagged(CommandTag, StatusResponse)
    /// A continuation request, with the text after its `+`.
    case continuation([UInt8])
    case capability(Capabilities)
    /// The capabilities activated by ENABLE.
    case enabled([[UInt8]])
    case list(ListedMailbox)
    case mailboxStatus(MailboxStatus)
    case search(SearchResult)
    /// The flags defined in the mailbox.
    case flags(FlagSet)
    case exists(UInt32)
    case recent(UInt32)
    /// The message with this sequence number was removed.
    case expunge(UInt32)
    /// Messages that were removed. `isEarlier` if that happened before the mailbox was selected or synchronized
    /// [RFC 7162 §3.2.10].
    case vanished(UIDSet, isEarlier: Bool)
    case fetch(FetchedMessage)
    case namespace(Namespaces)
    case id([IDField])
    /// An unknown response, as received.
    case unknown([UInt8])

    /// Whether the response reports that messages of the selected mailbox arrived, changed or were removed.
    public var isMessageChange: Bool {
        switch self {
        case .exists, .expunge, .vanished, .fetch: true
        case .status, .tagged, .continuation, .capability, .enabled, .list, .mailboxStatus, .search, .flags, .recent,
            .namespace, .id, .unknown:
            false
        }
    }
}

extension Response {
    /// Whether the response is valid before authentication.
    var isAboutServer: Bool {
        switch self {
        case .capability, .id: true
        case .status, .tagged, .continuation, .enabled, .list, .mailboxStatus, .search, .flags, .exists, .recent,
            .expunge, .vanished, .fetch, .namespace, .unknown:
            false
        }
    }
}
