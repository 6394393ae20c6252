import Accounts
import Disk
import Foundation
import MailTestSupport
import OAuth
import Platform
import SASL
import Testing

@Suite("Secrets", .holds("PX7"))
struct SecretReaderTests {
    private let scratch: ScratchDirectory
    private let environment: Environment

    init() throws {
        scratch = try ScratchDirectory()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment = Environment(["PATH": scratch.path + ":" + path, "LANG": "C"])
    }

    private static let canary = "canary-7f3a"

    enum Wanted: Hashable {
        case secret(String)
        case exited(Int32)
        case killed(Int32)
        case timedOut, tooLong, nothing, unusable
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let command: String
        let wanted: Wanted
        var testDescription: String { name }

        init(_ name: String, _ command: String, _ wanted: Wanted) {
            self.name = name
            self.command = command
            self.wanted = wanted
        }
    }

    static let rows = [
        Row("a line", "echo canary-7f3a", .secret("canary-7f3a")),
        Row("no line end", "printf canary-7f3a", .secret("canary-7f3a")),
        Row("CR LF", "printf 'canary-7f3a\\r\\n'", .secret("canary-7f3a")),
        Row("two lines", "printf 'canary-7f3a\\nuser: kim\\n'", .secret("canary-7f3a")),
        Row("blanks around it", "printf ' a b \\n'", .secret(" a b ")),
        Row("other letters", "printf 'gr\\303\\274n\\n'", .secret("grün")),
        Row("nothing", "true", .nothing),
        Row("an empty line", "printf '\\nsecond\\n'", .nothing),
        Row("CR LF alone", "printf '\\r\\n'", .nothing),
        Row("NUL within", "printf 'a\\000b\\n'", .unusable),
        Row("a line of 9000", "head -c 9000 /dev/zero | tr '\\0' x", .unusable),
        Row("a failure", "echo canary-7f3a; exit 1", .exited(1)),
        Row("a failure that complains", "echo canary-7f3a >&2; exit 2", .exited(2)),
        Row("no such command", "petrel-no-such-command", .exited(127)),
        Row("a file that is no program", "/dev/null", .exited(126)),
        Row("a syntax that is none", "echo 'a", .exited(2)),
        Row("killed", "kill -9 $$", .killed(9)),
        Row("complaints and a secret", "echo oh >&2; echo canary-7f3a", .secret("canary-7f3a")),
        Row("ten million octets", "head -c 10000000 /dev/zero | tr '\\0' x", .tooLong),
        Row("lines without end", "while :; do echo canary-7f3a; done", .tooLong),
        Row("hangs", "sleep 1000", .timedOut),
        Row("hangs behind a line", "echo canary-7f3a; sleep 1000", .timedOut),
        Row("hangs and does not want to end", "trap '' TERM INT HUP; while :; do sleep 1; done", .timedOut),
        Row("closes its output and hangs", "exec >&-; sleep 1000", .timedOut),
        Row("waits for an answer", "read line && echo \"$line\" || echo none", .secret("none")),
        Row("wants the terminal", "cat < /dev/tty || echo none", .secret("none")),
        Row("leaves another behind", "sleep 20 & echo canary-7f3a", .secret("canary-7f3a")),
        Row("stops itself", "kill -STOP $$", .timedOut),
        Row("prints its environment", "env | grep -c canary || true", .secret("0")),
    ]

    @Test(
        "The first output line is the secret, and every command ends in time", .timeLimit(.minutes(2)),
        arguments: rows)
    func commands(_ row: Row) throws {
        let reader = SecretReader(environment, within: row.wanted == .timedOut ? .milliseconds(400) : .seconds(60))
        var said = ""
        do throws(SecretError) {
            let secret = try reader.secret(from: .passwordCommand(row.command))
            #expect(row.wanted == .secret(String(decoding: secret.octets, as: UTF8.self)))
            said = "\(secret) \(String(reflecting: secret))"
        } catch {
            switch error {
            case .command(_, .exited(let code)): #expect(row.wanted == .exited(code))
            case .command(_, .killed(let signal)): #expect(row.wanted == .killed(signal))
            case .command(_, .timedOut): #expect(row.wanted == .timedOut)
            case .command(_, .tooLong): #expect(row.wanted == .tooLong)
            case .nothing: #expect(row.wanted == .nothing)
            case .unusable: #expect(row.wanted == .unusable)
            case .command(_, .notStarted), .keyring, .notStored, .file, .noSignIn: Issue.record("\(error)")
            }
            // The error shows the command as the user wrote it, but not its output.
            said = "\(error)".replacingOccurrences(of: row.command, with: "")
        }
        #expect(!said.contains(Self.canary))
    }

