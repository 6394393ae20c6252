public import MailTypes

/// UID FETCH [RFC 9051 §6.4.5]. Content is always fetched with PEEK, so messages are not marked as seen.
public struct FetchCommand: Hashable, Sendable {
    public let uids: UIDSet
    public let items: [FetchItem]
    /// Fetches only messages changed since this mod-sequence [RFC 7162 §3.1.4.1].
    public var changedSince: ModSequence?
    /// Whether to report messages expunged since `changedSince`. Requires QRESYNC [RFC 7162 §3.2.6].
    public var includesVanished = false

    public init(_ uids: UIDSet, _ items: [FetchItem]) {
        self.uids = uids
        self.items = items
    }
}

/// A data item that FETCH can request. The UID is always included.
public enum FetchItem: Hashable, Sendable {
    case flags
    case internalDate
    case size
    case envelope
    case bodyStructure
    case modSequence
    case emailID
    case threadID
    case gmailMessageID
    case gmailThreadID
    case gmailLabels
    case content(BodySection, Part = .whole)
    /// Decoded by the server [RFC 3516].
    case binary(BodySection, Part = .whole)

    /// The bytes of a section to fetch.
    public enum Part: Hashable, Sendable {
        case whole
        case range(start: UInt32, count: UInt32)
    }

    /// `nil` if the section cannot be encoded.
    var wireForm: [UInt8]? {
        switch self {
        case .flags: Array("FLAGS".utf8)
        case .internalDate: Array("INTERNALDATE".utf8)
        case .size: Array("RFC822.SIZE".utf8)
        case .envelope: Array("ENVELOPE".utf8)
        case .bodyStructure: Array("BODYSTRUCTURE".utf8)
        case .modSequence: Array("MODSEQ".utf8)
        case .emailID: Array("EMAILID".utf8)
        case .threadID: Array("THREADID".utf8)
        case .gmailMessageID: Array("X-GM-MSGID".utf8)
        case .gmailThreadID: Array("X-GM-THRID".utf8)
        case .gmailLabels: Array("X-GM-LABELS".utf8)
        case .content(let section, let part): Self.section("BODY.PEEK[", section, part)
        case .binary(let section, let part):
            section.content == .all ? Self.section("BINARY.PEEK[", section, part) : nil
        }
    }

    private static func section(_ start: String, _ section: BodySection, _ part: Part) -> [UInt8]? {
        guard let name = section.wireForm else { return nil }
        var form = Array(start.utf8) + name + [ASCII.rightBracket]
        switch part {
        case .whole: break
        case .range(let start, let count):
            guard count > 0 else { return nil }
            form += "<\(start).\(count)>".utf8
        }
        return form
    }
}

extension FetchItem {
    var isContent: Bool {
        switch self {
        case .content, .binary: true
        default: false
        }
    }

    var isBinary: Bool {
        if case .binary = self { return true }
        return false
    }
}
