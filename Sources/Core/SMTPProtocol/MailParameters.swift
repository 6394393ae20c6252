/// The parameters of MAIL.
struct MailParameters {
    /// The size of the message in bytes as it is sent, before dot-stuffing [RFC 1870 §6.1].
    var size: Int?
    var isEightBit = false
    var isUTF8 = false
    var status: Envelope.StatusRequest?

    /// The encoded size of an envelope identifier in bytes [RFC 3461 §4.4].
    private static let maximumIdentifier = 100

    var octets: [UInt8] {
        var text = ""
        if let size { text += " SIZE=\(size)" }
        if isEightBit { text += " BODY=8BITMIME" }
        if isUTF8 { text += " SMTPUTF8" }
        guard let status else { return Array(text.utf8) }
        text += " RET=\(status.returnsMessage ? "FULL" : "HDRS")"
        var identifier: [UInt8] = []
        for octet in status.identifier where (0x20...0x7E).contains(octet) {
            let written = SMTPCommand.xtext([octet])
            if identifier.count + written.count > Self.maximumIdentifier { break }
            identifier += written
        }
        return Array(text.utf8) + (identifier.isEmpty ? [] : Array(" ENVID=".utf8) + identifier)
    }
}
