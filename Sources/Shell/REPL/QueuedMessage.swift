internal import InternetMessage
internal import MailTypes

/// A message on its way into the outbox.
enum QueuedMessage {
    /// Refuses a message that names no recipient, or one whose address cannot be one.
    static func check(_ octets: [UInt8]) throws(CommandFailure) {
        let header = Message(octets).header
        var count = 0
        for name in [FieldName.to, .cc, .bcc] {
            for address in header.addresses(name) where address.email != nil || address.name != nil {
                guard let email = address.email, email.isValid else {
                    let text = address.email?.text ?? address.name ?? ""
                    throw CommandFailure(
                        .dataError, "invalidAddress",
                        "\"\(text)\" is no address. Nothing was queued. Correct it in the message.")
                }
                count += 1
            }
        }
        if count == 0 {
            throw CommandFailure(
                .dataError, "noRecipient", "The message names nobody in To, Cc or Bcc. Nothing was queued.")
        }
    }

    /// A draft as it is sent: dated when its writer said that it may go, not when it was saved.
    static func dated(_ draft: [UInt8], _ now: DateTime) -> [UInt8] {
        completed(HeaderRemoval.fields(named: ["date"], from: draft), now)
    }

    /// The message with the fields that each message needs, where they are missing [RFC 5322 §3.6].
    static func completed(_ octets: [UInt8], _ now: DateTime) -> [UInt8] {
        let header = Message(octets).header
        var added: [UInt8] = []
        if header.first(named: "date") == nil { added += "Date: \(now.internetMessageForm)\r\n".utf8 }
        if header.messageID == nil, header.first(named: "message-id") == nil {
            let id = MailID.fresh(header.addresses(.from).first { $0.email?.domain != nil })
            added += "Message-ID: \(id)\r\n".utf8
        }
        return added + octets
    }
}
