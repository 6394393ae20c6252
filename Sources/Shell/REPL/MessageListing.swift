internal import Accounts
internal import MailIndex
internal import MailTypes
internal import Terminal

/// Messages of a list as JSON and as lines.
enum MessageListing {
    // MARK: - JSON

    /// The members that every message has, wherever it stands in JSON.
    static func members(of found: MailView.Found, to json: inout JSONWriter) {
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
            for attachment in message.content.attachments { member(attachment, to: &json) }
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

    private static func member(_ attachment: IndexedAttachment, to json: inout JSONWriter) {
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
            json.bool(true)
        }
    }

    // MARK: - Lines

    /// `4f3a91c2d0e8b7a6  Ana Ruiz  Lunch on Friday?  unread, 1 file  work/INBOX  10 Oct 2026`.
    static func line(_ found: MailView.Found) -> String {
        let content = found.message.content
        let subject = content.subject.isEmpty ? "(no subject)" : content.subject
        let notes = notes(found).joined(separator: ", ")
        let columns = [
            found.message.id.description, DisplayWidth.fit(InertText.line(sender(content)), columns: 20),
            DisplayWidth.fit(day(content.date), columns: 11),
            InertText.line(subject) + (notes.isEmpty ? "" : "  (\(notes))"),
        ]
        return columns.joined(separator: "  ") + "\n"
    }

    /// The same as a sentence, the most important first.
    static func sentence(_ found: MailView.Found) -> String {
        let content = found.message.content
        let subject = content.subject.isEmpty ? "no subject" : content.subject
        let facts = [notes(found).joined(separator: ", "), found.account.text, day(content.date)]
        let text = facts.filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(InertText.line(sender(content))): \(InertText.line(subject)). \(text). Id \(found.message.id).\n"
    }

    private static func notes(_ found: MailView.Found) -> [String] {
        var notes: [String] = []
        let flags = found.message.flags
        if !flags.contains(.seen) { notes.append("unread") }
        if flags.contains(.flagged) { notes.append("flagged") }
        if flags.contains(.answered) { notes.append("answered") }
        let files = found.message.content.attachments.count
        if files > 0 { notes.append(files == 1 ? "1 file" : "\(files) files") }
        return notes
    }

    static func sender(_ content: IndexedContent) -> String {
        guard let first = content.from.first else { return "nobody" }
        return first.name.flatMap { $0.isEmpty ? nil : $0 } ?? first.email?.text ?? "nobody"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func day(_ date: Instant) -> String {
        let time = CivilTime(secondsSince1970: date.seconds)
        return (time.day < 10 ? " " : "") + "\(time.day) \(months[time.month - 1]) \(time.year)"
    }
}
