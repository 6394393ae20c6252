public import Platform
internal import Processes
public import SASL

/// Stores passwords in the desktop keyring with secret-tool(1). Passwords are passed on standard input, where other
/// processes cannot see them.
public struct KeyringWriter: Sendable {
    private static let limit = Duration.seconds(60)
    private static let maximumOutput = 65_536

    private let environment: Environment

    public init(_ environment: Environment) {
        self.environment = environment
    }

    /// Whether a keyring seems to be available. Does not open it.
    public var isThere: Bool {
        guard environment["DBUS_SESSION_BUS_ADDRESS"] != nil else { return false }
        return (try? output(of: "command -v secret-tool", [], [])) != nil
    }

    /// Returns once the password can be read back. The user may have to unlock the keyring first.
    public func store(_ secret: Secret, as entry: KeyringAttributes, labelled label: String) throws(SecretError) {
        let command = "label=$1; shift; exec \(KeyringAttributes.writer) --label=\"$label\" \"$@\""
        do throws(ProgramOutput.Failure) {
            _ = try output(of: command, [Array(label.utf8)] + entry.arguments, secret.octets)
        } catch {
            throw .notStored(entry, error.reason)
        }
        let kept = try SecretReader(environment).secret(from: .keyring(entry))
        if kept.octets != secret.octets { throw .unusable(.keyring(entry)) }
    }

    /// Deletes an entry. Does nothing if it does not exist.
    public func forget(_ entry: KeyringAttributes) {
        _ = try? output(of: "exec secret-tool clear \"$@\"", entry.arguments, [])
    }

    private func output(
        of command: String, _ arguments: [[UInt8]], _ input: [UInt8]
    ) throws(ProgramOutput.Failure) -> [UInt8] {
        try ProgramOutput.of(
            shell: Array(command.utf8), arguments, input: input, environment, within: Self.limit,
            atMost: Self.maximumOutput)
    }
}
