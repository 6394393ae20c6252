public import MailTypes

/// A message to be written: header fields in order, and a body [RFC 5322, RFC 2045].
public struct OutgoingMessage: Sendable {
    public var header: [OutgoingField]
    public var body: OutgoingPart

    public init(header: [OutgoingField], body: OutgoingPart) {
        self.header = header
        self.body = body
    }
}

/// A header field by meaning; the writer folds and encodes it.
///
/// Names are written as given. MIME-Version and the Content- fields are derived from the body and cannot be given here.
public enum OutgoingField: Sendable {
    case text(String, String)
    /// Consecutive entries with the same group form that group.
    case addresses(String, [Address])
    case date(String, DateTime)
    case messageIDs(String, [MessageID])

    var name: String {
        switch self {
        case .text(let name, _), .addresses(let name, _), .date(let name, _), .messageIDs(let name, _): name
        }
    }

    /// Returns whether a field with this name can be given: it is a valid name, and the field is not derived from the
    /// body [RFC 5322 §3.6.8].
    public static func isName(_ name: String) -> Bool {
        let octets = Array(name.utf8)
        let isName =
            !octets.isEmpty && octets.count <= 70 && octets.allSatisfy { $0 &- 0x21 < 0x5E && $0 != ASCII.colon }
        let isOfBody = octets.prefix(8).equalsIgnoringCase("content-") || octets.equalsIgnoringCase("mime-version")
        return isName && !isOfBody
    }
}

/// A problem that prevents writing a message without changing its meaning.
public enum OutgoingMessageError: Error, Hashable, Sendable {
    /// Not a field name, or a field that is derived from the body.
    case invalidFieldName(String)
    /// Not an addr-spec [RFC 5322 §3.4.1].
    case invalidAddress(String)
    case invalidMessageID(String)
}
