internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MessageSecurity
internal import Platform
internal import Terminal

extension Console {
    /// gpg and gpgsm for this command. Their agent may ask for a passphrase if petrel may ask the user too.
    var securityPrograms: GnuPG {
        GnuPG(environment, prompting: passphrasePrompting, isStopped: input.isStopped)
    }

    private var passphrasePrompting: GnuPG.Prompting {
        guard canAsk else {
            // A screen does not need a terminal, but with --no-input, a script must not ask.
            return .none
        }
        return .allowed(terminal: TerminalPathAndSize.path(0) ?? [])
    }

    /// Verifies and decrypts a message. Returns `nil` if there is nothing to verify or decrypt.
    mutating func decrypted(_ octets: [UInt8]) -> DecryptedMessage? {
        let message = Message(octets)
        guard SecuredContentDetection.isAnywhere(in: message.root) else { return nil }
        // The agent may draw on the same screen.
        output.flush()
        errors.flush()
        return MessageDecryptVerifier.decrypt(message, with: securityPrograms)
    }
}

extension Console {
    /// Returns a message in a mailbox, verified and decrypted, for an answer to it.
    mutating func decrypted(_ found: IndexedMail.Found) throws(CommandFailure) -> OpenedMessage {
        try OpenedMessage(found).decrypted(by: &self)
    }
}

extension DecryptedMessage {
    /// What an answer to the message is: encrypted if the message was. `nil` leaves it to the settings.
    var securityOfAnswer: DraftSecurity? {
        guard isDecrypted, let method = findings.first?.method else { return nil }
        let isSigned = findings.contains { finding in
            if case .signature = finding.kind { return true }
            return false
        }
        return DraftSecurity(signs: isSigned, encrypts: true, method: method)
    }
}

extension OpenedMessage {
    /// The same message, verified and decrypted.
    func decrypted(by console: inout Console) -> OpenedMessage {
        guard let security = console.decrypted(octets) else { return self }
        var opened = OpenedMessage(octets: security.octets, members: members, found: found)
        opened.security = security
        return opened
    }
}
