internal import Accounts
internal import LineEditing
internal import MailEngine
internal import MailIndex
internal import MailTypes

/// The JSON of messages of a list.
enum IndexedMessageJSON {
    // MARK: - JSON

    /// The JSON members that every message has.
    static func members(of found: IndexedMail.Found, to json: inout JSONWriter) {
        let message = found.message
        json.key("id")
        json.string(message.id.description)
        json.key("account")
        json.string(found.account.text)
        json.key("mailbox")
        json.string(message.mailbox.description)
        json.key("threadId")
        json.string(message.thread.description)
        json.key("messageId")
        json.string(message.content.messageID?.text)
        for (key, list) in [("from", message.content.from), ("to", message.content.to), ("cc", message.content.cc)] {
            json.key(key)
            addresses(list, to: &json)
        }
        json.key("subject")
        json.string(message.content.subject)
        json.key("date")
        json.string(message.content.date.iso8601)
        json.key("size")
        json.number(message.content.size)
        json.key("flags")
        json.array { json in
            for name in message.flags.imapNames { json.string(name) }
        }
        json.key("attachments")
        json.array { json in
            let isAllHere = message.content.attachments.allSatisfy(\.section.isEmpty)
            let cache = isAllHere ? nil : found.attachmentCache
            for attachment in message.content.attachments {
                let key = AttachmentCache.Key(message.content.hash, attachment.section)
                member(attachment, isHere: attachment.section.isEmpty || cache?.has(key) ?? false, to: &json)
            }
        }
        json.key("snippet")
        json.string(message.content.snippet)
    }

    static func addresses(_ list: [Address], to json: inout JSONWriter) {
        json.array { json in
            for address in list where address.email != nil || address.name != nil {
                json.object { json in
                    json.key("name")
                    json.string(address.name)
                    json.key("address")
                    json.string(address.email?.text)
                }
            }
        }
    }

    private static func member(_ attachment: IndexedAttachment, isHere: Bool, to json: inout JSONWriter) {
        json.object { json in
            json.key("index")
            json.number(attachment.number)
            json.key("filename")
            json.string(attachment.filename)
            json.key("type")
            json.string(attachment.mediaType)
            json.key("size")
            json.number(attachment.size)
            json.key("downloaded")
            json.bool(isHere)
        }
    }
}
