/// The capabilities of a server in the current state of the connection [RFC 9051 §7.2.2].
public struct Capabilities: Hashable, Sendable {
    /// In upper case.
    private let tokens: Set<[UInt8]>

    /// Capabilities beyond this number are ignored. No server announces as many.
    private static let maximumCount = 1000

    public init(_ tokens: some Sequence<[UInt8]>) {
        self.tokens = Set(tokens.lazy.filter { !$0.isEmpty }.prefix(Self.maximumCount).map { $0.uppercasedASCII() })
    }

    public init(_ line: String) {
        self.init(line.utf8.split(separator: ASCII.space).map { Array($0) })
    }

    public static let none = Capabilities([])

    /// In upper case, sorted.
    public var names: [[UInt8]] { tokens.sorted { $0.lexicographicallyPrecedes($1) } }

    public func contains(_ capability: Capability) -> Bool {
        tokens.contains(Array(capability.rawValue.utf8))
    }

    /// Whether the server supports a version of IMAP that this client supports.
    public var hasUsableVersion: Bool { contains(.imap4rev1) || contains(.imap4rev2) }

    /// The names of the SASL mechanisms, in upper case, sorted.
    public var mechanisms: [[UInt8]] { values(of: "AUTH=") }

    /// The largest message in bytes that APPEND accepts in any mailbox. `nil` if not announced [RFC 7889].
    public var appendLimit: UInt64? { number(of: "APPENDLIMIT=") }
    /// The maximum number of messages per command [RFC 9738].
    public var messageLimit: UInt64? { number(of: "MESSAGELIMIT=") }

    private func values(of prefix: String) -> [[UInt8]] {
        names.filter { $0.starts(with: prefix.utf8) }.map { Array($0.dropFirst(prefix.utf8.count)) }
    }

    private func number(of prefix: String) -> UInt64? {
        values(of: prefix).lazy.compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }.first
    }
}

/// The capabilities that this client uses.
public enum Capability: String, CaseIterable, Hashable, Sendable {
    case imap4rev1 = "IMAP4REV1"
    case imap4rev2 = "IMAP4REV2"
    case binary = "BINARY"
    case compressDeflate = "COMPRESS=DEFLATE"
    case condStore = "CONDSTORE"
    case createSpecialUse = "CREATE-SPECIAL-USE"
    case enable = "ENABLE"
    case esearch = "ESEARCH"
    case gmail = "X-GM-EXT-1"
    case id = "ID"
    case idle = "IDLE"
    case listExtended = "LIST-EXTENDED"
    case listStatus = "LIST-STATUS"
    case literalMinus = "LITERAL-"
    case literalPlus = "LITERAL+"
    case loginDisabled = "LOGINDISABLED"
    case move = "MOVE"
    case namespace = "NAMESPACE"
    case notify = "NOTIFY"
    case objectID = "OBJECTID"
    case qresync = "QRESYNC"
    case replace = "REPLACE"
    case saslInitialResponse = "SASL-IR"
    case specialUse = "SPECIAL-USE"
    case startTLS = "STARTTLS"
    case statusSize = "STATUS=SIZE"
    case uidOnly = "UIDONLY"
    case uidPlus = "UIDPLUS"
    case unselect = "UNSELECT"
    case xlist = "XLIST"

    /// Whether IMAP4rev2 includes the capability, so that servers need not announce it [RFC 9051 appendix E].
    var isPartOfIMAP4rev2: Bool {
        switch self {
        case .binary, .enable, .esearch, .idle, .listExtended, .listStatus, .literalMinus, .move, .namespace,
            .saslInitialResponse, .specialUse, .statusSize, .uidPlus, .unselect:
            true
        case .imap4rev1, .imap4rev2, .compressDeflate, .condStore, .createSpecialUse, .gmail, .id, .literalPlus,
            .loginDisabled, .notify, .objectID, .qresync, .replace, .startTLS, .uidOnly, .xlist:
            false
        }
    }
}
