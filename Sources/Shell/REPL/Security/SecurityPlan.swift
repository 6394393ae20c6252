internal import Accounts
internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MailTypes
internal import MessageSecurity

/// How one message is signed and encrypted: which keys are used.
struct SecurityPlan {
    let method: SecurityMethod
    /// The fingerprint of the key that signs; `nil` if the message is not signed.
    let signer: String?
    /// `nil` if the message is not encrypted.
    let encryption: Encryption?

    struct Encryption {
        /// The keys of To and Cc, and the user's own, by which the copy in Sent can be read.
        let recipients: [String]
        /// The keys of Bcc. The message does not name them.
        let hidden: [String]
        /// Keys that are not certified by a person whom the user trusts: the address and the fingerprint.
        let uncertified: [(address: String, fingerprint: String)]
    }

    /// "signed and encrypted (PGP)", for `preview` and after `send`.
    var summary: String {
        let words = [signer == nil ? nil : "signed", encryption == nil ? nil : "encrypted"].compactMap(\.self)
        return "\(words.joined(separator: " and ")) (\(method.name))"
    }

    /// The lines of `preview`.
    var lines: [String] {
        guard let encryption else { return [summary + "; everyone can read it"] }
        return ["\(summary), with the subject"]
            + encryption.uncertified.map { "! the key of \($0.address) is not certified: \($0.fingerprint)" }
    }
}