    @Test("On timeout, all processes of a command are killed and no zombies remain")
    func group() throws {
        let mark = scratch.path + "/pids"
        let command = "sleep 987 & echo $! > \(mark); sh -c 'echo $$ >> \(mark); sleep 986'; true"
        let reader = SecretReader(environment, within: .milliseconds(500))
        #expect(throws: SecretError.self) { try reader.secret(from: .passwordCommand(command)) }
        let pids = try String(contentsOfFile: mark, encoding: .utf8).split(whereSeparator: \.isWhitespace).compactMap {
            pid_t($0)
        }
        #expect(pids.count == 2)
        for pid in pids {
            // An orphaned process takes a moment to be reaped by its new parent.
            for _ in 0..<200 where kill(pid, 0) == 0 && !isZombie(pid) { usleep(10_000) }
            #expect(kill(pid, 0) != 0 || isZombie(pid))
        }
    }

    private func isZombie(_ pid: pid_t) -> Bool {
        (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.contains(") Z") ?? true
    }

    @Test("A token command works the same way")
    func token() throws {
        let secret = try SecretReader(environment).secret(from: .tokenCommand("echo abc"))
        #expect(secret.octets == Array("abc".utf8))
        let oauth = OAuthConfiguration(.provider(try #require(OAuthProvider.named("gmail")), tenant: nil))
        #expect(throws: SecretError.noSignIn("Google")) {
            try SecretReader(environment).secret(from: .oauth(oauth))
        }
    }

    // MARK: - Keyring

    @Test("Queries the keyring by attributes, without a shell")
    func keyring() throws {
        let tool = scratch.path + "/secret-tool"
        try ProjectFiles.writeProgram("for word; do printf '[%s]' \"$word\"; done\necho", to: URL(filePath: tool))
        let entry = try #require(KeyringAttributes([("service", "mail of $HOME; `id`"), ("user", "kim's \"own\"")]))
        let secret = try SecretReader(environment).secret(from: .keyring(entry))
        #expect(
            String(decoding: secret.octets, as: UTF8.self)
                == "[lookup][service][mail of $HOME; `id`][user][kim's \"own\"]")
        for bad in [[], [("", "x")], [("a", "")], [("-c", "x")], [("a", "--all")], [("a", "b\nc")], [("a\0", "b")]] {
            #expect(KeyringAttributes(bad) == nil)
        }
    }

    @Test(
        "If the keyring returns nothing, the error names the entry and says what to do",
        arguments: [("exit 1", "Unlock the keyring"), ("exit 127", "libsecret-tools"), ("sleep 5", "in time")])
    func unavailableKeyring(_ row: (program: String, advice: String)) throws {
        try ProjectFiles.writeProgram(row.program, to: URL(filePath: scratch.path + "/secret-tool"))
        let entry = try #require(KeyringAttributes.password(of: "kim@example.net"))
        let reader = SecretReader(environment, within: .milliseconds(row.program == "sleep 5" ? 200 : 60_000))
        let error = #expect(throws: SecretError.self) { try reader.secret(from: .keyring(entry)) }
        let sentence = error.map { "\($0)" } ?? ""
        #expect(sentence.contains("service=petrel username=kim@example.net"), "\(sentence)")
        #expect(sentence.contains(row.advice) && sentence.contains("nlock"), "\(sentence)")
    }

    @Test("Sees whether the keyring returns an entry, without asking the user to unlock it")
    func openKeyring() throws {
        let entry = try #require(KeyringAttributes.password(of: "kim@example.net"))
        let tool = URL(filePath: scratch.path + "/secret-tool")
        let rows = [
            ("printf '[/1]\\nlabel = x\\nsecret = y\\n'", true), ("printf '[/1]\\nlabel = x\\n'", false),
            ("true", false),
            ("echo 'secret = y'; exit 1", false),
        ]
        for (program, isReadable) in rows {
            try ProjectFiles.writeProgram("test \"$1\" = search || exit 1\n" + program, to: tool)
            #expect(SecretReader(environment).canRead(entry) == isReadable, "\(program)")
        }
    }

    @Test("Only entries that setup made belong to petrel")
    func ownEntries() {
        #expect(KeyringAttributes.password(of: "kim@example.net")?.isOfSetup == true)
        #expect(KeyringAttributes([("service", "mail"), ("username", "kim@example.net")])?.isOfSetup == false)
        #expect(KeyringAttributes.password(of: "-c") == nil)
    }

    // MARK: - Files

    private func file(_ content: String, _ permissions: Int) throws -> Path {
        let path = scratch.path + "/secret"
        try Data(content.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        return Path(path)
    }

    @Test("Reads the first line of a password file that only its owner can access", arguments: [0o600, 0o400, 0o700])
    func privateFile(_ permissions: Int) throws {
        let path = try file("canary-7f3a\r\nmore\n", permissions)
        #expect(try SecretReader(environment).secret(from: .passwordFile(path)).octets == Array(Self.canary.utf8))
    }

    @Test(
        "Refuses a password file that others can access, and suggests chmod", .holds("PX4"),
        arguments: [0o644, 0o640, 0o660, 0o604, 0o602, 0o601, 0o666, 0o777, 0o620, 0o610])
    func openFile(_ permissions: Int) throws {
        let path = try file("canary-7f3a\n", permissions)
        let error = #expect(throws: SecretError.self) {
            try SecretReader(environment).secret(from: .passwordFile(path))
        }
        #expect(error == .file(path, .open(permissions: UInt32(permissions))))
        let sentence = error.map { "\($0)" } ?? ""
        #expect(sentence.contains("chmod 600 \(path)") && !sentence.contains(Self.canary))
    }

    @Test("Refuses a password file that is missing, special, empty, too large or someone else's")
    func otherFiles() throws {
        let reader = SecretReader(environment)
        func problem(_ path: Path) -> SecretError? {
            #expect(throws: SecretError.self) { try reader.secret(from: .passwordFile(path)) }
        }
        #expect(problem(Path(scratch.path)) == .file(Path(scratch.path), .notAFile))
        guard case .file(_, .file(let error)) = problem(Path(scratch.path + "/none")) else {
            Issue.record("a missing file is read")
            return
        }
        #expect(error.isMissing)
        #expect(problem(Path("/dev/null")) == .file(Path("/dev/null"), .notAFile))
        let pipe = Path(scratch.path + "/pipe")
        _ = try ProgramRun.run(URL(filePath: "/usr/bin/env"), ["mkfifo", "-m", "600", pipe.description])
        #expect(problem(pipe) == .file(pipe, .notAFile))
        #expect(problem(try file("", 0o600)) == .nothing(.file(Path(scratch.path + "/secret"))))
        let large = try file(String(repeating: "x", count: 100_000), 0o600)
        #expect(problem(large) == .file(large, .tooLarge))
        // Root can give a file away. Any other user takes a file that belongs to root.
        let foreign = geteuid() == 0 ? try file("canary-7f3a\n", 0o600) : Path("/etc/passwd")
        if geteuid() == 0 { #expect(chown(foreign.description, 65_534, 65_534) == 0) }
        #expect(problem(foreign) == .file(foreign, .foreign))
    }

    @Test("Checks the permissions of the file behind a link")
    func linked() throws {
        let path = try file("canary-7f3a\n", 0o644)
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path.description)
        #expect(throws: SecretError.self) { try SecretReader(environment).secret(from: .passwordFile(Path(link))) }
        _ = try file("canary-7f3a\n", 0o600)
        #expect(try SecretReader(environment).secret(from: .passwordFile(Path(link))).octets.count == Self.canary.count)
    }
}
