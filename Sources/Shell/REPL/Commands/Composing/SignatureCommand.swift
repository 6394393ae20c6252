internal import Composer
internal import MailTypes

extension Command {
    static let signature = Command(
        name: "signature", summary: "add, change or remove the signature",
        operands: [.one("on|off|NAME", .signature)], places: [.draft],
        details: """
            NAME is a file in the signatures directory of the configuration. on selects the file named after the sender's
            address, or else after the account, or else default. The signature is text below a line "-- " and can be edited.
            off removes it. set signature below, or above, adds it to all new mail, below or above quoted text. When from
            changes the sender, a signature that was not edited changes too.
            """,
        examples: ["signature on", "signature short", "signature off"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let name = try invocation.text(operand: 0) ?? "on"
        let text = name == "off" ? nil : try console.signature(name)
        guard let edit = Signature.edit(draft.lines, to: text, at: try console.signaturePlace() ?? .below) else {
            console.note(name == "off" ? "There is no signature." : "The signature is already there.")
            return .done
        }
        try console.edit(edit)
        console.printLine(text.map { "Signature: \($0.count.counted("line"))." } ?? "Signature removed.")
        return .done
    }
}
