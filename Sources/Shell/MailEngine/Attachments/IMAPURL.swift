internal import Accounts
internal import MailTypes

/// The IMAP URL of a mailbox and its messages [RFC 5092].
struct IMAPURL: Sendable {
    private let mailbox: [UInt8]

    init(server: ServerURL?, mailbox: EncodedMailboxName, _ uidValidity: UIDValidity?) {
        var url = Array("imap://\(server?.host.description ?? "")".utf8)
        if let port = server?.port, port != 143 { url += Array(":\(port)".utf8) }
        url.append(0x2F)
        let name = mailbox.name(separator: nil)?.components.first ?? mailbox.octets
        for octet in name { Self.append(octet, to: &url) }
        if let uidValidity { url += Array(";UIDVALIDITY=\(uidValidity.rawValue)".utf8) }
        self.mailbox = url
    }

    /// The URL of a message, without a section.
    func url(of uid: UID) -> [UInt8] { mailbox + Array("/;UID=\(uid.rawValue)".utf8) }

    private static func append(_ octet: UInt8, to url: inout [UInt8]) {
        let isPlain = (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10 || Array("-._~/".utf8).contains(octet)
        guard !isPlain else {
            url.append(octet)
            return
        }
        let digits = Array("0123456789ABCDEF".utf8)
        url += [0x25, digits[Int(octet >> 4)], digits[Int(octet & 15)]]
    }
}
