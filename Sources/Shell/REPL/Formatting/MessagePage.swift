internal import InternetMessage
internal import LineEditing
internal import Terminal

/// A message as a page to read: header, attachments and text.
struct MessagePage {
    private let message: Message
    private let isAccessible: Bool
    private let isHere: (Part) -> Bool

    /// `isHere`: whether the content of a part is on this machine.
    init(_ message: Message, isAccessible: Bool, isHere: @escaping (Part) -> Bool = { $0.missing == nil }) {
        self.message = message
        self.isAccessible = isAccessible
        self.isHere = isHere
    }

    func write(to output: inout Output) {
        let summary = MessageFormatter(message, isAccessible: isAccessible)
        summary.writeFields(to: &output)
        for note in notes { summary.field("Note", note, to: &output) }
        for (index, part) in message.root.attachments.enumerated() {
            summary.field("Attached", "a\(index + 1) \(Self.line(on: part, isHere: isHere(part)))", to: &output)
        }
        summary.writeText(to: &output)
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
        Self.collect(message.root, depth: 0, into: &notes)
        return notes
    }

    /// The depth to search: mailing lists may wrap a message in another multipart.
    private static let deepest = 4

    private static func collect(_ part: Part, depth: Int, into notes: inout [String]) {
        if let note = note(on: part), !notes.contains(note) { notes.append(note) }
        guard part.kind == .multipart, depth < deepest, !part.contentType.is("multipart", "encrypted") else { return }
        for child in part.children.prefix(Part.mostAttachments) { collect(child, depth: depth + 1, into: &notes) }
    }

    private static func note(on part: Part) -> String? {
        if let size = part.fullSize {
            return "too large: this is the beginning of a text of \(ByteCountText.of(size))."
        }
        let type = part.contentType
        let parameter = { (name: String) in type.parameters.entries.first { $0.name == name }?.value ?? "" }
        if type.is("multipart", "encrypted") {
            let method = method(parameter("protocol"))
            return "encrypted\(method). petrel does not decrypt; its parts can be saved."
        }
        if type.is("multipart", "signed") {
            return "signed\(method(parameter("protocol"))). petrel does not verify signatures."
        }
        if type.is("application", "pkcs7-mime") || type.is("application", "x-pkcs7-mime") {
            return parameter("smime-type").lowercased().contains("signed")
                ? "signed (S/MIME), text and signature in one part that can be saved."
                : "encrypted (S/MIME). petrel does not decrypt; the part can be saved."
        }
        if type.is("text", "calendar") {
            switch parameter("method").lowercased() {
            case "request": return "an invitation; its calendar part can be saved."
            case "reply": return "a reply to an invitation; its calendar part can be saved."
            case "cancel": return "a cancelled invitation; its calendar part can be saved."
            default: return "with a calendar part, which can be saved."
            }
        }
        return nil
    }

    /// Returns the name of a signature or encryption protocol [RFC 3156, RFC 8551].
    private static func method(_ name: String) -> String {
        let name = name.lowercased()
        return name.contains("pgp") ? " (PGP)" : name.contains("pkcs7") ? " (S/MIME)" : ""
    }
}
