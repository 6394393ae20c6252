internal import InternetMessage
internal import LineEditing
internal import MessageSecurity
internal import Terminal

/// A message as a page to read: header, attachments and text.
struct MessagePage {
    private let message: Message
    private let isAccessible: Bool
    private let hasNumberedLinks: Bool
    private let invitation: InvitationPage?
    private let isHere: (Part) -> Bool
    /// The line in place of so many quoted lines; `nil` to show them.
    var quoteNotice: ((Int) -> String)?
    /// What is known about signatures and encryption, if there are any.
    var security: SecurityFindingsFormatter?

    /// `isHere`: whether the content of a part is on this machine.
    init(
        _ message: Message, isAccessible: Bool, hasNumberedLinks: Bool = false, invitation: InvitationPage? = nil,
        isHere: @escaping (Part) -> Bool = { $0.missing == nil }
    ) {
        self.message = message
        self.isAccessible = isAccessible
        self.hasNumberedLinks = hasNumberedLinks
        self.invitation = invitation
        self.isHere = isHere
    }

    func write(to output: inout Output) {
        let summary = MessageFormatter(message, isAccessible: isAccessible, hasNumberedLinks: hasNumberedLinks)
        summary.writeFields(to: &output)
        for (label, value) in security?.fields(isAccessible: isAccessible) ?? [] {
            summary.field(label, value, to: &output)
        }
        for note in notes { summary.field("Note", note, to: &output) }
        for (index, part) in message.root.attachments.enumerated() {
            summary.field("Attached", "a\(index + 1) \(Self.line(on: part, isHere: isHere(part)))", to: &output)
        }
        for (label, value) in invitation?.fields(isAccessible: isAccessible) ?? [] {
            summary.field(label, value, to: &output)
        }
        summary.writeText(to: &output, quoteNotice: quoteNotice)
        security?.writeSeparateParts(isAccessible: isAccessible, to: &output)
    }

    /// Returns "plan.pdf (application/pdf, 5.3 KB)", followed by "on the server" if it is not here.
    static func line(on part: Part, isHere: Bool = true) -> String {
        let type = part.contentType
        let name = part.filename.flatMap { $0.isEmpty ? nil : $0 } ?? "without a name"
        let place = isHere ? "" : ", on the server"
        return TerminalSafeText.line(
            "\(name) (\(type.type)/\(type.subtype), \(ByteCountText.of(part.contentSize))\(place))")
    }

    // MARK: - Notes about the message

    private var notes: [String] {
        var notes: [String] = []
        Self.collect(message.root, depth: 0, hasInvitation: invitation != nil, into: &notes)
        return notes
    }

    /// The depth to search: mailing lists may wrap a message in another multipart.
    private static let deepest = 4

    private static func collect(_ part: Part, depth: Int, hasInvitation: Bool, into notes: inout [String]) {
        if let note = note(on: part, hasInvitation: hasInvitation), !notes.contains(note) { notes.append(note) }
        guard part.kind == .multipart, depth < deepest, !part.contentType.is("multipart", "encrypted") else { return }
        for child in part.children.prefix(Part.mostAttachments) {
            collect(child, depth: depth + 1, hasInvitation: hasInvitation, into: &notes)
        }
    }

    /// `hasInvitation`: whether the fields of the invitation and what to answer are shown.
    private static func note(on part: Part, hasInvitation: Bool) -> String? {
        if let size = part.fullSize {
            return "too large: this is the beginning of a text of \(ByteCountText.of(size))."
        }
        let type = part.contentType
        if type.is("multipart", "encrypted") {
            return SecuredPart(part) == nil
                ? "encrypted, in a form that is not the standard's. Its parts can be saved." : nil
        }
        if type.is("multipart", "signed") {
            return SecuredPart(part) == nil
                ? "signed, in a form that is not the standard's, so it was not verified." : nil
        }
        if type.is("text", "calendar") {
            let saved = hasInvitation ? "" : "; its calendar part can be saved"
            switch (type.parameters["method"] ?? "").lowercased() {
            case "request": return hasInvitation ? nil : "an invitation; its calendar part can be saved."
            case "reply": return "a reply to an invitation\(saved)."
            case "cancel": return "a cancelled invitation\(saved)."
            default: return hasInvitation ? nil : "with a calendar part, which can be saved."
            }
        }
        return nil
    }
}
