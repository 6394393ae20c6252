internal import Accounts
internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MailTypes
internal import MessageSecurity

/// Decides how a draft is signed and encrypted.
struct SecurityPlanner {
    private let programs: GnuPG
    private let settings: MessageSecuritySettings
    private let draft: Draft
    private let method: SecurityMethod
    /// Whether the newest mail from an address asks for encrypted mail.
    private let prefersEncryption: (EmailAddress) -> Bool

    init(
        _ draft: Draft, _ settings: MessageSecuritySettings, _ programs: GnuPG,
        prefersEncryption: @escaping (EmailAddress) -> Bool
    ) {
        self.draft = draft
        self.settings = settings
        self.programs = programs
        self.prefersEncryption = prefersEncryption
        method = draft.security?.method ?? (settings.method == .smime ? .smime : .openPGP)
    }

    /// Returns `nil` if the message is neither signed nor encrypted. Throws if it should be and cannot be: such a message
    /// is never sent in the clear instead.
    func plan() throws(CommandFailure) -> SecurityPlan? {
        let signs = draft.security?.signs ?? (settings.sign == .on)
        let encryption = try encryption()
        guard signs || encryption != nil else { return nil }
        if !draft.undownloadedAttachments.isEmpty {
            throw CommandFailure(
                .unavailable, "notDownloaded",
                "Attachments must be here before the message can be signed or encrypted. Nothing was sent. When you are online, type: send"
            )
        }
        return SecurityPlan(
            method: method, signer: signs ? try ownKey(toSign: true).fingerprint : nil, encryption: encryption)
    }

    // MARK: - Encryption

    private func encryption() throws(CommandFailure) -> SecurityPlan.Encryption? {
        if let chosen = draft.security { return chosen.encrypts ? try encryptionForAll() : nil }
        switch settings.encrypt ?? .off {
        case .off: return nil
        case .on: return try encryptionForAll()
        case .automatic: return try hasAllKeys() ? try encryptionForAll() : nil
        case .mutual:
            let all = draft.recipients.all.compactMap(\.email)
            return all.allSatisfy(prefersEncryption) ? try hasAllKeys() ? try encryptionForAll() : nil : nil
        }
    }

    /// Whether there is a key of every recipient, and one of the user's own. Without gpg there is none.
    private func hasAllKeys() throws(CommandFailure) -> Bool {
        if method == .smime, !draft.recipients.bcc.isEmpty { return false }
        do throws(CommandFailure) {
            for address in draft.recipients.all.compactMap(\.email) where try key(of: address) == nil { return false }
            _ = try ownKey(toSign: false)
            return true
        } catch  where error.code == "notInstalled" || error.code == "noOwnKey" || error.code == "severalKeys" {
            return false
        }
    }

    private func encryptionForAll() throws(CommandFailure) -> SecurityPlan.Encryption {
        if method == .smime, !draft.recipients.bcc.isEmpty {
            throw CommandFailure(
                .dataError, "bccRevealed",
                "S/MIME names every recipient in the message, so Bcc cannot be hidden. Nothing was sent. Remove Bcc and send a separate message, or type: security encrypt pgp"
            )
        }
        var uncertified: [(address: String, fingerprint: String)] = []
        func keys(_ addresses: [Address]) throws(CommandFailure) -> [String] {
            var found: [String] = []
            for address in addresses.compactMap(\.email) {
                guard let key = try key(of: address) else { throw missingKey(address) }
                if !key.isTrusted { uncertified.append((address.text, key.fingerprint)) }
                found.append(key.fingerprint)
            }
            return found
        }
        let named = try keys(draft.recipients.to + draft.recipients.cc)
        let hidden = try keys(draft.recipients.bcc)
        let own = try ownKey(toSign: false).fingerprint
        return SecurityPlan.Encryption(
            recipients: named + (named.contains(own) ? [] : [own]),
            hidden: hidden.filter { !named.contains($0) && $0 != own },
            uncertified: uncertified)
    }

    /// Returns the key to encrypt to for an address: a certified one if there is any.
    private func key(of address: EmailAddress) throws(CommandFailure) -> PublicKey? {
        let usable = try keys("<\(address.text)>").filter {
            $0.isUsable && $0.canEncrypt && $0.names(address.text)
        }
        let certified = usable.filter(\.isTrusted)
        guard certified.isEmpty else { return certified.max { ($0.created ?? 0) < ($1.created ?? 0) } }
        if usable.count > 1 {
            let list = usable.map(\.fingerprint).joined(separator: ", ")
            throw CommandFailure(
                .noUser, "severalKeys",
                "There are \(usable.count) keys for \(address.text), and none is certified: \(list). Nothing was sent. Certify the right one: \(certifying)"
            )
        }
        return usable.first
    }

    private var certifying: String {
        method == .openPGP ? "gpg --lsign-key FINGERPRINT" : "add its authority to ~/.gnupg/trustlist.txt"
    }

    private func missingKey(_ address: EmailAddress) -> CommandFailure {
        let ways =
            method == .openPGP
            ? "To import one from a message or a file, type: keys import ID|FILE. To look for one in the network: gpg --locate-keys \(address.text)."
            : "To import a certificate, type: keys import FILE --smime."
        return CommandFailure(
            .noUser, "noKey",
            "There is no \(method == .openPGP ? "key" : "certificate") of \(address.text) to encrypt to. Nothing was sent. \(ways) To send it to everyone in the clear, type: security none"
        )
    }

    // MARK: - The user's own key

    private func ownKey(toSign: Bool) throws(CommandFailure) -> PublicKey {
        let address = draft.sender?.email?.text ?? ""
        let selector = settings.key ?? "<\(address)>"
        let usable = try keys(selector, secret: true).filter {
            $0.isUsable && (toSign ? $0.canSign : $0.canEncrypt)
        }
        if let key = usable.max(by: { ($0.created ?? 0) < ($1.created ?? 0) }) { return key }
        let what = toSign ? "sign with" : "encrypt the copy in Sent to"
        let way =
            method == .openPGP
            ? "To make one, type: gpg --quick-generate-key '\(address)'"
            : "To import yours, type: gpgsm --import FILE.p12"
        throw CommandFailure(
            .unavailable, "noOwnKey",
            "There is no secret key of \(settings.key ?? address) to \(what). Nothing was sent. \(way). To send it without, type: security none"
        )
    }

    private func keys(_ selector: String, secret: Bool = false) throws(CommandFailure) -> [PublicKey] {
        do throws(GnuPG.Failure) {
            return try programs.keys(selector, method, secret: secret)
        } catch {
            throw .security(error, "Nothing was sent.")
        }
    }
}
