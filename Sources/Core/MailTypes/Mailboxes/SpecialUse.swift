/// The purpose of a mailbox as reported by the server [RFC 6154 §2, RFC 8457].
public enum SpecialUse: String, CaseIterable, Hashable, Sendable {
    /// A view of all messages.
    case all = "\\All"
    case archive = "\\Archive"
    case drafts = "\\Drafts"
    /// A view of flagged messages.
    case flagged = "\\Flagged"
    /// A view of messages that the server considers important.
    case important = "\\Important"
    case junk = "\\Junk"
    case sent = "\\Sent"
    case trash = "\\Trash"

    /// Parses an attribute, ignoring case: Cyrus sends `\drafts`. Also accepts the names used by XLIST.
    public init?(attribute: some Sequence<UInt8>) {
        let folded = String(decoding: attribute.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
        switch folded {
        case "\\all", "\\allmail": self = .all
        case "\\archive": self = .archive
        case "\\drafts": self = .drafts
        case "\\flagged", "\\starred": self = .flagged
        case "\\important": self = .important
        case "\\junk", "\\spam": self = .junk
        case "\\sent": self = .sent
        case "\\trash": self = .trash
        default: return nil
        }
    }
}
