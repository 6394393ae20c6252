internal import Accounts
internal import JSONText
internal import LineEditing
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import Platform
internal import Terminal

/// An event of `petrel watch`, as a line for people and as a line of JSON.
struct WatchEvent: Sendable {
    /// "new", "phase" and so on.
    let event: String
    let time: Instant
    /// `nil` if it concerns no account.
    let account: String?
    /// `nil` for events that only programs need.
    let text: String?
    let isProblem: Bool
    /// For a "phase" event: what the account does now.
    private(set) var phase: String?
    /// For a new message: the variables of programs that it starts.
    private(set) var variables: [(name: String, value: [UInt8])] = []
    let json: [UInt8]

    /// `members` writes the members of the JSON object after those that all events have; with `writesAccount`, the
    /// account, too.
    init(
        _ event: String, of account: AccountName?, at time: Instant, _ text: String?, isProblem: Bool = false,
        writesAccount: Bool = false, members: (inout JSONWriter) -> Void = { _ in }
    ) {
        self.event = event
        self.time = time
        self.account = account?.text
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

extension WatchEvent {
    /// The watch began to sign in, to sync, to listen, and so on.
    static func phase(_ phase: String, of account: AccountName, at time: Instant) -> WatchEvent {
        var line = WatchEvent("phase", of: account, at: time, nil) { json in
            json.key("phase")
            json.string(phase)
        }
        line.phase = phase
        return line
    }

    /// Another process is the worker of the home; its events follow.
    static func following(_ process: Int64, at time: Instant) -> WatchEvent {
        WatchEvent("following", of: nil, at: time, "Process \(process) syncs this mail; its events follow.") { json in
            json.key("process")
            json.number(Int(process))
        }
    }

    /// A message has arrived. `path`: its file.
    static func new(_ found: IndexedMail.Found, path: [UInt8], at time: Instant) -> WatchEvent {
        let content = found.message.content
        let subject = content.subject.isEmpty ? "(no subject)" : content.subject
        let mailbox = found.message.mailbox == .inbox ? "" : "/\(found.message.mailbox)"
        let text =
            "\(found.account)\(mailbox): \(MessageListFormatter.sender(content)): \(subject)  (\(found.message.id))"
        var line = WatchEvent("new", of: found.account, at: time, text, writesAccount: true) { json in
            IndexedMessageJSON.members(of: found, to: &json)
            json.key("path")
            json.string(String(decoding: path, as: UTF8.self))
        }
        line.variables = found.variables(path: path)
        return line
    }

    /// A sync has changed something beside the messages that `new` reports.
    static func changed(_ synced: AccountSyncResult, at time: Instant) -> WatchEvent {
        WatchEvent("changed", of: synced.account.name, at: time, "\(synced.account.name): \(synced.summary)") { json in
            json.key("mailboxes")
            synced.mailboxes(to: &json)
        }
    }

    /// Why something failed, for programs.
    enum Reason: String {
        /// The server cannot be reached, or ended the connection.
        case connection
        /// The server does not accept the user, or there is no password.
        case credentials
        case other
    }

    /// Something failed. `until`: when it is tried again.
    static func problem(
        _ sentence: String, of account: AccountName?, _ reason: Reason = .other, at time: Instant,
        until: Instant? = nil, in zone: LocalTimeZone
    ) -> WatchEvent {
        var text = account.map { "\($0): \(sentence)" } ?? sentence
        if let until { text += " Next try at \(zone.time(until).local.timeOfDay)." }
        return WatchEvent("problem", of: account, at: time, text, isProblem: true) { json in
            json.key("message")
            json.string(sentence)
            json.key("reason")
            json.string(reason.rawValue)
            json.key("until")
            json.string(until?.iso8601)
        }
    }

    /// Something happened to a message in the outbox; `nil` if it is reported in another way.
    static func sending(
        _ event: DeliveryEvent, of account: AccountName, at time: Instant, in zone: LocalTimeZone,
        _ words: DeliveryDescriptions
    ) -> WatchEvent? {
        let (kind, message, reason): (String, OutboxMessageSummary, String?)
        switch event {
        case .sent(let sent): (kind, message, reason) = ("sent", sent, nil)
        case .postponed(let postponed, let why, _): (kind, message, reason) = ("postponed", postponed, why)
        case .failed(let failed, let why): (kind, message, reason) = ("failed", failed, why)
        case .unknown(let unknown, let why): (kind, message, reason) = ("unknown", unknown, why)
        case .problem(let sentence): return problem(sentence, of: account, at: time, in: zone)
        case .stopped(let reason):
            return problem(DeliveryDescriptions.stopped(because: reason), of: account, at: time, in: zone)
        case .awaitsPrompt:
            let reason = DeliveryDescriptions.awaitsPrompt(isAtPrompt: false)
            return problem(reason, of: account, at: time, in: zone)
        case .sending, .fetching, .offline: return nil
        }
        let isProblem = kind == "failed" || kind == "unknown"
        return WatchEvent(kind, of: account, at: time, words.line(event), isProblem: isProblem) { json in
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

// MARK: - Between processes

extension WatchEvent {
    /// Reads an event that a worker sent; `nil` if it is not valid.
    init?(_ object: JSONObject) {
        guard let line = object["line"], let event = line.object?["event"]?.string else { return nil }
        self.event = event
        time = Instant(seconds: object["time"]?.integer ?? 0)
        account = line.object?["account"]?.string
        text = object["text"]?.string
        isProblem = object["isProblem"]?.bool ?? false
        phase = event == "phase" ? line.object?["phase"]?.string : nil
        variables = (object["variables"]?.object?.members ?? []).compactMap { name, value in
            value.string.map { (name, Array($0.utf8)) }
        }
        json = line.octets + [0x0A]
    }

    /// The event as it is sent to other processes; `nil` if it cannot be sent.
    var object: JSONObject? {
        guard let line = try? JSONReader.value(of: json) else { return nil }
        let variables = variables.map { ($0.name, JSONValue.string(String(decoding: $0.value, as: UTF8.self))) }
        return JSONObject([
            ("line", line), ("time", .integer(time.seconds)), ("text", text.map { .string($0) } ?? .null),
            ("isProblem", .bool(isProblem)),
            ("variables", .object(JSONObject(variables))),
        ])
    }

    /// Returns "12:03:00".
    func time(in zone: LocalTimeZone) -> String { zone.time(time).local.timeOfDay }

    /// The members of the event.
    var members: JSONObject? { (try? JSONReader.value(of: json))?.object }
}

extension IndexedMail.Found {
    fileprivate func variables(path: [UInt8]) -> [(name: String, value: [UInt8])] {
        let values: [(String, String)] = [
            ("PETREL_EVENT", "new"), ("PETREL_ACCOUNT", account.text), ("PETREL_MAILBOX", "\(message.mailbox)"),
            ("PETREL_ID", "\(message.id)"), ("PETREL_FROM", MessageListFormatter.sender(message.content)),
            ("PETREL_SUBJECT", message.content.subject),
        ]
        return values.map { ($0.0, Array($0.1.utf8)) } + [("PETREL_PATH", path)]
    }
}
