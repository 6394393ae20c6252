internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import SMTPProtocol

/// Prepares messages for the outbox.
enum OutboxPreparation {
    /// Prepares a message that another program wrote for the outbox. Rejects invalid messages. `allowsLocalNames`:
    /// whether the author may be a user of this machine, such as root.
    static func ready(_ octets: [UInt8], allowsLocalNames: Bool = false) throws(CommandFailure) -> [UInt8] {
        let ready: [UInt8]
        do throws(SubmittedMessageNormalizer.Problem) {
            ready = try SubmittedMessageNormalizer.octets(of: octets)
        } catch {
            throw failure(error)
        }
        try CommandFailure.check(Message(ready))
        let header = Message(ready).header
        let authors = header.fields(named: "from").count
        let isAuthor = { (address: Address) in
            address.email?.isValid ?? false || allowsLocalNames && address.localName != nil
        }
        if authors > 1 || authors == 1 && !header.addresses(.from).contains(where: isAuthor) {
            throw CommandFailure(
                .dataError, "invalidSender",
                "From \(authors > 1 ? "occurs twice in the header" : "names no address"). Nothing was queued. "
                    + "Correct it in the message.")
        }
        return ready
    }

    private static func failure(_ problem: SubmittedMessageNormalizer.Problem) -> CommandFailure {
        let (code, what) =
            switch problem {
            case .empty: ("notAMessage", "There is no message: the input is empty.")
            case .nul: ("notAMessage", "The message contains a NUL byte, which mail cannot carry.")
            case .noField(let line):
                ("badHeader", "Line \(line) is not a header field, and there is no empty line before it.")
            case .lineTooLong(let line):
                ("lineTooLong", "Line \(line) is longer than 998 bytes, and encoding it would break a signature.")
            case .unbreakableLine:
                ("lineTooLong", "A line of the header is longer than 998 bytes, and cannot be folded.")
            }
        return CommandFailure(.dataError, code, "\(what) Nothing was queued.")
    }

    /// Returns the name of a field with the recipients of a later transmission, if a message has one [RFC 5322 §3.6.6].
    static func resentRecipients(in octets: [UInt8]) -> String? {
        let header = Message(octets).header
        if header.first(named: "resent-to") != nil { return "Resent-To" }
        if header.first(named: "resent-cc") != nil { return "Resent-Cc" }
        return header.first(named: "resent-bcc") != nil ? "Resent-Bcc" : nil
    }

    /// Throws if a message has no recipients.
    static func check(_ octets: [UInt8]) throws(CommandFailure) {
        if try recipientCount(octets) == 0 { throw noRecipients(.dataError) }
    }

    static func noRecipients(_ exitCode: ExitCode) -> CommandFailure {
        CommandFailure(
            exitCode, "noRecipient", "The message has no recipients in To, Cc or Bcc. Nothing was queued.")
    }

    /// Throws if a recipient's address is invalid.
    @discardableResult
    static func recipientCount(_ octets: [UInt8]) throws(CommandFailure) -> Int {
        let header = Message(octets).header
        var count = 0
        for name in [FieldName.to, .cc, .bcc] {
            for address in header.addresses(name) where address.email != nil || address.name != nil {
                guard address.email?.isValid ?? false else { throw invalid(address) }
                count += 1
            }
        }
        return count
    }

    static func invalid(_ address: Address) -> CommandFailure {
        CommandFailure(
            .dataError, "invalidAddress",
            "\"\(address.email?.text ?? address.name ?? "")\" is not an address. Nothing was queued. Correct it in the message."
        )
    }

    /// Throws if a server cannot be told to send mail to this address: a domain that begins with a hyphen, for example, or
    /// a name of more than 64 bytes. The message would fail only when it is sent.
    static func check(_ recipient: EmailAddress) throws(CommandFailure) {
        if EnvelopeAddress(recipient) != nil { return }
        throw CommandFailure(
            .dataError, "invalidAddress",
            "Mail cannot be sent to \"\(recipient.text)\": no server accepts such an address. Nothing was queued. Correct it."
        )
    }

    /// Throws if the sender or a recipient is an address that no server accepts.
    static func check(_ envelope: Sidecar.Envelope) throws(CommandFailure) {
        for recipient in envelope.recipients { try check(recipient) }
        if let sender = envelope.sender, EnvelopeAddress.sender(sender) == nil {
            throw CommandFailure(
                .dataError, "invalidSender",
                "Mail cannot be sent from \"\(sender.text)\": no server accepts such an address. Nothing was queued. "
                    + "Correct it.")
        }
    }

    /// Returns a draft as it is sent: dated when the user sent it, not when it was saved.
    static func dated(_ draft: [UInt8], _ now: DateTime) -> [UInt8] {
        completed(HeaderFieldRemoval.fields(named: ["date"], from: draft), now)
    }

    /// Returns the message with the required fields added if they are missing [RFC 5322 §3.6]. `author` is used as From
    /// if the message has none; without an `author`, From is not added.
    static func completed(_ octets: [UInt8], _ now: DateTime, author: Address? = nil) -> [UInt8] {
        let header = Message(octets).header
        var added: [UInt8] = []
        if header.first(named: "date") == nil { added += "Date: \(now.internetMessageForm)\r\n".utf8 }
        var from = header.addresses(.from).first { $0.email?.domain != nil }
        if let author, header.first(named: "from") == nil,
            let field = try? OutgoingField.addresses("From", [author]).octets()
        {
            added += field
            from = author
        }
        if header.messageID == nil, header.first(named: "message-id") == nil {
            added += "Message-ID: \(NewMessageID.fresh(from))\r\n".utf8
        }
        return added + octets
    }
}
