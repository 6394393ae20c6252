public import Disk
internal import MailTypes
public import SASL

/// Where an account's password or token comes from. Secrets are never written to a configuration file.
public enum SecretSource: Hashable, Sendable {
    /// The first line of the output of a shell command.
    case passwordCommand(String)
    /// The first line of a file that only its owner can read.
    case passwordFile(Path)
    /// An entry in the desktop keyring.
    case keyring(KeyringAttributes)
    /// A token for OAUTHBEARER or XOAUTH2 [RFC 7628]: the first line of the output of a shell command.
    case tokenCommand(String)
    /// Tokens of a sign-in by petrel itself, in a browser [RFC 8252].
    case oauth(OAuthConfiguration)

    public var kind: Credentials.Kind {
        switch self {
        case .passwordCommand, .passwordFile, .keyring: .password
        case .tokenCommand, .oauth: .token
        }
    }
}

/// The age limit of the mail that is kept locally.
public enum MailWindow: Hashable, Sendable {
    case days(Int)
    case all

    public static let standard = MailWindow.days(30)

    /// Parses `all`, or a number of days from 1 to 36500 such as `30d`.
    public init?(_ text: String) {
        if text.utf8.elementsEqual("all".utf8) {
            self = .all
            return
        }
        let digits = text.utf8.dropLast()
        guard text.utf8.last == 0x64, (1...5).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }),
            let days = Int(String(decoding: digits, as: UTF8.self)), (1...36_500).contains(days)
        else { return nil }
        self = .days(days)
    }

    public var text: String {
        switch self {
        case .days(let days): "\(days)d"
        case .all: "all"
        }
    }
}

/// Who stores a copy of sent mail in the Sent mailbox on the server.
public enum SentCopy: String, CaseIterable, Sendable {
    /// petrel.
    case append
    /// Depends on the provider.
    case automatic = "auto"
    /// Determined by searching the Sent mailbox after sending.
    case probe
}

/// The length of the undo period in seconds.
public enum UndoWindow: Int, CaseIterable, Sendable {
    case none = 0
    case five = 5
    case ten = 10
    case fifteen = 15
    case thirty = 30

    public init?(_ text: String) {
        guard let match = Self.allCases.first(where: { String($0.rawValue).utf8.elementsEqual(text.utf8) }) else {
            return nil
        }
        self = match
    }

    public static let rule = "0, 5, 10, 15 or 30 seconds"
}

/// Which parts of a message a sync downloads.
public enum AttachmentFetching: String, CaseIterable, Sendable {
    /// The text. Attachments are fetched on demand.
    case textOnly = "text"
    case all
}
