internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import Platform
internal import Processes
internal import Terminal

/// A draft as an editor shows it: the text, or fields, an empty line and the text.
struct EditedFile {
    private let withHeader: Bool
    let octets: [UInt8]

    init(_ draft: Draft, withHeader: Bool) {
        self.withHeader = withHeader
        var lines = draft.lines
        if withHeader {
            lines =
                [
                    "From: \(draft.sender.map { AddressDisplay.of($0) } ?? "")",
                    "To: \(AddressDisplay.typed(draft.recipients.to))",
                    "Cc: \(AddressDisplay.typed(draft.recipients.cc))",
                    "Bcc: \(AddressDisplay.typed(draft.recipients.bcc))", "Subject: \(draft.subject)", "",
                ] + lines
        }
        octets = Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    /// The changes as one edit; `nil` if nothing changed.
    func edit(to edited: [UInt8], of draft: Draft) throws(CommandFailure) -> DraftEdit? {
        if edited == octets { return nil }
        var lines = TextLines.of(edited)
        var edits: [DraftEdit] = []
        if withHeader {
            let end = lines.firstIndex(of: "") ?? lines.count
            for line in lines[..<end] { edits += try Self.fields(line, of: draft) }
            lines = Array(lines.dropFirst(end + 1))
        }
        if lines.count != draft.lines.count || !zip(lines, draft.lines).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) {
            edits.append(.replaceLines(0..<draft.lines.count, lines))
        }
        return edits.isEmpty ? nil : .sequence(edits)
    }

    private static func fields(_ line: String, of draft: Draft) throws(CommandFailure) -> [DraftEdit] {
        let octets = Array(line.utf8)
        if ControlCharacterCheck.findsAny(in: octets) {
            throw .controlCharacter(in: "\"\(line)\"")
        }
        let colon = octets.firstIndex(of: 0x3A) ?? octets.count
        let name = String(decoding: octets[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: octets[colon...].dropFirst().drop { $0 == 0x20 }, as: UTF8.self)
        switch name {
        case "from":
            return AddressList(value).first { $0.email != nil }.map { [.setSender($0)] } ?? []
        case "to": return [.setRecipients(.to, addresses(value))]
        case "cc": return [.setRecipients(.cc, addresses(value))]
        case "bcc": return [.setRecipients(.bcc, addresses(value))]
        case "subject": return [.setSubject(value)]
        default:
            throw CommandFailure(
                .dataError, "notAField",
                "\"\(line)\" is above the first empty line, but is not From, To, Cc, Bcc or Subject. "
                    + "Nothing was changed.")
        }
    }

    private static func addresses(_ text: String) -> [Address] {
        AddressList(text).compactMap { entry in
            guard let email = entry.email ?? entry.name.map({ EmailAddress($0) }) else { return nil }
            let address = Address(name: entry.email == nil ? nil : entry.name, email: email)
            return email.isValid ? address : Address(email: EmailAddress(AddressDisplay.of(address)))
        }
    }
}
