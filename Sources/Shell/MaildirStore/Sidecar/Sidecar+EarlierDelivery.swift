internal import InternetMessage
internal import JSONText
public import MailTypes
internal import Outbox

extension Sidecar {
    /// Who has or may have the message of a draft, because it was sent before it became a draft again.
    public struct EarlierDelivery: Hashable, Sendable {
        /// The recipients for whom a server accepted it.
        public internal(set) var accepted: [EmailAddress] = []
        /// The recipients for whom a server may have accepted it.
        public internal(set) var possible: [EmailAddress] = []

        init() {}

        init?(_ json: JSONObject) {
            accepted = Self.addresses(json["accepted"])
            possible = Self.addresses(json["possible"])
            if accepted.isEmpty, possible.isEmpty { return nil }
        }

        private static func addresses(_ json: JSONValue?) -> [EmailAddress] {
            (json?.array ?? []).compactMap { $0.string.map { EmailAddress($0) } }
        }

        var json: JSONObject {
            JSONObject([
                ("accepted", .array(accepted.map { .string($0.text) })),
                ("possible", .array(possible.map { .string($0.text) })),
            ])
        }

        /// Returns the draft without the recipients who have the message, so that they do not get it again.
        func removingAccepted(from draft: [UInt8]) -> [UInt8] {
            let known = Set(accepted)
            if known.isEmpty { return draft }
            var draft = draft
            let fields: [(FieldName, String, StaticString)] = [
                (.to, "To", "to"), (.cc, "Cc", "cc"), (.bcc, "Bcc", "bcc"),
            ]
            for (field, title, name) in fields {
                let addresses = Array(Message(draft).header.addresses(field))
                let others = addresses.filter { address in address.email.map { !known.contains($0) } ?? true }
                guard others.count < addresses.count else { continue }
                // An address that cannot be written was not accepted by a server either.
                let written = others.isEmpty ? [] : try? OutgoingField.addresses(title, others).octets()
                guard let written else { continue }
                draft = written + HeaderFieldRemoval.fields(named: [name], from: draft)
            }
            return draft
        }
    }

    /// `nil` if the message was never sent. Stays until the message is sent or discarded.
    public var earlierDelivery: EarlierDelivery? {
        get { object["earlierDelivery"]?.object.flatMap { EarlierDelivery($0) } }
        set { object["earlierDelivery"] = newValue.map { .object($0.json) } }
    }

    /// Keeps what the attempt says about recipients, before it is forgotten.
    mutating func noteEarlierDelivery() {
        guard let attempt else { return }
        var earlier = earlierDelivery ?? EarlierDelivery()
        let accepted = Set(earlier.accepted)
        earlier.accepted += attempt.accepted.map { EmailAddress($0) }.filter { !accepted.contains($0) }
        if isOutcomeUnknown {
            let known = Set(earlier.accepted + earlier.possible)
            earlier.possible += attempt.committing.map { EmailAddress($0) }.filter { !known.contains($0) }
        }
        if !(earlier.accepted.isEmpty && earlier.possible.isEmpty) { earlierDelivery = earlier }
    }
}
