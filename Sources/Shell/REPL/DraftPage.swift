internal import Composer
internal import InternetMessage
internal import MailTypes
internal import Terminal

/// A draft as its writer looks at it.
struct DraftPage {
    let draft: Draft
    let isAccessible: Bool

    /// The fields, what is attached, and the text with its marks.
    func write(to output: inout Output) {
        writeFields(to: &output)
        output.write("\n")
        for line in draft.lines { output.write(InertText.line(line) + "\n") }
        if draft.lines.isEmpty { output.write("(no text)\n") }
    }

    func writeFields(to output: inout Output) {
        field("From", draft.sender.map { AddressText.of($0) } ?? "(nobody yet)", to: &output)
        people("To", draft.recipients.to, to: &output)
        if !draft.recipients.cc.isEmpty { people("Cc", draft.recipients.cc, to: &output) }
        if !draft.recipients.bcc.isEmpty { people("Bcc", draft.recipients.bcc, to: &output) }
        if !draft.recipients.replyTo.isEmpty { people("Reply-To", draft.recipients.replyTo, to: &output) }
        field("Subject", draft.subject.isEmpty ? "(none)" : draft.subject, to: &output)
        for other in draft.otherFields { field(other.name, other.text, to: &output) }
        for file in draft.attachments { field("Attached", AttachmentLine.of(file), to: &output) }
    }

    private func people(_ name: String, _ addresses: [Address], to output: inout Output) {
        let texts = addresses.map { address in
            AddressText.of(address) + (address.isDeliverable ? "" : " (! not an address)")
        }
        field(name, texts.isEmpty ? "(nobody yet)" : texts.joined(separator: ", "), to: &output)
    }

    private func field(_ name: String, _ value: String, to output: inout Output) {
        let label = isAccessible ? name + ": " : DisplayWidth.fit(name, columns: 8) + " "
        output.write(label + InertText.line(value) + "\n")
    }
}
