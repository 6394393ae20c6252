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

    /// Whether the file has lost everything that petrel wrote into it. That is no text of the user: the disk was full, or
    /// the editor was to be left without a change, as with git commit.
    func isEmptied(in edited: [UInt8]) -> Bool {
        Self.isBlank(edited) && !Self.isBlank(octets)
    }

    private static func isBlank(_ octets: [UInt8]) -> Bool {
        octets.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// The changes as one edit; `nil` if nothing changed.
    func edit(to edited: [UInt8], of draft: Draft) throws(CommandFailure) -> DraftEdit? {
        if edited == octets { return nil }
        var lines = TextLines.of(edited)
        var edits: [DraftEdit] = []
        if withHeader {
            let end = lines.firstIndex(of: "") ?? lines.count
            edits = try EditedHeader(lines[..<end]).edits
            lines = Array(lines.dropFirst(end + 1))
        }
        if lines.count != draft.lines.count || !zip(lines, draft.lines).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) {
            edits.append(.replaceLines(0..<draft.lines.count, lines))
        }
        return edits.isEmpty ? nil : .sequence(edits)
    }
}

/// The header of a draft as it was edited.
private struct EditedHeader {
    private var sender: Address?
    private var recipients = Recipients()
    private var subject = ""
    /// The fields of which a draft has only one, as far as they have been read.
    private var single: Set<String> = []

    init(_ lines: some Sequence<String>) throws(CommandFailure) {
        for line in lines { try add(line) }
    }

    /// Sets all fields, because one without a line was deleted. Only the sender stays, which every draft has.
    var edits: [DraftEdit] {
        let people: [DraftEdit] = [Recipients.Field.to, .cc, .bcc].map { .setRecipients($0, recipients[$0]) }
        return (sender.map { [.setSender($0)] } ?? []) + people + [.setSubject(subject)]
    }

    private mutating func add(_ line: String) throws(CommandFailure) {
        let octets = Array(line.utf8)
        if ControlCharacterCheck.findsAny(in: octets) {
            throw .controlCharacter(in: "\"\(line)\"")
        }
        let colon = octets.firstIndex(of: 0x3A) ?? octets.count
        let name = String(decoding: octets[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: octets[colon...].dropFirst().drop { $0 == 0x20 }, as: UTF8.self)
        switch name {
        case "from": sender = AddressList(value).first { $0.email != nil }
        case "to": recipients.to += Self.addresses(value)
        case "cc": recipients.cc += Self.addresses(value)
        case "bcc": recipients.bcc += Self.addresses(value)
        case "subject": subject = value
        default:
            throw CommandFailure(
                .dataError, "notAField",
                "\"\(line)\" is above the first empty line, but is not From, To, Cc, Bcc or Subject. "
                    + "Nothing was changed.")
        }
        if ["from", "subject"].contains(name), !single.insert(name).inserted {
            throw CommandFailure(
                .dataError, "badHeader", "\"\(line)\" is a second line of this field. Nothing was changed.")
        }
    }

    private static func addresses(_ text: String) -> [Address] {
        AddressList(text).compactMap { entry in
            guard let email = entry.email ?? entry.name.map({ EmailAddress($0) }) else {
                return entry.isEmptyGroup ? entry : nil
            }
            if email.isValid {
                return Address(name: entry.email == nil ? nil : entry.name, email: email, group: entry.group)
            }
            return Address(
                email: EmailAddress(
                    AddressDisplay.of(Address(name: entry.email == nil ? nil : entry.name, email: email))))
        }
    }
}
