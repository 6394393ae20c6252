private import Glibc
public import MessageSecurity
public import Platform
public import Processes

/// Runs gpg and gpgsm. They keep the keys, ask for passphrases through their agent, and decide whom a key belongs to.
///
/// Neither is run with a shell, nothing is written to the disk, and neither looks for keys or revocation lists in the
/// network, because that would tell others that a message is being read.
public struct GnuPG {
    /// Whether the agent may ask for a passphrase.
    public enum Prompting: Hashable, Sendable {
        /// It may not: only keys without a passphrase, and those whose passphrase the agent remembers, can be used.
        case none
        /// It may, on the screen or on this terminal, which is empty if there is none.
        case allowed(terminal: [UInt8])
    }

    public enum Failure: Error, Sendable {
        /// The program is not installed.
        case notInstalled(SecurityMethod)
        case timedOut(SecurityMethod)
        /// The content is longer than the limit.
        case tooLong
        /// The user has stopped it.
        case stopped
        /// The program could not be run.
        case notRun(SecurityMethod, ChildProcess.End)
    }

    /// The maximum length of a decrypted message in bytes. A short message can decompress to a very long one.
    public static let longestContent = 256 << 20
    /// How long a program may work, and how long while a user may have to type a passphrase.
    private static let limit = Duration.seconds(60)
    private static let limitWithPassphrase = Duration.seconds(600)

    private let environment: Environment
    private let prompting: Prompting
    private let isStopped: () -> Bool

    public init(
        _ environment: Environment, prompting: Prompting, isStopped: @escaping () -> Bool = { false }
    ) {
        self.prompting = prompting
        self.isStopped = isStopped
        if case .allowed(let terminal) = prompting, environment["GPG_TTY"] == nil, !terminal.isEmpty {
            self.environment = environment.adding([("GPG_TTY", terminal)])
        } else {
            self.environment = environment
        }
    }

    // MARK: - Reading

    /// Verifies a detached signature.
    public func verify(
        _ content: [UInt8], signature: [UInt8], _ method: SecurityMethod
    ) throws(Failure) -> GnuPGReport {
        let words = ["--verify", "--", "/dev/fd/\(StatusReportingProgram.firstFile)", "-"]
        let result = try run(method, words, input: content, files: [signature], mayAsk: false)
        return GnuPGReport(result.report, method: method)
    }

    /// Decrypts, and verifies the signatures inside. Also returns the text of an OpenPGP message that is only signed.
    public func decrypt(
        _ data: [UInt8], _ method: SecurityMethod
    ) throws(Failure) -> (content: [UInt8], report: GnuPGReport) {
        // This makes gpg stop early. The limit on what is read holds in any case.
        let bounds = method == .openPGP ? ["--max-output", "\(Self.longestContent)"] : []
        let result = try run(method, bounds + ["--decrypt", "--", "-"], input: data, mayAsk: true)
        return (result.output, GnuPGReport(result.report, method: method))
    }

    /// Verifies a CMS object that contains its content, and returns that.
    public func open(_ data: [UInt8]) throws(Failure) -> (content: [UInt8], report: GnuPGReport) {
        let result = try run(.smime, ["--output", "-", "--verify", "--", "-"], input: data, mayAsk: false)
        return (result.output, GnuPGReport(result.report, method: .smime))
    }

    // MARK: - Writing

    /// Makes a detached signature of content in its canonical form: ASCII armor for OpenPGP, DER for S/MIME.
    public func sign(
        _ content: [UInt8], as signer: String, _ method: SecurityMethod
    ) throws(Failure) -> (signature: [UInt8], report: GnuPGReport) {
        let form = method == .openPGP ? ["--armor", "--digest-algo", "SHA256"] : []
        let words = form + ["--local-user", signer, "--detach-sign", "--", "-"]
        let result = try run(method, words, input: content, mayAsk: true)
        return (result.output, GnuPGReport(result.report, method: method))
    }

