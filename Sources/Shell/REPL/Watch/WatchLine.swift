internal import Accounts
internal import LineEditing
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import Platform
internal import Terminal

/// An event of `petrel watch`, as a line for people and as a line of JSON.
struct WatchLine: Sendable {
    /// `nil` for events that only programs need.
    let text: String?
    let isProblem: Bool
    let json: [UInt8]

    /// `members` writes the members of the JSON object after those that all events have; with `writesAccount`, the
    /// account, too.
    init(
        _ event: String, of account: AccountName?, at time: Instant, _ text: String?, isProblem: Bool = false,
        writesAccount: Bool = false, members: (inout JSONWriter) -> Void = { _ in }
    ) {
        self.text = text
        self.isProblem = isProblem
        var writer = JSONWriter(Output())
        writer.object { json in
            json.begin(command: "watch", ok: true)
            json.key("error")
            json.null()
            json.key("event")
            json.string(event)
            json.key("time")
            json.string(time.iso8601)
            if !writesAccount {
                json.key("account")
                json.string(account?.text)
            }
            members(&json)
        }
        writer.endLine()
        json = writer.output.contents
    }
}

// MARK: - Events

extension WatchLine {
    /// The watch began to sign in, to sync, to listen, and so on.
    static func phase(_ phase: String, of account: AccountName, at time: Instant) -> WatchLine {
        WatchLine("phase", of: account, at: time, nil) { json in
            json.key("phase")
            json.string(phase)
        }
    }

    /// A message has arrived. `path`: its file.
    static func new(_ found: MailLookup.Found, path: [UInt8], at time: Instant) -> WatchLine {
        let content = found.message.content
        let subject = content.subject.isEmpty ? "(no subject)" : content.subject
        let mailbox = found.message.mailbox == .inbox ? "" : "/\(found.message.mailbox)"
        let text = "\(found.account)\(mailbox): \(MessageLine.sender(content)): \(subject)  (\(found.message.id))"
        return WatchLine("new", of: found.account, at: time, text, writesAccount: true) { json in
            IndexedMessageJSON.members(of: found, to: &json)
            json.key("path")
            json.string(String(decoding: path, as: UTF8.self))
        }
    }

    /// A sync has changed something beside the messages that `new` reports.
    static func changed(_ synced: SyncedAccount, at time: Instant) -> WatchLine {
        WatchLine("changed", of: synced.account.name, at: time, "\(synced.account.name): \(synced.summary)") { json in
            json.key("mailboxes")
            synced.mailboxes(to: &json)
        }
    }

    /// Something failed. `until`: when it is tried again.
    static func problem(
        _ sentence: String, of account: AccountName?, at time: Instant, until: Instant? = nil, in zone: LocalZone
    ) -> WatchLine {
        var text = account.map { "\($0): \(sentence)" } ?? sentence
        if let until { text += " Next try at \(zone.time(until).local.timeOfDay)." }
        return WatchLine("problem", of: account, at: time, text, isProblem: true) { json in
            json.key("message")
            json.string(sentence)
            json.key("until")
            json.string(until?.iso8601)
        }
    }

    /// Something happened to a message in the outbox; `nil` if it is reported in another way.
    static func sending(
        _ event: DeliveryEvent, of account: AccountName, at time: Instant, in zone: LocalZone,
        _ words: DeliveryDescriptions
    ) -> WatchLine? {
        let (kind, message, reason): (String, OutboxMessage, String?)
        switch event {
        case .sent(let sent): (kind, message, reason) = ("sent", sent, nil)
        case .postponed(let postponed, let why, _): (kind, message, reason) = ("postponed", postponed, why)
        case .failed(let failed, let why): (kind, message, reason) = ("failed", failed, why)
        case .unknown(let unknown, let why): (kind, message, reason) = ("unknown", unknown, why)
        case .problem(let sentence): return problem(sentence, of: account, at: time, in: zone)
        case .sending, .fetching, .offline: return nil
        }
        let isProblem = kind == "failed" || kind == "unknown"
        return WatchLine(kind, of: account, at: time, words.line(event), isProblem: isProblem) { json in
            json.key("outbox")
            json.string(message.number.map { "o\($0)" })
            json.key("outboxId")
            json.string(message.id.text)
            json.key("subject")
            json.string(message.subject)
            json.key("to")
            IndexedMessageJSON.addresses(message.recipients, to: &json)
            json.key("reason")
            json.string(reason)
        }
    }
}
