import MailIndex
import MailIndexing
import MailTypes
import MaildirStore

func letter(
    _ subject: String, id: String? = nil, references: [String] = [], date: String = "Mon, 12 Oct 2026 14:03:00 +0200",
    text: String = "Hello."
) -> String {
    var fields = [
        "From: Kim Park <kim@example.net>", "To: Ben <ben@example.org>", "Subject: \(subject)", "Date: \(date)",
    ]
    if let id { fields.append("Message-ID: <\(id)>") }
    if !references.isEmpty { fields.append("References: " + references.map { "<\($0)>" }.joined(separator: " ")) }
    return fields.joined(separator: "\r\n") + "\r\n\r\n\(text)\r\n"
}

/// Returns everything that a list shows of each message, on one line, with the members of its conversation.
func listing(_ index: MailIndex) throws -> [String] {
    let messages = try index.messages(limit: 100_000)
    var members: [ThreadID: [String]] = [:]
    for message in messages { members[message.thread, default: []].append("\(message.id)") }
    return messages.map { message in
        let file = message.file
        return "\(message.id) \(message.mailbox) \(file.place) \(String(decoding: file.name, as: UTF8.self)) "
            + "\(message.content.hash) \(message.content.date.seconds) \(message.content.subject) "
            + "\(message.thread) \((members[message.thread] ?? []).sorted())"
    }.sorted()
}
