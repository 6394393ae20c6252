internal import MailTypes

/// Assembles a message from its fetched parts. The headers of the message and of its parts are kept byte for byte. A
/// part that was not fetched is replaced by a `message/external-body` reference to it [RFC 2046 §5.2.3, RFC 2017].
public struct PartAssembly: Sendable {
    /// The size of the message on the server, in bytes.
    public let size: UInt64
    /// The URL of the message on its server, without a section: `imap://mail.example.org/INBOX;UIDVALIDITY=1/;UID=7`
    /// [RFC 5092].
    public let url: [UInt8]

    public init(size: UInt64, url: [UInt8]) {
        self.size = size
        self.url = url
    }

    /// Returns `nil` if a section is missing or does not match the structure that the server sent. The caller then
    /// fetches the whole message.
    public func message(_ root: ChosenPart, of sections: [BodySection: [UInt8]]) -> [UInt8]? {
        guard let header = sections[.header], let end = Self.ended(header), end.isEmpty else { return nil }
        var message = Array("\(PartialMessageMarkers.partial): size=\(size)\r\n".utf8)
        if case .beginning(let size) = root.kind { message += Self.cut(size) }
        message += header
        guard append(root, sections, to: &message) else { return nil }
        return message
    }

    private func append(_ part: ChosenPart, _ sections: [BodySection: [UInt8]], to message: inout [UInt8]) -> Bool {
        switch part.kind {
        case .multipart(let boundary, let children):
            for child in children {
                message += [ASCII.hyphen, ASCII.hyphen] + boundary + Self.lineEnd
                let section = BodySection(part: child.path, .mime)
                guard let header = sections[section], let end = Self.ended(header) else { return false }
                switch child.kind {
                case .missing(let size): message += external(child.path, size)
                case .beginning(let size): message += Self.cut(size)
                case .multipart, .content: break
                }
                message += header + end
                guard append(child, sections, to: &message) else { return false }
                message += Self.lineEnd
            }
            message += [ASCII.hyphen, ASCII.hyphen] + boundary + [ASCII.hyphen, ASCII.hyphen]
            if part.path.isEmpty { message += Self.lineEnd }
            return true
        case .content:
            guard let content = sections[BodySection(part: part.path)] else { return false }
            message += content
            return true
        case .beginning(let size):
            guard let content = sections[BodySection(part: part.path)], content.count == PartSelection.longestText,
                size > PartSelection.longestText
            else { return false }
            // Drop a last line that was cut in the middle.
            message += content[...(content.lastIndex(of: ASCII.lf) ?? content.endIndex - 1)]
            return true
        case .missing:
            return true
        }
    }

    private static let lineEnd = [ASCII.cr, ASCII.lf]

    /// Returns what must be appended to the header so that it ends with an empty line, or `nil` if its last line has no
    /// CRLF.
    private static func ended(_ header: [UInt8]) -> [UInt8]? {
        if header.isEmpty || header == lineEnd { return header.isEmpty ? lineEnd : [] }
        guard header.suffix(2) == lineEnd[...] else { return nil }
        return header.suffix(4).elementsEqual(lineEnd + lineEnd) ? [] : lineEnd
    }

    private static func cut(_ size: UInt64) -> [UInt8] {
        Array("\(PartialMessageMarkers.cut): size=\(size)\r\n".utf8)
    }

    private func external(_ path: [UInt32], _ size: UInt64) -> [UInt8] {
        let number = path.map { String($0) }.joined(separator: ".")
        return Array("Content-Type: message/external-body; access-type=URL; size=\(size);\r\n URL=\"".utf8) + url
            + Array("/;SECTION=\(number)\"\r\n\r\n".utf8)
    }
}
