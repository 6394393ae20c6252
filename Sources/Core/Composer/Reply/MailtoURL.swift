internal import InternetMessage
internal import MailTypes

/// A mailto URL, as a web page or another program hands it over [RFC 6068].
///
/// Whoever wrote the URL is not the person who will send the mail: it can fill in what that person sees and may change,
/// and nothing else. It never names a file.
public struct MailtoURL: Sendable {
    /// With the fields that the URL set, and no others.
    public let draft: Draft
    /// The header fields that the URL set, by name, in their order, for showing.
    public let fields: [String]
    /// The names of those that it tried to set and may not.
    public let ignored: [String]

    private static let scheme = Array("mailto:".utf8)
    private static let maximumSize = 1 << 20

    /// `nil` for anything else than a mailto URL.
    public init?(_ url: [UInt8]) {
        guard url.count <= Self.maximumSize, url.count >= Self.scheme.count,
            url[..<Self.scheme.count].map({ $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }) == Self.scheme
        else { return nil }
        let rest = url[Self.scheme.count...].prefix { $0 != 0x23 }
        let question = rest.firstIndex(of: 0x3F) ?? rest.endIndex
        var reading = Reading()
        reading.addRecipients(PercentEncoding.decoded(rest[..<question]), to: .to, "to")
        for pair in rest[question...].dropFirst().split(separator: 0x26) {
            let equals = pair.firstIndex(of: 0x3D) ?? pair.endIndex
            reading.take(PercentEncoding.decoded(pair[..<equals]), PercentEncoding.decoded(pair[equals...].dropFirst()))
        }
        (draft, fields, ignored) = (reading.draft, reading.fields, reading.ignored)
    }

    /// What has been read so far.
    private struct Reading {
        var draft = Draft()
        var fields: [String] = []
        var ignored: [String] = []

        mutating func take(_ name: [UInt8], _ value: [UInt8]) {
            switch String(decoding: name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self) {
            case "to": addRecipients(value, to: .to, "to")
            case "cc": addRecipients(value, to: .cc, "cc")
            case "bcc": addRecipients(value, to: .bcc, "bcc")
            case "subject":
                let subject = Self.line(value).plainLine
                if subject.isEmpty { return }
                draft.subject = subject
                note("subject")
            case "body":
                draft.lines += Lines.of(Self.text(value))
                if !draft.lines.isEmpty { note("body") }
            case "in-reply-to":
                let ids = MessageIDList(Self.line(value)).filter(\.isValid)
                if let id = ids.first {
                    (draft.inReplyTo, draft.references) = ([id], [id])
                    note("in-reply-to")
                }
            default:
                let shown = Self.line(name)
                if ignored.count < 20, !shown.isEmpty { ignored.append(shown) }
            }
        }

        mutating func addRecipients(_ list: [UInt8], to field: Recipients.Field, _ name: String) {
            let text = Self.line(list)
            let addresses = AddressList(text).filter { $0.email != nil }
            guard !addresses.isEmpty else { return }
            draft.recipients[field] += addresses.map { Address(name: $0.name?.plainLine, email: $0.email) }
            note(name)
        }

        private mutating func note(_ name: String) {
            if !fields.contains(name) { fields.append(name) }
        }

        /// Control characters other than those of text are blanks.
        private static func text(_ octets: [UInt8]) -> [UInt8] {
            octets.map { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F ? 0x20 : $0 }
        }

        /// Control characters are blanks: nothing of a header begins in the middle of a value.
        private static func line(_ octets: [UInt8]) -> String {
            String(decoding: octets.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
        }
    }
}
