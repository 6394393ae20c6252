internal import GnuPG
internal import MailTypes
internal import MessageSecurity

/// Sentences about signatures and encryption.
enum SecuritySentence {
    /// What a finding says: the sentence, and whether it is a warning.
    static func of(_ finding: SecurityFinding) -> (text: String, isWarning: Bool) {
        let method = finding.method.name
        switch finding.kind {
        case .signature(let signature, let isOfSender, _):
            return self.of(signature, isOfSender, finding.method, isOfWhole: finding.isOfWhole)
        case .signatureNotChecked(let reason):
            let what = finding.isOfWhole ? "signed (\(method))" : "a part is signed (\(method))"
            return ("\(what), but the signature was not checked: \(self.of(reason, finding.method))", true)
        case .decrypted(let isAuthenticated):
            let what = finding.isOfWhole ? "encrypted" : "a part was encrypted, and is shown apart"
            let limits = isAuthenticated ? "." : "; only a signature would show whether it was changed."
            return ("\(what) (\(method))\(limits)", false)
        case .notDecrypted(let reason):
            let what = finding.isOfWhole ? "encrypted (\(method))" : "a part is encrypted (\(method))"
            return ("\(what), and not shown: \(self.of(reason, finding.method))", true)
        }
    }

    // MARK: - Signatures

    private static func of(
        _ signature: SignatureVerification, _ isOfSender: Bool?, _ method: SecurityMethod, isOfWhole: Bool
    ) -> (text: String, isWarning: Bool) {
        let (text, isWarning) = whole(signature, isOfSender, method)
        if isOfWhole { return (text, isWarning) }
        return (
            "only a part of this message is covered by a signature; the rest may be by anyone. Of the part: \(text)",
            true
        )
    }

    private static func whole(
        _ signature: SignatureVerification, _ isOfSender: Bool?, _ method: SecurityMethod
    ) -> (text: String, isWarning: Bool) {
        let signer = KeyUserID.readable(signature.userID)
        let key = method == .openPGP ? "key" : "certificate"
        switch signature.verdict {
        case .good: break
        case .expired:
            return ("signed by \(signer), but the signature has expired.", true)
        case .keyExpired:
            return ("signed by \(signer), but the \(key) has expired.", true)
        case .keyRevoked:
            return ("signed by \(signer), but the \(key) was revoked. Another person may have it.", true)
        case .bad:
            return ("BAD SIGNATURE: the text is not what \(signer) signed. Do not rely on it.", true)
        case .keyMissing:
            let id = signature.fingerprint.isEmpty ? signature.keyID : signature.fingerprint
            return (
                "signed, but the \(key) \(id) is not here, so it is unknown by whom. \(importing(id, method))", true
            )
        case .unchecked:
            return ("signed, but the signature cannot be checked by \(GnuPG.program(method)).", true)
        }
        if isOfSender == false {
            return ("signed by \(signer), whose \(key) does not belong to the From address.", true)
        }
        switch signature.trust {
        case .full, .ultimate: return ("signed by \(signer), the sender.", false)
        case .marginal: return ("signed by \(signer), the sender; the \(key) is only partly certified.", false)
        case .never:
            return ("signed with a \(key) of \(signer) that you have marked as not to be trusted.", true)
        case .undefined, nil:
            return (
                "signed with a \(key) that names the sender, \(signer), but it is not certified. "
                    + certifying(signature.fingerprint, method), true
            )
        }
    }

    private static func importing(_ id: String, _ method: SecurityMethod) -> String {
        switch method {
        case .openPGP: "To get the key, type: petrel keys import ID, or: gpg --receive-keys \(id)"
        case .smime: "To import a certificate, type: gpgsm --import FILE"
        }
    }

    private static func certifying(_ fingerprint: String, _ method: SecurityMethod) -> String {
        switch method {
        case .openPGP:
            "Compare the fingerprint \(fingerprint) with its owner, then type: gpg --lsign-key \(fingerprint)"
        case .smime: "Its authority is not in ~/.gnupg/trustlist.txt. The fingerprint is \(fingerprint)."
        }
    }

    // MARK: - Reasons

    static func of(_ reason: SecurityFinding.Reason, _ method: SecurityMethod) -> String {
        switch reason {
        case .incomplete: "parts of it are not downloaded. Type: petrel sync"
        case .noSignature: "there is no valid signature in it."
        case .tooMany: "the message has too many such parts."
        case .failure(let failure): of(failure)
        case .report(let decryption): of(decryption, method)
        }
    }

    private static func of(_ decryption: GnuPGReport.Decryption, _ method: SecurityMethod) -> String {
        switch decryption {
        case .noSecretKey: "none of your secret keys fits. Is the key on another machine?"
        case .unprotected:
            "it lacks protection against changes (MDC), so it may have been altered to leak its text. Ask the sender to encrypt it again with a current program."
        case .modified: "it was changed on its way."
        case .noPassphrase:
            "the passphrase of your key is needed. Type it when it is asked for, or unlock the key first: echo | \(GnuPG.program(method)) --armor --sign"
        case .ambiguous: "there is more than one text in it, which no mail program writes."
        case .none, .failed, .succeeded:
            "\(GnuPG.program(method)) could not decrypt it. To see why, type: petrel source ID | \(GnuPG.program(method)) --decrypt"
        }
    }

    static func of(_ failure: GnuPG.Failure) -> String {
        switch failure {
        case .notInstalled(let method): notInstalled(method)
        case .timedOut(let method): "\(GnuPG.program(method)) did not answer in time."
        case .tooLong: "its content is too long."
        case .stopped: "you have stopped it."
        case .notRun(let method, _): "\(GnuPG.program(method)) could not be run."
        }
    }

    static func notInstalled(_ method: SecurityMethod) -> String {
        let program = GnuPG.program(method)
        return "\(program) is not installed. On Debian, type: apt install \(program)"
    }
}
