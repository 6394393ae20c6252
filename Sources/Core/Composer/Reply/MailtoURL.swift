internal import InternetMessage
internal import MailTypes

/// A mailto URL, as passed by a web page or another program [RFC 6068].
///
/// The URL is untrusted: it may only set fields that the user sees and can change before sending. It never names a
/// file.
public struct MailtoURL: Sendable {
    /// Contains only the fields that the URL set.
    public let draft: Draft
    /// The names of the header fields that the URL set, in order, for display.
    public let fields: [String]
    /// The names of fields in the URL that are not permitted.
    public let ignored: [String]

    /// Whether a field other than body contains a line break or another control character, which no honest link does
    /// [RFC 6068 §7]. In the draft they are spaces.
    public let hasControlCharacters: Bool

    private static let scheme = Array("mailto:".utf8)
    private static let maximumSize = 1 << 20

    /// Returns `nil` if the bytes are not a mailto URL.
    public init?(_ url: [UInt8]) {
        guard url.count <= Self.maximumSize, url.count >= Self.scheme.count,
            url[..<Self.scheme.count].map({ $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }) == Self.scheme
        else { return nil }
        let rest = url[Self.scheme.count...].prefix { $0 != 0x23 }
        let question = rest.firstIndex(of: 0x3F) ?? rest.endIndex
        var reading = Reading()
        reading.addRecipients(PercentDecoding.decoded(rest[..<question]), to: .to, "to")
        for pair in rest[question...].dropFirst().split(separator: 0x26) {
            let equals = pair.firstIndex(of: 0x3D) ?? pair.endIndex
            reading.take(PercentDecoding.decoded(pair[..<equals]), PercentDecoding.decoded(pair[equals...].dropFirst()))
        }
        (draft, fields, ignored) = (reading.draft, reading.fields, reading.ignored)
        hasControlCharacters = reading.hasControlCharacters
    }

    /// The fields read so far.
    private struct Reading {
        var draft = Draft()
        var fields: [String] = []
        var ignored: [String] = []
        var hasControlCharacters = false

        mutating func take(_ name: [UInt8], _ value: [UInt8]) {
            let lowercase = String(decoding: name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
            if Self.hasControls(name) || lowercase != "body" && Self.hasControls(value) { hasControlCharacters = true }
            switch lowercase {
            case "to": addRecipients(value, to: .to, "to")
            case "cc": addRecipients(value, to: .cc, "cc")
            case "bcc": addRecipients(value, to: .bcc, "bcc")
            case "subject":
                let subject = Self.line(value).plainLine
                if subject.isEmpty { return }
                draft.subject = subject
                note("subject")
            case "body":
                draft.lines += SplitLines.of(Self.text(value))
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
            if Self.hasControls(list) { hasControlCharacters = true }
            let text = Self.line(list)
            let addresses = AddressList(text).filter { $0.email != nil }
            guard !addresses.isEmpty else { return }
            draft.recipients[field] += addresses.map { Address(name: $0.name?.plainLine, email: $0.email) }
            note(name)
        }

        private mutating func note(_ name: String) {
            if !fields.contains(name) { fields.append(name) }
        }

        private static func hasControls(_ octets: [UInt8]) -> Bool { octets.contains { $0 < 0x20 || $0 == 0x7F } }

        /// Replaces control characters other than tabs and line endings with spaces.
        private static func text(_ octets: [UInt8]) -> [UInt8] {
            octets.map { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F ? 0x20 : $0 }
        }

        /// Replaces control characters with spaces, so that a value cannot start another header field.
        private static func line(_ octets: [UInt8]) -> String {
            String(decoding: octets.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
        }
    }
}
