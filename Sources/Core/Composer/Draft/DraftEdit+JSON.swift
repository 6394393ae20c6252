internal import InternetMessage
public import JSONText
internal import MailTypes

/// The journal format of edits, one JSON object per edit. Invalid JSON is read as `nil`, since a journal may be
/// truncated.
extension DraftEdit {
    /// `nil` if the edit adds a file, because file contents are not journalled.
    public var json: JSONValue? {
        switch self {
        case .setSender(let address):
            return Self.object("sender", address?.json ?? .null)
        case .setRecipients(let field, let addresses):
            return Self.object(field.rawValue, .array(addresses.map(\.json)))
        case .setSubject(let text):
            return Self.object("subject", .string(text))
        case .setOtherFields(let fields):
            return Self.object("fields", .array(fields.map { .array([.string($0.name), .string($0.text)]) }))
        case .setSecurity(let security):
            return Self.object("security", security.map { .string($0.text) } ?? .null)
        case .setPlainText(let isPlain):
            return Self.object("plainText", .bool(isPlain))
        case .replaceLines(let range, let lines):
            return .object(
                JSONObject([
                    ("at", .integer(range.lowerBound)), ("cut", .integer(range.count)),
                    ("lines", .array(lines.map { .string($0) })),
                ]))
        case .insertAttachment:
            return nil
        case .removeAttachment(let index):
            return Self.object("detach", .integer(index))
        case .sequence(let edits):
            let parts = edits.map(\.json)
            guard parts.allSatisfy({ $0 != nil }) else { return nil }
            return Self.object("all", .array(parts.compactMap(\.self)))
        }
    }

    private static func object(_ name: String, _ value: JSONValue) -> JSONValue {
        .object(JSONObject([(name, value)]))
    }

    private static let maximumDepth = 8

    public init?(_ json: JSONValue) {
        self.init(json, depth: 0)
    }

    private init?(_ json: JSONValue, depth: Int) {
        guard let object = json.object, depth < Self.maximumDepth, let first = object.members.first else { return nil }
        switch first.name {
        case "sender":
            if first.value.isNull {
                self = .setSender(nil)
            } else {
                guard let address = Address(first.value) else { return nil }
                self = .setSender(address)
            }
        case "subject":
            guard let text = first.value.string else { return nil }
            self = .setSubject(text)
        case "security":
            if first.value.isNull {
                self = .setSecurity(nil)
            } else {
                guard let security = first.value.string.flatMap({ DraftSecurity($0) }) else { return nil }
                self = .setSecurity(security)
            }
        case "plainText":
            guard let isPlain = first.value.bool else { return nil }
            self = .setPlainText(isPlain)
        case "fields":
            guard let pairs = first.value.array else { return nil }
            let fields = pairs.compactMap { Draft.OtherHeaderField($0) }
            guard fields.count == pairs.count else { return nil }
            self = .setOtherFields(fields)
        case "at":
            guard let start = object["at"]?.integer, let count = object["cut"]?.integer, start >= 0, count >= 0,
                let start = Int(exactly: start), let count = Int(exactly: count), start < Int(Int32.max),
                count < Int(Int32.max), let lines = object["lines"]?.array
            else { return nil }
            let texts = lines.compactMap(\.string)
            guard texts.count == lines.count else { return nil }
            self = .replaceLines(start..<start + count, texts)
        case "detach":
            guard let index = first.value.integer, let index = Int(exactly: index), index >= 0 else { return nil }
            self = .removeAttachment(at: index)
        case "all":
            guard let parts = first.value.array else { return nil }
            let edits = parts.compactMap { DraftEdit($0, depth: depth + 1) }
            guard edits.count == parts.count else { return nil }
            self = .sequence(edits)
        default:
            guard let field = Recipients.Field(rawValue: first.name), let list = first.value.array else { return nil }
            let addresses = list.compactMap { Address($0) }
            guard addresses.count == list.count else { return nil }
            self = .setRecipients(field, addresses)
        }
    }
}

extension Draft.OtherHeaderField {
    fileprivate init?(_ json: JSONValue) {
        guard let pair = json.array, pair.count == 2, let name = pair[0].string, let text = pair[1].string else {
            return nil
        }
        self.init(name: name, text: text)
    }
}

extension Address {
    fileprivate var json: JSONValue {
        .array([name, email?.text, group].map { $0.map { .string($0) } ?? .null })
    }

    fileprivate init?(_ json: JSONValue) {
        guard let parts = json.array, parts.count == 3, parts.allSatisfy({ $0.isNull || $0.string != nil }) else {
            return nil
        }
        self.init(name: parts[0].string, email: parts[1].string.map { EmailAddress($0) }, group: parts[2].string)
    }
}
