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
        email = MailtoAddress.decoded(line.value) ?? line.parameter("EMAIL").flatMap { MailtoAddress.plain($0.utf8) }
    }
}
