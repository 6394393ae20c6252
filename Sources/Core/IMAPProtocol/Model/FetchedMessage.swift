public import MailTypes

/// The items of a FETCH response. `nil` means that an item is missing [RFC 9051 §7.5.2].
public struct FetchedMessage: Hashable, Sendable {
    /// Courier sends 0, which has no meaning.
    public let sequenceNumber: UInt32
    /// Missing in unsolicited responses, unless CONDSTORE or QRESYNC is enabled.
    public var uid: UID?
    public var flags: FlagSet?
    public var modSequence: ModSequence?
    /// In bytes.
    public var size: UInt64?
    /// Also `nil` if the date is invalid.
    public var internalDate: DateTime?
    private var box = Box.empty

    /// Keeps `FetchedMessage` small, because a sync may fetch the flags of a hundred thousand messages.
    private indirect enum Box: Hashable, Sendable {
        case empty
        case details(FetchedDetails)
    }

    public init(sequenceNumber: UInt32) {
        self.sequenceNumber = sequenceNumber
    }

    /// The items that are large or rare. `nil` if there are none.
    public var details: FetchedDetails? {
        get {
            switch box {
            case .empty: nil
            case .details(let details): details
            }
        }
        set { box = newValue.map { .details($0) } ?? .empty }
    }
}

/// The items of a FETCH response that are large or rare.
public struct FetchedDetails: Hashable, Sendable {
    public var envelope: ParsedOrRaw<Envelope>?
    public var bodyStructure: ParsedOrRaw<BodyPart>?
    /// In response order.
    public var contents: [FetchedContent] = []
    /// The decoded size of each part in bytes.
    public var binarySizes: [BodySection: UInt64] = [:]
    /// Messages with the same ID have the same content [RFC 8474 §5.1].
    public var emailID: [UInt8]?
    public var threadID: [UInt8]?
    public var gmailMessageID: UInt64?
    public var gmailThreadID: UInt64?
    /// In modified UTF-7, like mailbox names.
    public var gmailLabels: [[UInt8]]?

    public init() {}
}
