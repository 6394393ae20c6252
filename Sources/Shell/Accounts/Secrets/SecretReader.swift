internal import Disk
public import Platform
internal import Processes
public import SASL

/// Reads passwords and tokens from the configured source. Secrets are never stored, and errors never contain them.
public struct SecretReader: Sendable {
    /// The default timeout of a command, which leaves time to unlock a keyring.
    public static let limit = Duration.seconds(60)
    /// The maximum output of a command in bytes. Only the first line is used.
    private static let maximumOutput = 65_536

    private let environment: Environment
    private let limit: Duration

    public init(_ environment: Environment, within limit: Duration = SecretReader.limit) {
        self.environment = environment
        self.limit = limit
    }

    /// Runs the command or reads the file, and waits for it. Throws an error that says what to do. The tokens of a
    /// sign-in in a browser are not read here: they must be renewed.
    public func secret(from source: SecretSource) throws(SecretError) -> Secret {
        switch source {
        case .passwordCommand(let command), .tokenCommand(let command):
            try firstLine(of: try output(of: command), in: .command(command))
        case .keyring(let entry):
            try firstLine(of: try output(of: entry), in: .keyring(entry))
        case .passwordFile(let path):
            try firstLine(of: try contents(of: path), in: .file(path))
        case .oauth(let oauth):
            throw .noSignIn(oauth.name)
        }
    }

    /// Returns whether the keyring now returns an entry without asking the user to unlock it.
    public func canRead(_ entry: KeyringAttributes) -> Bool {
        // Unlike lookup, search never asks. The entry of a locked keyring has no secret.
        let found = try? output(of: "exec secret-tool search \"$@\"", entry.arguments)
        return found?.split(separator: 0x0A).contains { $0.starts(with: "secret = ".utf8) } ?? false
    }

    private func output(of command: String) throws(SecretError) -> [UInt8] {
        do throws(ProgramOutput.Failure) {
            return try output(of: command, [])
        } catch {
            throw .command(command, error.reason)
        }
    }

    private func output(of entry: KeyringAttributes) throws(SecretError) -> [UInt8] {
        do throws(ProgramOutput.Failure) {
            return try output(of: "exec secret-tool lookup \"$@\"", entry.arguments)
        } catch {
            throw .keyring(entry, error.reason)
        }
    }

    private func output(
        of command: String, _ arguments: [[UInt8]]
    ) throws(ProgramOutput.Failure) -> [UInt8] {
        try ProgramOutput.of(
            shell: Array(command.utf8), arguments, environment, within: limit, atMost: Self.maximumOutput)
    }

    private func contents(of path: Path) throws(SecretError) -> [UInt8] {
        do throws(PrivateFileReading.Problem) {
            return try PrivateFileReading.contents(of: path, atMost: Self.maximumOutput)
        } catch {
            throw .file(path, error)
        }
    }

    /// Returns the first line without its line ending. The rest is ignored.
    private func firstLine(of output: [UInt8], in place: SecretError.Place) throws(SecretError) -> Secret {
        let line = output.prefix { $0 != 0x0A }
        let secret = line.last == 0x0D ? line.dropLast() : line
        guard !secret.isEmpty else { throw .nothing(place) }
        guard let secret = Secret(Array(secret)) else { throw .unusable(place) }
        return secret
    }
}

extension ProgramOutput.Failure {
    var reason: SecretError.Reason {
        switch self {
        case .failed(.exited(let code)): .exited(code)
        case .failed(.killed(let signal)): .killed(signal)
        case .failed(.notStarted(let code)): .notStarted(code)
        case .timedOut: .timedOut
        case .tooLong: .tooLong
        }
    }
}
