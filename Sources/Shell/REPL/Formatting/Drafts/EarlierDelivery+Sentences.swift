internal import Composer
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Sidecar.EarlierDelivery {
    /// What to know about a message that has just become a draft again.
    var sentences: [String] {
        var sentences: [String] = []
        if !accepted.isEmpty {
            let who = accepted.count == 1 ? "1 recipient has" : "\(accepted.count) recipients have"
            sentences.append(
                "\(who) the message already, and the draft no longer names \(accepted.count == 1 ? "it" : "them"): "
                    + "\(Self.list(accepted))")
        }
        if !possible.isEmpty {
            sentences.append(
                "The message may have arrived already, so petrel asks before it sends the draft again: "
                    + "\(Self.list(possible))")
        }
        return sentences
    }

    /// The question before the draft is sent to recipients who have or may have the message; `nil` if there are none.
    func question(about draft: Draft) -> String? {
        let recipients = Set([Recipients.Field.to, .cc, .bcc].flatMap { draft.recipients[$0] }.compactMap(\.email))
        let sure = accepted.filter { recipients.contains($0) }
        let unsure = possible.filter { recipients.contains($0) }
        var known: [String] = []
        if !sure.isEmpty { known.append("It was delivered before to \(Self.list(sure)).") }
        if !unsure.isEmpty { known.append("It may have arrived already, at \(Self.list(unsure)).") }
        return known.isEmpty ? nil : "Send a second time? \(known.joined(separator: " "))"
    }

    private static func list(_ addresses: [EmailAddress]) -> String {
        TerminalSafeText.line(addresses.map(\.text).joined(separator: ", "))
    }
}
