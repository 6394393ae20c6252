public import MailTypes

/// The flags that a mailbox stores permanently [RFC 9051 §7.1, PERMANENTFLAGS].
public enum PermanentFlags: Hashable, Sendable {
    /// `\*`, or no response: a client should assume that all flags can be changed.
    case any
    case only(FlagSet)

    func allows(_ flag: Flag) -> Bool {
        switch self {
        case .any: flag != .recent
        case .only(let flags): flag != .recent && flags.contains(flag)
        }
    }
}
