import Foundation
import MailTestSupport
import Testing

/// mutt on a pseudo-terminal, controlled by keys that its configuration pushes.
struct Mutt {
    private let shared: SharedHome
    private let configuration: URL

    init(_ shared: SharedHome) throws {
        self.shared = shared
        configuration = shared.ground.appending(path: "muttrc")
        let editor = shared.ground.appending(path: "editor")
        try ProjectFiles.writeProgram("echo 'typed in mutt' >>\"$1\"", to: editor)
        try """
        set folder="\(shared.mail.path)" mbox_type=Maildir spoolfile=+INBOX postponed=+Drafts record=+Sent
        set header_cache="\(shared.ground.path)/headers" tmpdir="\(shared.ground.path)"
        set move=no delete=yes quit=yes postpone=yes recall=no mark_old=no beep=no wait_key=no sleep_time=0
        set confirmappend=no confirmcreate=no abort_unmodified=no abort_nosubject=no
        set editor="\(editor.path)" autoedit=yes edit_headers=yes from=kim@example.net sendmail=/bin/false
        bind index y refresh

        """.write(to: configuration, atomically: true, encoding: .utf8)
    }

    /// Opens a mailbox and presses keys. Returns what was displayed.
    ///
    /// If a second ends while a message is written to the disk, mutt asks whether to update the encoding when the
    /// message is postponed. A `y` after that key answers the question, and does nothing if it is not asked.
    @discardableResult
    func open(_ mailbox: String, _ keys: String) throws -> String {
        let terminal = ProjectFiles.root.appending(path: "Tests/Fixtures/run-in-terminal.py").path
        let mutt = try #require(NeededProgram.mutt.executable)
        let run = try SharedHome.run(
            NeededProgram.python.executable,
            [terminal, mutt.path, "-n", "-F", configuration.path, "-f", "=\(mailbox)", "-e", "push \"\(keys)\""],
            environment: ["HOME": shared.ground.path, "LC_ALL": "C.UTF-8"])
        #expect(run.exitCode == 0, "mutt \(mailbox) \(keys): \(run.text.suffix(400))")
        return run.text
    }

    /// Sends a message through another program, as scripts do. This needs no terminal.
    func send(_ arguments: [String], text: String, by sendmail: String) throws {
        let run = try SharedHome.run(
            NeededProgram.mutt.executable,
            ["-n", "-F", configuration.path, "-e", "set sendmail='\(sendmail)' copy=no sendmail_wait=0"] + arguments,
            input: text, environment: ["HOME": shared.ground.path, "LC_ALL": "C.UTF-8"])
        #expect(run.exitCode == 0, "mutt \(arguments): \(run.errorText)")
    }

    /// Returns the number after "Msgs" or "Flag" in mutt's status line.
    static func count(_ label: String, in screen: String) -> Int? {
        guard let range = screen.range(of: "\(label):", options: .backwards) else { return nil }
        return Int(screen[range.upperBound...].prefix { $0.isNumber })
    }
}
