internal import Composer
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import Platform

/// Describes what happened to a message being sent, in one line that ends with the command to type next.
struct DeliveryDescriptions: Sendable {
    private let isAtPrompt: Bool
    private let isAccessible: Bool
    private let zone: LocalTimeZone

    init(_ console: Console) {
        isAtPrompt = console.session != nil
        isAccessible = console.isAccessible
        zone = console.zone
    }

    /// The descriptions for other processes, as in a shell.
    init(forShellIn zone: LocalTimeZone) {
        isAtPrompt = false
        isAccessible = false
        self.zone = zone
    }

    /// Returns `nil` for events that are reported in another way.
    func described(_ event: DeliveryEvent) -> DeliveryEventLine? {
        guard let line = line(event) else { return nil }
        return switch event {
        case .failed, .unknown, .problem, .stopped: DeliveryEventLine(text: line, isProblem: true)
        case .sending, .fetching, .sent, .postponed, .offline, .awaitsPrompt:
            DeliveryEventLine(text: line, isProblem: false)
        }
    }

    /// Returns `nil` for events that are reported in another way.
    func line(_ event: DeliveryEvent) -> String? {
        switch event {
        case .sending: nil
        case .fetching(let message, let files):
            "* \(name(message)): fetching \(files == 1 ? "an attachment" : "\(files) attachments") first…"
        case .sent(let message):
            isAccessible
                ? "Message sent: \(Self.subject(message)), to \(Self.people(message))\(Self.delay(message))."
                : "* Message sent: \"\(Self.subject(message))\" to \(Self.people(message))\(Self.delay(message))"
        case .postponed(let message, let reason, let until):
            "* \(name(message)) was not sent yet\(again(until)). \(TerminalSafeText.line(reason))"
        case .failed(let message, let reason): failure(message, reason)
        case .unknown(let message, _): question(message)
        case .offline(let count): Self.offline(count)
        case .awaitsPrompt: "* \(Self.awaitsPrompt(isAtPrompt: isAtPrompt))"
        case .problem(let sentence): "\(mark)Mail waits in the outbox. \(TerminalSafeText.line(sentence))"
        case .stopped(let reason): "\(mark)\(Self.stopped(because: reason))"
        }
    }

    private func failure(_ message: OutboxMessageSummary, _ reason: String) -> String {
        let number = Self.number(message)
        if isAccessible {
            let command = isAtPrompt ? "Type retry" : "Type petrel outbox retry \(number)"
            return
                "\(mark)Couldn't send message. \(number), \(Self.subject(message)): \(ScreenReaderText.of(TerminalSafeText.line(reason))) "
                + "\(command) to try again."
        }
        let why = "(\(number) \"\(Self.subject(message))\": \(TerminalSafeText.line(reason)))"
        return !isAtPrompt
            ? "Couldn't send message. Run: petrel outbox retry \(number)  \(why)"
            : "\(mark)Couldn't send message. Type retry to try again.  \(why)"
    }

    private func question(_ message: OutboxMessageSummary) -> String {
        let number = Self.number(message)
        let prefix = isAtPrompt ? "outbox " : "petrel outbox "
        if message.isInSent {
            let subject = isAccessible ? Self.subject(message) : "\"\(Self.subject(message))\""
            return
                "\(mark)\(subject) is in Sent already, so it was probably sent before, and is not sent again by itself. "
                + "To send it again, type: \(prefix)retry \(number)  If it arrived: \(prefix)sent \(number)"
        }
        if isAccessible {
            return
                "\(mark)Not sure if \(Self.subject(message)) arrived, because the connection broke at the last step. "
                + "To send it again, type \(prefix)retry \(number). If it arrived, type \(prefix)sent \(number)."
        }
        return "\(mark)Not sure if \"\(Self.subject(message))\" arrived (the connection broke at the last step). "
            + "To send it again, type: \(prefix)retry \(number)  If it arrived: \(prefix)sent \(number)"
    }

    /// Makes the line stand out at the prompt; in a shell, the program's name does.
    private var mark: String { isAtPrompt ? "! " : "" }

    private func again(_ until: Instant?) -> String {
        guard let until else { return " and will be sent as soon as that works" }
        return "; the next try is at \(zone.time(until).local.timeOfDay)"
    }

    static func offline(_ count: Int) -> String {
        count > 1
            ? "Offline. \(count) messages queued; they will be sent when you are back online."
            : "Offline. Message queued; it will be sent when you are back online."
    }

    /// Why nothing is sent while another prompt works offline.
    static func awaitsPrompt(isAtPrompt: Bool) -> String {
        "\(isAtPrompt ? "Another prompt" : "A prompt") works offline, so mail waits in the outbox until it goes online or "
            + "exits. To send it now, type: petrel outbox flush"
    }

    static func stopped(because reason: String) -> String {
        "Sending stopped. \(TerminalSafeText.line(reason)) Mail that was not sent waits in the outbox."
    }

    static let sending = "Sending…"
    static let storingCopy = "Storing the copy in Sent…"

    // MARK: - Parts

    static func number(_ message: OutboxMessageSummary) -> String {
        message.number.map { "o\($0)" } ?? "oN"
    }

    /// `o3 "Hi"`, or spoken `o3, Hi,`.
    private func name(_ message: OutboxMessageSummary) -> String {
        let subject = Self.subject(message)
        return isAccessible ? "\(Self.number(message)), \(subject)," : "\(Self.number(message)) \"\(subject)\""
    }

    private static func subject(_ message: OutboxMessageSummary) -> String {
        message.subject.isEmpty ? "(no subject)" : TerminalSafeText.line(message.subject)
    }

    /// Says that a planned message was sent noticeably later than planned, for instance because the machine was off.
    private static func delay(_ message: OutboxMessageSummary) -> String {
        guard let seconds = message.delay?.components.seconds, seconds >= 300 else { return "" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let words = [(hours, "hour"), (minutes, "minute")].filter { $0.0 > 0 }
            .map { $0.0.counted($0.1) }
        return ", \(words.joined(separator: " ")) later than planned"
    }

    private static func people(_ message: OutboxMessageSummary) -> String {
        TerminalSafeText.line(AddressDisplay.summary(message.recipients.first, count: message.recipientCount))
    }
}
