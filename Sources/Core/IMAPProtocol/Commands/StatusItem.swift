/// A data item that STATUS can request.
public enum StatusItem: String, CaseIterable, Hashable, Sendable {
    case messages = "MESSAGES"
    case uidNext = "UIDNEXT"
    case uidValidity = "UIDVALIDITY"
    case unseen = "UNSEEN"
    case highestModSequence = "HIGHESTMODSEQ"
    case size = "SIZE"
    case appendLimit = "APPENDLIMIT"
}
