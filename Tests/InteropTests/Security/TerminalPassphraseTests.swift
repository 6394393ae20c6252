import Foundation
import MailTestSupport
import Testing

@Suite("Passphrases asked for on the terminal of the prompt", .needs(.gpg), .onOwnThreads, .holds("E04"))
struct TerminalPassphraseTests {
    private static let passphrase = "kestrel-over-skarvoy"

    /// A directory with a key that has a passphrase, and an agent whose pinentry answers at once and leaves the terminal
    /// without echo, as one that is killed does.
    private final class Keys {
        /// Its path is short, because that of an agent's socket is limited to about 100 bytes.
        let home = URL(filePath: "/tmp/pp-\(UUID().uuidString.prefix(8))")
        var record: URL { home.appending(path: "asked") }

        init(answering: Bool) throws {
            try FileManager.default.createDirectory(
                at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let answer = answering ? "echo 'D \(passphrase)'; echo OK" : "echo 'ERR 83886179 cancelled'"
            let pinentry = home.appending(path: "pinentry")
            try ProjectFiles.writeProgram(
                """
                echo 'OK ready'
                while read -r word rest; do
                    echo "$word $rest" >>'\(record.path)'
                    case "$word $rest" in
                    'OPTION ttyname='*) terminal=${rest#ttyname=}; echo OK ;;
                    'GETPIN '*) stty raw -echo <"$terminal"; \(answer) ;;
                    'BYE '*) echo OK; exit ;;
                    *) echo OK ;;
                    esac
                done
                """, to: pinentry)
            try Data("pinentry-program \(pinentry.path)\n".utf8).write(to: home.appending(path: "gpg-agent.conf"))
            let run = try gpg(
                "--batch", "--pinentry-mode", "loopback", "--passphrase", passphrase, "--quick-generate-key",
                "Kim Park <kim@example.net>", "rsa2048", "sign", "never")
            try #require(run.exitCode == 0, "\(run.errorText)")
            // The agent remembers the passphrase of a new key.
            stopAgent()
        }

        deinit {
            stopAgent()
            try? FileManager.default.removeItem(at: home)
        }

        func gpg(_ words: String...) throws -> ProgramRun {
            try ProgramRun.run(URL(filePath: "/usr/bin/gpg"), ["--homedir", home.path] + words)
        }

        private func stopAgent() {
            _ = try? ProgramRun.run(URL(filePath: "/usr/bin/gpgconf"), ["--homedir", home.path, "--kill", "all"])
        }
    }

    /// Types lines at petrel's prompt. Waits for the text after each one before the next is typed.
    private func run(_ lines: [(typed: String, awaited: String)], _ keys: Keys, _ home: SharedHome) throws
        -> PseudoTerminal
    {
        let terminal = try PseudoTerminal(columns: 100, rows: 40)
        let before = terminal.settings
        let program = try TerminalProgram(
            terminal, [ProjectFiles.petrel.path, "--home", home.home.path],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": home.ground.path, "GNUPGHOME": keys.home.path, "TERM": "xterm",
            ])
        #expect(terminal.wait(for: "all> "))
        for line in lines {
            terminal.type(line.typed + "\r")
            #expect(
                terminal.wait(for: line.awaited), "\(line.typed): \(String(decoding: terminal.written, as: UTF8.self))")
        }
        terminal.type("quit\r")
        #expect(program.wait() == 0)
        #expect(terminal.settings == before, "the terminal was left with other settings")
        return terminal
    }

    private func home() throws -> SharedHome {
        let home = try SharedHome(withSample: false)
        try home.petrel("account", "add", "local", "--address", "kim@example.net", "--name", "Kim Park")
        return home
    }

    @Test("The agent asks on petrel's terminal, whose settings are restored, and the message is signed")
    func asked() throws {
        let (keys, home) = (try Keys(answering: true), try home())
        let terminal = try run(
            [
                ("new ben@example.org -s Plan -m Hello", "draft d1> "), ("security sign", "draft d1> "),
                ("send --undo 0", "It is signed (PGP)."), ("outbox", "queued)"),
            ], keys, home)
        let asked = try String(contentsOf: keys.record, encoding: .utf8)
        #expect(asked.contains("OPTION ttyname=\(terminal.path)\n"), "\(asked)")
        #expect(asked.contains("GETPIN"), "\(asked)")
        // It appears neither on the screen nor in a file.
        #expect(!String(decoding: terminal.written, as: UTF8.self).contains(Self.passphrase))
        let search = try ProgramRun.run(URL(filePath: "/bin/grep"), ["-rl", Self.passphrase, home.ground.path])
        #expect(search.exitCode == 1 && search.text.isEmpty, "\(search.text)\(search.errorText)")
    }

    @Test("If the user cancels, nothing is sent, the draft stays open, and the terminal is usable")
    func cancelled() throws {
        let (keys, home) = (try Keys(answering: false), try home())
        _ = try run(
            [
                ("new ben@example.org -s Plan -m Hello", "draft d1> "), ("security sign", "draft d1> "),
                ("send --undo 0", "the passphrase of your key is needed. Nothing was sent."),
                ("outbox", "The outbox is empty."), ("close", "all> "),
            ], keys, home)
        #expect(try home.drafts().map(\.number) == ["d1"])
    }
}
