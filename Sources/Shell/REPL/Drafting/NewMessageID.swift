internal import Composer
internal import InternetMessage
internal import MailTypes

/// Generates Message-IDs.
enum NewMessageID {
    /// Returns the Message-ID of a draft. Each saved revision gets one that begins with it.
    static func of(_ id: DraftID, _ draft: Draft) -> MessageID {
        MessageID("\(id)@\(domain(draft.sender))")
    }

    /// Returns a new Message-ID for a message to be sent.
    static func fresh(_ sender: Address?) -> MessageID {
        let random = DraftID(random: (0..<16).map { _ in UInt8.random(in: 0...255) })
        return MessageID("\(random)@\(domain(sender))")
    }

    private static func domain(_ sender: Address?) -> String {
        let domain = sender?.email.flatMap { $0.isValid && !$0.isInternational ? $0.domain : nil }
        return domain.map { String($0) } ?? "localhost.invalid"
    }
}
