internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import Terminal

/// A draft as shown to the user.
struct DraftPage {
    let draft: Draft
    let isAccessible: Bool
    /// Whether markup is also shown as text styles.
    var isStyled = false
    /// Whether to show only what leaves this machine, and in which form.
    var isPreview = false
    /// How it is signed and encrypted, or why it cannot be.
    var security: [String] = []

    /// The header fields, the attachments, and the text with its marks.
    func write(to output: inout Output) {
        writeFields(to: &output)
        output.write("\n")
        let end = Markup.endOfOwnText(in: draft.lines)
        let pictures = Set(draft.attachments.filter(\.isInline).map(\.filename))
        for (index, line) in draft.lines.enumerated() {
            let isMarkup = !draft.isPlainText && index < end && line.utf8.first != 0x3E
            output.write((isMarkup ? text(line, pictures) : TerminalSafeText.line(line)) + "\n")
        }
        if draft.lines.isEmpty { output.write("(no text)\n") }
    }

    /// Returns a line of the user's own text, with marks spoken or styled.
    private func text(_ line: String, _ pictures: Set<String>) -> String {
        if isAccessible { return TerminalSafeText.line(Markup.spokenText(line, pictures: pictures)) }
        guard isStyled else { return TerminalSafeText.line(line) }
        return Markup.runs(of: line, pictures: pictures).map { run in
            let codes = (run.isBold ? ["1"] : []) + (run.isItalic ? ["3"] : []) + (run.link != nil ? ["4"] : [])
            let text = TerminalSafeText.line(run.text)
            return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
        }.joined()
    }

    /// The header fields and the attachments. With `leavingOutEmpty`, To and Subject are left out if they are missing,
    /// because they are asked for next.
    func writeFields(to output: inout Output, leavingOutEmpty: Bool = false) {
        let recipients = draft.recipients
        field("From", draft.sender.map(shown) ?? "(no sender)", to: &output)
        if !(leavingOutEmpty && recipients.isEmpty) { people("To", recipients.to, to: &output) }
        if !recipients.cc.isEmpty { people("Cc", recipients.cc, to: &output) }
        if !recipients.bcc.isEmpty {
            people("Bcc", recipients.bcc, isPreview ? " (hidden from all recipients)" : "", to: &output)
        }
        if !recipients.replyTo.isEmpty { people("Reply-To", recipients.replyTo, to: &output) }
        if !(leavingOutEmpty && draft.subject.isEmpty) {
            field("Subject", draft.subject.isEmpty ? "(none)" : draft.subject, to: &output)
        }
        for other in isPreview ? draft.sentFields : draft.otherFields { field(other.name, other.text, to: &output) }
        for file in draft.attachments { field("Attached", AttachmentLine.of(file), to: &output) }
        for line in security { field("Security", line, to: &output) }
        if isPreview { field("Format", draft.html == nil ? "plain text" : "plain text and HTML", to: &output) }
    }

    private func people(_ name: String, _ addresses: [Address], _ remark: String = "", to output: inout Output) {
        let texts = addresses.map { address in
            let isWrong = !address.isDeliverable && !address.isEmptyGroup
            return shown(address) + (isWrong ? " (\(isAccessible ? "" : "! ")not an address)" : "")
        }
        let list = texts.joined(separator: isAccessible ? "; " : ", ")
        field(name, (texts.isEmpty ? "(none)" : list) + remark, to: &output)
    }

    private func shown(_ address: Address) -> String {
        isAccessible ? ScreenReaderText.person(address) : AddressDisplay.of(address)
    }

    private func field(_ name: String, _ value: String, to output: inout Output) {
        let label = isAccessible ? name + ": " : DisplayWidth.fit(name, columns: Console.labelWidth - 1) + " "
        output.write(label + TerminalSafeText.line(value) + "\n")
    }
}
