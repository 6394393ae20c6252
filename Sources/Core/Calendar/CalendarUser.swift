public import MailTypes

/// An organizer or attendee.
public struct CalendarUser: Sendable {
    public let name: String?
    /// `nil` if it is not a mail address.
    public let email: EmailAddress?
    /// What an attendee has answered.
    public let answer: Answer
    /// A room or a thing, not a person.
    public let isResource: Bool
    public let isOptional: Bool

    public enum Answer: String, Sendable {
        case none = "NEEDS-ACTION"
        case accepted = "ACCEPTED"
        case declined = "DECLINED"
        case tentative = "TENTATIVE"
        case delegated = "DELEGATED"
    }

    init(_ line: ContentLine) {
        name = line.parameter("CN").flatMap { $0.isEmpty ? nil : $0 }
        answer = line.parameter("PARTSTAT").flatMap { Answer(rawValue: $0.uppercased()) } ?? .none
        let kind = line.parameter("CUTYPE")?.uppercased()
        isResource = kind == "RESOURCE" || kind == "ROOM"
        isOptional = ["OPT-PARTICIPANT", "NON-PARTICIPANT"].contains(line.parameter("ROLE")?.uppercased())
        email = Self.email(line.value) ?? line.parameter("EMAIL").flatMap { Self.email("mailto:\($0)") }
    }

    private static func email(_ value: String) -> EmailAddress? {
        let scheme = value.prefix(7)
        guard scheme.lowercased() == "mailto:" else { return nil }
        let address = EmailAddress(String(value.dropFirst(7)))
        return address.domain == nil ? nil : address
    }
}
