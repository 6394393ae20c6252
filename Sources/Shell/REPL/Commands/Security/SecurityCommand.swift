internal import Accounts
internal import Composer
internal import GnuPG
internal import MessageSecurity

extension Command {
    static let security = Command(
        name: "security", summary: "sign and encrypt the draft, or show how it is sent",
        operands: [.zeroOrMore("sign|encrypt|none|auto|pgp|smime", .choice(securityWords))], places: [.draft],
        details: """
            sign, encrypt, or both. none sends it in the clear; auto leaves the choice to the settings of the account, as for a new
            draft. pgp and smime select the method. Without an operand, shows how the draft would be sent now. The message is
            signed and encrypted when you type send, with gpg for PGP and gpgsm for S/MIME; if that fails, nothing is sent.
            """,
        examples: ["security sign encrypt", "security encrypt smime", "security none"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        guard !invocation.operands.isEmpty else {
            for line in console.securityLines(isComplete: true) { console.printLine("Security: \(line)") }
            return .done
        }
        let words = invocation.operands.map { String(decoding: $0, as: UTF8.self).lowercased() }
        if let unknown = words.first(where: { !securityWords.contains($0) }) {
            throw .usage("There is no security \"\(unknown)\". Use \(securityWords.joined(separator: ", ")).")
        }
        if words.contains("auto") || words.contains("none") {
            guard words.count == 1 else { throw .usage("\(words[0]) cannot be combined with other words.") }
            try console.edit(.setSecurity(words[0] == "auto" ? nil : DraftSecurity(signs: false, encrypts: false)))
        } else {
            var choice = DraftSecurity(words.joined(separator: " ")) ?? DraftSecurity(signs: false, encrypts: false)
            // Only a method: what is signed and encrypted stays.
            if words.allSatisfy({ SecurityMethod($0) != nil }) {
                choice.signs = draft.security?.signs ?? true
                choice.encrypts = draft.security?.encrypts ?? false
            }
            choice.method = choice.method ?? draft.security?.method
            try console.edit(.setSecurity(choice))
        }
        for line in console.securityLines(isComplete: true) { console.printLine("Security: \(line)") }
        return .done
    }

    private static let securityWords = ["sign", "encrypt", "none", "auto", "pgp", "smime"]
}

extension Console {
    /// Returns how the open draft is signed and encrypted, or why it cannot be. Without `isComplete`, a draft that is sent
    /// in the clear has no line.
    mutating func securityLines(isComplete: Bool = false) -> [String] {
        let lines = markedSecurityLines(isComplete)
        guard isAccessible else { return lines }
        return lines.map { $0.utf8.starts(with: "! ".utf8) ? "warning: \($0.dropFirst(2))" : $0 }
    }

    private mutating func markedSecurityLines(_ isComplete: Bool) -> [String] {
        guard let compose = session?.compose else { return [] }
        do throws(CommandFailure) {
            let plan = try securityPlan(for: compose.draft, of: compose.account, programs: securityPrograms)
            return plan?.lines ?? (isComplete ? ["in the clear: neither signed nor encrypted"] : [])
        } catch {
            return ["! \(error.message)"]
        }
    }

    /// Returns why the open draft cannot be signed or encrypted; `nil` if it can be, or need not be.
    mutating func securityProblem() -> String? {
        guard let compose = session?.compose else { return nil }
        do throws(CommandFailure) {
            _ = try securityPlan(for: compose.draft, of: compose.account, programs: securityPrograms)
            return nil
        } catch {
            return error.message
        }
    }
}