    /// Encrypts content to keys, given by their fingerprints. Those in `hidden` are not named in the result, which only
    /// OpenPGP can do. With `signer`, the content is also signed inside.
    public func encrypt(
        _ content: [UInt8], to recipients: [String], hidden: [String] = [], signer: String? = nil,
        _ method: SecurityMethod
    ) throws(Failure) -> (data: [UInt8], report: GnuPGReport) {
        // The caller has chosen the keys, so that gpg need not ask whether to use one that is not certified.
        var words =
            method == .openPGP ? ["--armor", "--trust-model", "always", "--no-encrypt-to"] : ["--no-encrypt-to"]
        for recipient in recipients { words += ["--recipient", recipient] }
        for recipient in hidden { words += ["--hidden-recipient", recipient] }
        if let signer { words += ["--local-user", signer, "--sign"] }
        let result = try run(method, words + ["--encrypt", "--", "-"], input: content, mayAsk: signer != nil)
        return (result.output, GnuPGReport(result.report, method: method))
    }

    // MARK: - Keys

    /// Returns the keys or certificates that a fingerprint, an address in angle brackets or a part of a name selects.
    public func keys(_ selector: String, _ method: SecurityMethod, secret: Bool = false) throws(Failure) -> [PublicKey]
    {
        let words = ["--with-colons", secret ? "--list-secret-keys" : "--list-keys", "--", selector]
        let fixed = method == .openPGP ? ["--fixed-list-mode"] : []
        return PublicKey.list(try run(method, fixed + words, input: [], mayAsk: false).output)
    }

    /// Imports keys, as armor or binary.
    public func importKeys(_ octets: [UInt8], _ method: SecurityMethod) throws(Failure) -> GnuPGReport {
        let options = method == .openPGP ? ["--import-options", "import-minimal"] : []
        let result = try run(method, options + ["--import", "--", "-"], input: octets, mayAsk: false)
        return GnuPGReport(result.report, method: method)
    }

    /// Returns a key in its smallest form: the primary key, the newest subkeys and this user ID [Autocrypt 1.1 §2.2].
    public func exportKey(_ fingerprint: String, userID address: String) throws(Failure) -> [UInt8] {
        let words = [
            "--export-options", "export-minimal,no-export-attributes", "--export-filter", "keep-uid=mbox=\(address)",
            "--export", "--", fingerprint,
        ]
        return try run(.openPGP, words, input: [], mayAsk: false).output
    }

    // MARK: - Running

    /// Options of every run. Those of the user's own configuration apply too, except where these forbid something.
    private func options(_ method: SecurityMethod) -> [String] {
        var words = ["--batch", "--no-tty", "--status-fd", "\(StatusReportingProgram.statusDescriptor)"]
        switch method {
        case .openPGP: words += ["--no-auto-key-retrieve", "--no-auto-key-locate", "--display-charset", "utf-8"]
        case .smime: words += ["--disable-dirmngr", "--disable-crl-checks"]
        }
        if prompting == .none { words += ["--pinentry-mode", "error"] }
        return words
    }

    /// The name of the program.
    public static func program(_ method: SecurityMethod) -> String {
        switch method {
        case .openPGP: "gpg"
        case .smime: "gpgsm"
        }
    }

    private func run(
        _ method: SecurityMethod, _ words: [String], input: [UInt8], files: [[UInt8]] = [], mayAsk: Bool
    ) throws(Failure) -> StatusReportingProgram.Result {
        let all = ([Self.program(method)] + options(method) + words).map { Array($0.utf8) }
        let limit = mayAsk && prompting != .none ? Self.limitWithPassphrase : Self.limit
        let terminal = mayAsk && prompting != .none ? SavedTerminalAttributes(of: environment["GPG_TTY"] ?? []) : nil
        defer { terminal?.restore() }
        let result: StatusReportingProgram.Result
        do throws(ProgramOutput.Failure) {
            result = try StatusReportingProgram.run(
                all, input: input, files: files, environment, within: limit, atMost: Self.longestContent,
                isStopped: isStopped)
        } catch {
            switch error {
            case .failed(.notStarted(ENOENT)): throw .notInstalled(method)
            case .failed(let end): throw .notRun(method, end)
            case .timedOut: throw .timedOut(method)
            case .tooLong: throw .tooLong
            }
        }
        switch result.end {
        case .exited(127) where result.report.isEmpty && result.output.isEmpty: throw .notInstalled(method)
        case .exited: return result
        case .killed(SIGINT): throw .stopped
        case .killed, .notStarted: throw .notRun(method, result.end)
        }
    }
}
