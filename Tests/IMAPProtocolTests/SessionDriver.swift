import IMAPProtocol
import MailTypes
import Testing

/// A session with a server whose output the test supplies.
struct SessionDriver {
    var session: IMAPSession
    private(set) var events: [SessionEvent] = []
    /// All bytes that were sent.
    private(set) var written: [UInt8] = []
    private(set) var failure: IMAPFailure?

    init(_ security: IMAPSession.Security = .implicitTLS, limits: FramingLimits = FramingLimits()) {
        session = IMAPSession(security, limits: limits)
    }

    /// Returns an authenticated session. If a mailbox is given, it is selected.
    static func signedIn(
        _ capabilities: String = "IMAP4rev1 UIDPLUS MOVE IDLE ENABLE QRESYNC CONDSTORE LITERAL+ ID REPLACE UNSELECT",
        selected: EncodedMailboxName? = nil
    ) throws -> SessionDriver {
        var driver = SessionDriver()
        driver.server("* PREAUTH [CAPABILITY \(capabilities)] hello\r\n")
        if let selected {
            try driver.submit(.select(SelectCommand(selected)))
            driver.server("* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 9] x\r\nA1 OK [READ-WRITE] done\r\n")
        }
        driver.events = []
        return driver
    }

    mutating func server(_ text: String) {
        server(Array(text.utf8))
    }

    mutating func server(_ octets: [UInt8]) {
        guard failure == nil else { return }
        session.receive(octets)
        do throws(IMAPFailure) {
            while let event = try session.next() { events.append(event) }
        } catch {
            failure = error
        }
    }

    @discardableResult
    mutating func submit(_ command: IMAPCommand) throws(CommandError) -> CommandTag {
        let (tag, encoded) = try session.submit(command)
        for case .send(let octets) in encoded.steps { written += octets }
        return tag
    }

    /// The failures of commands, by tag.
    var failed: [CommandTag: IMAPFailure] {
        var result: [CommandTag: IMAPFailure] = [:]
        for case .failed(let tag, let failure) in events { result[tag] = failure }
        return result
    }

    var completed: [CommandTag: CommandResult] {
        var result: [CommandTag: CommandResult] = [:]
        for case .completed(let tag, let completion) in events { result[tag] = completion }
        return result
    }
}
