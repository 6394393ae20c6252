internal import JSONText
public import MailTypes

/// What a command changed in the mail, with what is needed to undo it.
public struct RecordedChange: Sendable {
    /// A message that was changed.
    public struct Message: Hashable, Sendable {
        public let account: String
        public let hash: ContentHash
        /// The unique name of its file afterwards. A sync may rename the file.
        public let base: [UInt8]

        public init(account: String, hash: ContentHash, base: [UInt8]) {
            self.account = account
            self.hash = hash
            self.base = base
        }
    }

    public enum Kind: Hashable, Sendable {
        /// These flags of messages in a mailbox were set or removed.
        case flags(MaildirFlags, isOn: Bool, in: MailboxName)
        case move(from: MailboxName, to: MailboxName)
        case copy(to: MailboxName)
    }

    /// Messages that were changed in the same way.
    public struct Group: Sendable {
        public let kind: Kind
        public var messages: [Message]

        public init(kind: Kind, messages: [Message]) {
            self.kind = kind
            self.messages = messages
        }
    }

    public var time: Instant
    /// Identifies the run of petrel that made the change.
    public var origin: String
    /// Sentences that say what was done.
    public var sentences: [String]
    public var groups: [Group] = []
    /// The number of messages that were deleted permanently.
    public var permanent = 0

    public init(time: Instant, origin: String, sentences: [String]) {
        self.time = time
        self.origin = origin
        self.sentences = sentences
    }

    /// Adds a message to the group of its kind.
    public mutating func add(_ message: Message, _ kind: Kind) {
        if groups.last?.kind == kind {
            groups[groups.count - 1].messages.append(message)
        } else if let place = groups.firstIndex(where: { $0.kind == kind }) {
            groups[place].messages.append(message)
        } else {
            groups.append(Group(kind: kind, messages: [message]))
        }
    }
}

// MARK: - JSON

extension RecordedChange {
    private static let version: Int64 = 1

    var object: JSONObject {
        JSONObject([
            ("version", .integer(Self.version)), ("time", .integer(time.seconds)), ("origin", .string(origin)),
            ("sentences", .array(sentences.map { .string($0) })), ("permanent", .integer(permanent)),
            ("groups", .array(groups.map { .object($0.object) })),
        ])
    }

    /// Returns `nil` if a newer version wrote it, or it is damaged.
    init?(_ object: JSONObject) {
        guard object["version"]?.integer == Self.version, let seconds = object["time"]?.integer,
            let origin = object["origin"]?.string, let permanent = object["permanent"]?.integer,
            let groups = object["groups"]?.array
        else { return nil }
        self.init(
            time: Instant(seconds: seconds), origin: origin,
            sentences: object["sentences"]?.array?.compactMap(\.string) ?? [])
        self.permanent = Int(clamping: permanent)
        for group in groups {
            guard let group = group.object.flatMap({ Group($0) }) else { return nil }
            self.groups.append(group)
        }
    }
}

extension RecordedChange.Group {
    fileprivate var object: JSONObject {
        var object = JSONObject()
        switch kind {
        case .flags(let flags, let isOn, let mailbox):
            object["flags"] = .string(String(decoding: flags.letters, as: UTF8.self))
            object["isOn"] = .bool(isOn)
            object["in"] = Self.value(mailbox)
        case .move(let former, let mailbox):
            object["from"] = Self.value(former)
            object["to"] = Self.value(mailbox)
        case .copy(let mailbox):
            object["copiedTo"] = Self.value(mailbox)
        }
        object["messages"] = .array(
            messages.map { message in
                .array([
                    .string(message.account), .string(message.hash.description),
                    .string(String(decoding: HexadecimalNumber.text(message.base), as: UTF8.self)),
                ])
            })
        return object
    }

    fileprivate init?(_ object: JSONObject) {
        guard let elements = object["messages"]?.array else { return nil }
        if let letters = object["flags"]?.string, let isOn = object["isOn"]?.bool,
            let mailbox = Self.name(object["in"])
        {
            kind = .flags(MaildirFlags(letters: letters.utf8), isOn: isOn, in: mailbox)
        } else if let former = Self.name(object["from"]), let mailbox = Self.name(object["to"]) {
            kind = .move(from: former, to: mailbox)
        } else if let mailbox = Self.name(object["copiedTo"]) {
            kind = .copy(to: mailbox)
        } else {
            return nil
        }
        messages = []
        for element in elements {
            guard let parts = element.array?.compactMap(\.string), parts.count == 3,
                let hash = ContentHash(Array(parts[1].utf8)), let base = HexadecimalNumber.octets(Array(parts[2].utf8))
            else { return nil }
            messages.append(.init(account: parts[0], hash: hash, base: base))
        }
    }

    /// The name of a mailbox need not be UTF-8, so each component is written in hexadecimal digits.
    private static func value(_ name: MailboxName) -> JSONValue {
        .array(name.components.map { .string(String(decoding: HexadecimalNumber.text($0), as: UTF8.self)) })
    }

    private static func name(_ value: JSONValue?) -> MailboxName? {
        guard let components = value?.array else { return nil }
        let octets = components.compactMap { $0.string.flatMap { HexadecimalNumber.octets(Array($0.utf8)) } }
        return octets.count == components.count ? MailboxName(octets) : nil
    }
}

extension HexadecimalNumber {
    fileprivate static func text(_ octets: [UInt8]) -> [UInt8] {
        octets.flatMap { Array(digits(UInt64($0)).suffix(2)) }
    }

    /// Returns `nil` unless the text is pairs of hexadecimal digits.
    fileprivate static func octets(_ text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var octets: [UInt8] = []
        octets.reserveCapacity(text.count / 2)
        for place in stride(from: 0, to: text.count, by: 2) {
            guard let value = HexadecimalNumber.value(text[place..<place + 2]) else { return nil }
            octets.append(UInt8(truncatingIfNeeded: value))
        }
        return octets
    }
}
