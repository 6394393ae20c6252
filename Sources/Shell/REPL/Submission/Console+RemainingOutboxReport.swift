internal import Accounts
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import Terminal

extension Console {
    /// The maximum number of messages that are listed.
    private static let mostLines = 10

    /// Reports what stays in the outbox after it was sent, why, and until when. Messages of which an event has just
    /// reported are left out. `background`: the accounts whose mail another process continues to send.
    mutating func reportRemainingOutbox(
        _ outbox: [LocatedDraft], after events: [DeliveryEvent], background: Set<AccountName> = []
    ) {
        let told = Set(events.compactMap(\.number))
        let rest = outbox.filter { found in found.item.sidecar?.outboxNumber.map { !told.contains($0) } ?? true }
        if rest.isEmpty {
            if events.isEmpty { note("Nothing to send: the outbox is empty.") }
            return
        }
        for found in rest.prefix(Self.mostLines) {
            note(reasonForWaiting(found, isInBackground: background.contains(found.account)))
        }
        if rest.count > Self.mostLines { note("\(rest.count - Self.mostLines) more wait. Type: petrel outbox") }
    }

    /// Returns a text of a server with a full stop.
    private static func sentence(_ text: String) -> String {
        ".?!".utf8.contains(text.utf8.last ?? 0x2E) ? text : text + "."
    }

    /// `isDelayed`: whether the clock was set forward since the message was queued.
    private static func reason(_ number: String, _ time: String, isDelayed: Bool) -> String {
        isDelayed
            ? "\(number) is sent at \(time): the clock was set forward, and a planned message is never early. To send it now, type: petrel send \(number)"
            : "\(number) is planned for \(time), and is sent by petrel watch or the prompt, if one runs then."
    }

    private func hasServer(_ name: AccountName) -> Bool {
        let accounts = (try? everyAccount()) ?? []
        return accounts.contains { $0.name == name && $0.configuration.hasServer }
    }

    private func reasonForWaiting(_ found: LocatedDraft, isInBackground: Bool) -> String {
        let number = found.number ?? "A message"
        guard let sidecar = found.item.sidecar, found.item.problem == nil, !found.item.isHeld else {
            if found.number == nil { return "A message is on hold. Type: petrel outbox" }
            return "\(number) is on hold. Type: petrel send \(number)"
        }
        let cause = sidecar.lastError.map { " \(Self.sentence(TerminalSafeText.line($0)))" } ?? ""
        switch sidecar.submission {
        case .undoable: return "\(number) can still be undone, and is sent at the end of its undo window."
        case .failed: return "\(number) was not sent.\(cause) To try again, type: petrel outbox retry \(number)"
        case .unknown: return "\(number) may or may not have arrived.\(cause)"
        case .sending: return "\(number) is being sent."
        case .draft, .sent: return "\(number) is not waiting to be sent."
        case .queued:
            if let planned = sidecar.plannedTime(at: DateAndUptime(clock.now(), clock.uptime())) {
                return Self.reason(number, zone.time(planned).readableForm, isDelayed: planned != sidecar.sendAfter)
            }
            guard let next = sidecar.nextAttempt else {
                if isInBackground { return "\(number) is sent in the background.\(cause)" }
                return hasServer(found.account)
                    ? "\(number) is sent by the next petrel sync, petrel watch or prompt.\(cause)"
                    : "\(number) waits until its account has a server. Type: petrel setup"
            }
            let time = zone.time(next).local
            let day =
                next.seconds - clock.now().seconds < 12 * 3600
                ? "" : "\(MessageListFormatter.day(time).drop { $0 == " " }) at "
            let sender = isInBackground ? "in the background" : "by petrel watch or the prompt, if one runs then"
            return """
                \(number) is tried again at \(day)\(time.timeOfDay) \(sender).\(cause) To try now, type: petrel outbox retry \
                \(number)
                """
        }
    }
}

extension DeliveryEvent {
    /// The number of the message in the outbox; `nil` if the event concerns several.
    fileprivate var number: Int? {
        switch self {
        case .sending(let message), .fetching(let message, _), .sent(let message), .postponed(let message, _, _),
            .failed(let message, _), .unknown(let message, _):
            message.number
        case .offline, .awaitsPrompt, .problem, .stopped: nil
        }
    }
}
