import ModelServer
import Testing

/// A kind of server that the model imitates.
struct ModelServerKind: Sendable, CustomTestStringConvertible {
    let name: String
    let profile: ModelProfile
    var testDescription: String { name }

    static let all = [
        ModelServerKind(name: "like Dovecot", profile: .dovecot), ModelServerKind(name: "like Cyrus", profile: .cyrus),
        ModelServerKind(name: "without QRESYNC", profile: .dovecot.without("QRESYNC")),
        ModelServerKind(name: "like Exchange", profile: .exchange),
        ModelServerKind(name: "like Courier", profile: .courier),
        ModelServerKind(name: "bare", profile: .bare),
    ]
}
