public import InternetMessage

/// Header fields inside the signed or encrypted content, which cannot be changed or read on the way [RFC 9788].
public struct ProtectedHeaders: Sendable {
    /// The fields of the content that belong to the message, in order.
    public let fields: [HeaderField]

    /// Fields that describe the content itself rather than the message, or only record what was sent outside.
    private static let structural = ["content-", "mime-version", "hp-outer"]

    /// Returns `nil` if the content is not marked as having the message's fields: by `hp` [RFC 9788 §2.1.1], or by
    /// `protected-headers` as programs wrote before it.
    public init?(of content: Part) {
        let parameters = content.contentType.parameters
        guard parameters["hp"] != nil || parameters["protected-headers"] != nil else { return nil }
        let header = content.kind == .message ? content.embeddedMessage?.header ?? content.header : content.header
        fields = header.allFields.filter { field in
            let name = field.name.lowercased()
            return !Self.structural.contains { name.hasPrefix($0) } && name != "bcc"
        }
        if fields.isEmpty { return nil }
    }

    /// Returns whether the inner fields contain one with this name, in lower case.
    func has(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name } }
}
