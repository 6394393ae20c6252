internal import Accounts
internal import Disk
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import Platform

/// A log with a line about each attempt to send a message, in the format of msmtp. It never contains a secret.
///
/// A line is on the disk before the next message is sent. The log is renamed when it is large, so that there are at most
/// two files.
struct SubmissionAttemptLog: Sendable {
    private let path: Path
    private let system: any FileSystem
    private let zone: LocalTimeZone
    private let clock: any Clock

    /// The size in bytes at which a new log is begun.
    private static let maximumSize = 1 << 20
    private static let olderEnd = Array(".1".utf8)
    private static let lockEnd = Array(".lock".utf8)

    /// Returns `nil` if the user wants no log.
    init?(_ home: Home, _ environment: Environment, _ zone: LocalTimeZone, _ clock: any Clock) {
        guard let file = Settings(of: home)[.sendLog], !file.isEmpty else { return nil }
        path = Path(file).absolute(in: environment)
        system = home.system
        self.zone = zone
        self.clock = clock
    }

    /// Writes a line. Returns a sentence if that is impossible.
    func record(_ attempt: SubmissionAttempt) -> String? {
        let line = line(attempt)
        do throws(FileError) {
            try append(Array(line.utf8))
            return nil
        } catch {
            return "The log of sent mail cannot be written. \(error)"
        }
    }

    private func append(_ line: [UInt8]) throws(FileError) {
        let slash = path.bytes.lastIndex(of: 0x2F) ?? 0
        let directory = try Directory.open(Path(path.bytes[...slash]), on: system)
        let name = path.lastComponent
        // Otherwise two processes could rename the log at the same time.
        let lock = try directory.lock(Array(".".utf8) + name + Self.lockEnd, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        if let size = try directory.status(of: name)?.size, size > Self.maximumSize {
            try directory.remove(name + Self.olderEnd)
            try directory.rename(name, to: name + Self.olderEnd, in: directory)
        }
        try JournalFile(name, in: directory).append(line)
    }

    /// `Nov 25 12:00:00 host=smtp.example.net from=kim@example.net recipients=ana@example.org mailsize=392
    /// smtpstatus=250 smtpmsg='…' exitcode=EX_OK`
    private func line(_ attempt: SubmissionAttempt) -> String {
        let time = zone.time(clock.now()).local
        var words = [
            "\(time.monthName) \(time.day < 10 ? "0" : "")\(time.day) \(time.timeOfDay)",
            "host=\(Self.plain(attempt.host))", "from=\(Self.plain(attempt.sender))",
            "recipients=\(attempt.recipients.map(Self.plain).joined(separator: ","))",
        ]
        if let size = attempt.size { words.append("mailsize=\(size)") }
        if let code = attempt.replyCode { words.append("smtpstatus=\(code)") }
        if let text = attempt.replyText { words.append("smtpmsg='\(Self.quoted(text))'") }
        if attempt.outcome != .sent, let reason = attempt.reason { words.append("errormsg='\(Self.quoted(reason))'") }
        words.append("exitcode=\(ExitCode(attempt).symbol)")
        return words.joined(separator: " ")
    }

    private static let longestText = 500

    /// A word of the log: text without blanks and control characters.
    private static func plain(_ text: String) -> String { TerminalSafeText.line(text).replacing(" ", with: "_") }

    private static func quoted(_ text: String) -> String {
        String(TerminalSafeText.line(text).replacing("'", with: "\"").prefix(longestText))
    }
}

extension ExitCode {
    /// The exit code for the outcome of an attempt [sysexits(3)]. A message that may have arrived is not a temporary
    /// failure, because the calling program would send it again.
    init(_ attempt: SubmissionAttempt) {
        switch attempt.outcome {
        case .sent: self = .done
        case .postponed: self = .temporaryFailure
        case .unknown: self = .unavailable
        case .failed where attempt.isOfCredentials: self = .noPermission
        case .failed where attempt.isOfRecipients: self = .noUser
        case .failed: self = .unavailable
        }
    }

    fileprivate var symbol: String {
        switch self {
        case .done: "EX_OK"
        case .noUser: "EX_NOUSER"
        case .temporaryFailure: "EX_TEMPFAIL"
        case .noPermission: "EX_NOPERM"
        default: "EX_UNAVAILABLE"
        }
    }
}
