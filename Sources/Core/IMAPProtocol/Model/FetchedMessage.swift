public import MailTypes

/// What one FETCH response says of a message; `nil` for what it does not say [RFC 9051 §7.5.2].
public struct FetchedMessage: Hashable, Sendable {
    /// 0 is Courier's, and means nothing.
    public let sequenceNumber: UInt32
    /// Missing from what servers send unasked, but for those with CONDSTORE or QRESYNC enabled.
    public var uid: UID?
    public var flags: FlagSet?
    public var modSequence: ModSequence?
    /// In octets.
    public var size: UInt64?
    /// `nil` also for what is no date.
    public var internalDate: DateTime?
    private var box = Box.empty

    /// A hundred thousand lines of flags need not carry what only others have.
    private indirect enum Box: Hashable, Sendable {
        case empty
        case details(FetchedDetails)
    }

    public init(sequenceNumber: UInt32) {
        self.sequenceNumber = sequenceNumber
    }

    /// What is large or rare; `nil` where the response has nothing of it.
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
    public var envelope: Readable<Envelope>?
    public var bodyStructure: Readable<BodyPart>?
    /// In the order of the response.
    public var contents: [FetchedContent] = []
    /// In octets, decoded, by part.
    public var binarySizes: [BodySection: UInt64] = [:]
    /// Two messages that share it have the same content [RFC 8474 §5.1].
    public var emailID: [UInt8]?
    public var threadID: [UInt8]?
    public var gmailMessageID: UInt64?
    public var gmailThreadID: UInt64?
    /// Modified UTF-7, as mailboxes are.
    public var gmailLabels: [[UInt8]]?

    public init() {}
}

/// Something with a structure that servers get wrong: then it is kept as it came, and the rest of the response counts.
public enum Readable<Value: Hashable & Sendable>: Hashable, Sendable {
    case value(Value)
    case unreadable([UInt8])

    /// `nil` for what could not be read.
    public var value: Value? {
        switch self {
        case .value(let value): value
        case .unreadable: nil
        }
    }
}

/// Content of a message in a FETCH response.
public struct FetchedContent: Hashable, Sendable {
    public let item: FetchedItem
    public let value: Value

    public enum Value: Hashable, Sendable {
        /// NIL: there is no such section.
        case missing
        case octets([UInt8])
        /// It came in pieces before the response was complete, so many octets of it.
        case streamed(count: Int)
    }

    public init(item: FetchedItem, value: Value) {
        self.item = item
        self.value = value
    }
}
