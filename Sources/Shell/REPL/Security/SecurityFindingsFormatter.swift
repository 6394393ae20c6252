internal import GnuPG
internal import InternetMessage
internal import LineEditing
internal import MessageSecurity
internal import Terminal

/// What `show` says about the signatures and the encryption of a message.
struct SecurityFindingsFormatter {
    private let decrypted: DecryptedMessage

    init(_ decrypted: DecryptedMessage) {
        self.decrypted = decrypted
    }

    /// Returns the lines, each with its label. A warning begins with an exclamation mark, or for a screen reader with the
    /// word.
    func fields(isAccessible: Bool) -> [(label: String, value: String)] {
        var lines = decrypted.findings.map { finding in
            let (text, isWarning) = SecuritySentence.of(finding)
            return isWarning ? "\(isAccessible ? "warning:" : "!") \(text)" : text
        }
        if isOnlyEncrypted { lines.append("not signed: anyone who has your public key may have written it.") }
        if let outer = decrypted.outerSubject {
            lines.append("the subject was encrypted too; outside it is \"\(outer)\".")
        }
        return lines.map { ("Security", $0) }
    }

    /// Whether the message was decrypted as a whole, and nothing in it is signed.
    private var isOnlyEncrypted: Bool {
        var isEncrypted = false
        for finding in decrypted.findings {
            switch finding.kind {
            case .decrypted: isEncrypted = isEncrypted || finding.isOfWhole
            case .signature, .signatureNotChecked, .notDecrypted: return false
            }
        }
        return isEncrypted
    }

    /// Writes the parts that are shown apart, each below a line that says so.
    func writeSeparateParts(isAccessible: Bool, to output: inout Output) {
        for part in decrypted.apart {
            let what =
                part.wasEncrypted
                ? "Decrypted part, apart from the text above, which anyone may have put around it"
                : "Signed part, without what is around it"
            output.write(isAccessible ? "\n\(what):\n\n" : "\n---- \(what) ----\n\n")
            let text = ReadableText.of(Message(part.octets).root, isSpoken: isAccessible)
            TerminalSafeText.write(lines: text, to: &output)
            if let last = text.last, last != 0x0A { output.write("\n") }
            if !isAccessible { output.write("---- End of the part ----\n") }
        }
    }

    // MARK: - JSON

    static func members(of decrypted: DecryptedMessage?, to json: inout JSONWriter) {
        json.key("security")
        json.array { json in
            for finding in decrypted?.findings ?? [] { json.object { member(finding, to: &$0) } }
        }
        json.key("separateParts")
        json.array { json in
            for part in decrypted?.apart ?? [] {
                json.object { json in
                    json.key("encrypted")
                    json.bool(part.wasEncrypted)
                    json.key("text")
                    json.string { $0.piece(ReadableText.of(Message(part.octets).root).span) }
                }
            }
        }
    }

    private static func member(_ finding: SecurityFinding, to json: inout JSONWriter) {
        let (status, signature, isOfSender) = status(of: finding)
        json.key("method")
        json.string(finding.method.rawValue)
        json.key("kind")
        json.string(isEncryption(finding) ? "encryption" : "signature")
        json.key("covers")
        json.string(finding.isOfWhole ? "message" : "part")
        json.key("status")
        json.string(status)
        json.key("signer")
        json.string(signature.map { KeyUserID.readable($0.userID) })
        json.key("fingerprint")
        json.string(signature?.fingerprint)
        json.key("isOfSender")
        if let isOfSender { json.bool(isOfSender) } else { json.null() }
        json.key("trust")
        json.string(signature?.trust.map { "\($0)" })
        json.key("sentence")
        json.string(SecuritySentence.of(finding).text)
    }

    private static func isEncryption(_ finding: SecurityFinding) -> Bool {
        switch finding.kind {
        case .decrypted, .notDecrypted: true
        case .signature, .signatureNotChecked: false
        }
    }

    private static func status(
        of finding: SecurityFinding
    ) -> (status: String, signature: SignatureVerification?, isOfSender: Bool?) {
        switch finding.kind {
        case .signature(let signature, let isOfSender, _): ("\(signature.verdict)", signature, isOfSender)
        case .signatureNotChecked: ("unchecked", nil, nil)
        case .decrypted: ("decrypted", nil, nil)
        case .notDecrypted(let reason): (word(reason), nil, nil)
        }
    }

    private static func word(_ reason: SecurityFinding.Reason) -> String {
        switch reason {
        case .report(let decryption): "\(decryption)"
        case .failure(.notInstalled): "notInstalled"
        case .failure: "failed"
        case .incomplete: "incomplete"
        case .noSignature, .tooMany: "failed"
        }
    }
}
