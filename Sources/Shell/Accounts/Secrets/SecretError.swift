public import Disk

/// Why a password or token could not be read. The description says what to do, and contains nothing of the secret.
public enum SecretError: Error, Hashable, Sendable {
    public enum Place: Hashable, Sendable {
        case command(String)
        case keyring(KeyringAttributes)
        case file(Path)
    }

    public enum Reason: Hashable, Sendable {
        case exited(Int32)
        case killed(Int32)
        /// The value is an errno.
        case notStarted(Int32)
        case timedOut
        case tooLong
    }

    case command(String, Reason)
    /// secret-tool(1), which reads the entry, failed.
    case keyring(KeyringAttributes, Reason)
    /// secret-tool(1), which stores the entry, failed.
    case notStored(KeyringAttributes, Reason)
    case file(Path, PrivateFileReading.Problem)
    /// The first line is empty.
    case nothing(Place)
    /// The first line contains a NUL or is too long.
    case unusable(Place)
    /// The provider needs a sign-in in a browser.
    case noSignIn(String)

    /// Whether the keyring did not return its entry, for example because it is locked. `SecretReader.canRead` tells when
    /// it does.
    public var isOfKeyring: Bool {
        if case .keyring = self { true } else { false }
    }

    /// Why the keyring could not be used, as a clause.
    public var keyringProblem: String {
        switch self {
        case .keyring(_, .exited(127)), .notStored(_, .exited(127)): "secret-tool was not found"
        case .keyring(_, .timedOut), .notStored(_, .timedOut): "it did not answer in time"
        case .keyring, .notStored: "it is locked or not running"
        default: "it did not return what was stored"
        }
    }
}

extension SecretError: CustomStringConvertible {
    public var description: String { sentence(replacing: "petrel setup") }

    /// `command` stores the entry of the keyring again.
    public func sentence(replacing command: String) -> String {
        switch self {
        case .command(let command, let reason): Self.sentence(command, reason)
        case .keyring(let entry, let reason): Self.sentence(entry, reason, command)
        case .notStored(let entry, _):
            "The keyring's entry \(entry) could not be stored, because \(keyringProblem). Unlock the keyring, or start it, and try again."
        case .nothing(.keyring(let entry)):
            "The keyring's entry \(entry) is empty. To replace it, type: \(command)"
        case .file(let path, let problem): Self.sentence(path, problem)
        case .nothing(let place): "There is no password in the first line of \(place). Put it there and try again."
        case .unusable(let place): "The first line of \(place) cannot be a password: it is too long or contains a NUL."
        case .noSignIn(let provider): "\(provider) needs a sign-in in a browser. Type: petrel account sign-in"
        }
    }

    private static func sentence(_ command: String, _ reason: Reason) -> String {
        let again = "Run it yourself to see its output, then try again."
        switch reason {
        case .exited(127): return "The command \"\(command)\" was not found (127). Install it, or correct its name."
        case .exited(let code): return "The command \"\(command)\" gave no password: it ended with \(code). \(again)"
        case .killed(let signal): return "The command \"\(command)\" was killed by signal \(signal). \(again)"
        case .notStarted(let code): return "The command \"\(command)\" could not be started (error \(code)). Try again."
        case .timedOut:
            return """
                The command "\(command)" printed no password in time and was stopped. It cannot ask on this terminal: unlock what \
                it needs, then try again.
                """
        case .tooLong: return "The command \"\(command)\" printed far more than a password. \(again)"
        }
    }

    private static func sentence(_ entry: KeyringAttributes, _ reason: Reason, _ command: String) -> String {
        let advice = "Unlock the keyring, or start it, and try again. If it lacks the entry, type: \(command)"
        switch reason {
        case .exited(127):
            return
                "secret-tool, which reads the keyring's entry \(entry), was not found. Install it: its package is libsecret-tools. If the keyring is locked, unlock it."
        case .timedOut: return "The keyring did not return its entry \(entry) in time. \(advice)"
        case .exited, .killed, .notStarted, .tooLong:
            return "The keyring returned no password for its entry \(entry). \(advice)"
        }
    }

    private static func sentence(_ path: Path, _ problem: PrivateFileReading.Problem) -> String {
        switch problem {
        case .file(let error): return "\(error) The password should be in its first line."
        case .foreign: return "\(path) belongs to another user, so its password is not used. Make a file of your own."
        case .open(let permissions):
            let octal = String(permissions, radix: 8)
            return
                "Others can open \(path) (it has the mode \(octal)). Type chmod 600 \(path), and change the password."
        case .notAFile: return "\(path) is not a file. Name one whose first line is the password."
        case .tooLarge: return "\(path) is far larger than a password. Is it the right file?"
        }
    }
}

extension SecretError.Place: CustomStringConvertible {
    public var description: String {
        switch self {
        case .command(let command): "what the command \"\(command)\" prints"
        case .keyring(let entry): "the keyring's entry \(entry)"
        case .file(let path): "\(path)"
        }
    }
}
