import Foundation
import MailTestSupport
import Testing

/// A petrel home whose mail other programs change as well. It is removed with the value.
final class SharedHome: Sendable {
    /// Contains the home and the files of the other programs.
    let ground: URL
    let home: URL
    let mail: URL

    /// A message as `petrel list` reports it.
    struct Listed: Sendable {
        let id: String
        let mailbox: String
        let subject: String
        let messageID: String?
        let flags: Set<String>
    }

    init(withSample: Bool = true) throws {
        ground = FileManager.default.temporaryDirectory.appending(path: "petrel-interop-\(UUID().uuidString)")
        home = ground.appending(path: "home")
        mail = home.appending(path: "mail/local")
        try FileManager.default.createDirectory(at: mail, withIntermediateDirectories: true)
        if withSample { try copySample() }
    }

    /// A copy of the home that a test may damage.
    convenience init(copying other: SharedHome) throws {
        try self.init(withSample: false)
        let run = try ProgramRun.run(URL(filePath: "/bin/cp"), ["-a", "\(other.home.path)/.", home.path])
        try #require(run.exitCode == 0)
    }

    deinit {
        // A test may have made directories unreadable.
        _ = try? ProgramRun.run(URL(filePath: "/bin/chmod"), ["-R", "u+rwX", ground.path])
        try? FileManager.default.removeItem(at: ground)
    }

    /// Copies its messages, without the files that keep empty directories in version control.
    private func copySample() throws {
        for mailbox in ["INBOX", "Drafts", "Sent", "Archive", "Lists/Swift"] {
            for place in ["cur", "new", "tmp"] {
                let source = ProjectFiles.sampleMaildir.appending(path: "\(mailbox)/\(place)")
                let target = mail.appending(path: "\(mailbox)/\(place)")
                try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
                for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where name.first != "." {
                    try FileManager.default.copyItem(
                        at: source.appending(path: name), to: target.appending(path: name))
                }
            }
        }
    }

    // MARK: - Programs

    /// Seconds after which a program is killed.
    static let limit = "30"

    static func run(
        _ program: URL?, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> ProgramRun {
        let program = try #require(program)
        // SIGKILL, because the program may ignore other signals.
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/timeout"), ["--signal=KILL", limit, program.path] + arguments,
            input: Data(input.utf8),
            environment: environment)
        #expect(
            run.exitCode != SIGKILL && run.exitCode != 128 + SIGKILL, "\(program.lastPathComponent) \(arguments) hangs")
        return run
    }

    func petrel(_ arguments: [String], input: String = "") throws -> ProgramRun {
        try Self.run(
            ProjectFiles.petrel, ["--home", home.path] + arguments, input: input, environment: ["HOME": ground.path])
    }

    /// Runs a command that must succeed, and returns its JSON output.
    @discardableResult
    func petrel(_ arguments: String..., input: String = "") throws -> [String: Any] {
        let run = try petrel(arguments + ["--json"], input: input)
        #expect(run.exitCode == 0, "petrel \(arguments): \(run.errorText)")
        return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }

    func listed(_ query: String...) throws -> [Listed] {
        let run = try petrel(["list", "--limit", "100000", "--json"] + query)
        #expect(run.exitCode == 0, "petrel list: \(run.errorText)")
        let object = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
        return try #require(object["messages"] as? [[String: Any]]).map {
            Listed(
                id: $0["id"] as? String ?? "", mailbox: $0["mailbox"] as? String ?? "",
                subject: $0["subject"] as? String ?? "", messageID: $0["messageId"] as? String,
                flags: Set($0["flags"] as? [String] ?? []))
        }
    }

    /// Returns the messages of each mailbox, as petrel lists them.
    func seen() throws -> [String: [String]] {
        var seen: [String: [String]] = [:]
        for message in try listed("account:local") {
            seen[message.mailbox, default: []].append(message.messageID ?? message.subject)
        }
        return seen.mapValues { $0.sorted() }
    }

    func drafts() throws -> [(number: String, subject: String)] {
        let found = try petrel("drafts")["drafts"] as? [[String: Any]] ?? []
        return found.map { ($0["id"] as? String ?? "-", $0["subject"] as? String ?? "") }
    }

    /// Expects that neither petrel nor fsck reports a problem.
    func expectOrder(_ comment: Comment? = nil) throws {
        _ = try drafts()
        let run = try petrel(["fsck"])
        #expect(run.exitCode == 0, "\(comment.map { "\($0): " } ?? "")\(run.text)\(run.errorText)")
    }

    // MARK: - Files

    func files(_ mailbox: String) throws -> [URL] {
        try ["cur", "new"].flatMap { place in
            let directory = mail.appending(path: "\(mailbox)/\(place)")
            return try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.first != "." }
                .sorted().map { directory.appending(path: $0) }
        }
    }

    /// Returns the contents of regular files smaller than 1 MB, with the number of copies of each.
    func contents(of mailboxes: [String]) throws -> [Data: Int] {
        var contents: [Data: Int] = [:]
        for mailbox in mailboxes {
            for place in ["cur", "new"] {
                let directory = mail.appending(path: "\(mailbox)/\(place)")
                for name in SpecialFiles.names(in: Array(directory.path.utf8)) where name.first != 0x2E {
                    if let content = SpecialFiles.content(name, in: directory) { contents[content, default: 0] += 1 }
                }
            }
        }
        return contents
    }

    func add(_ message: String, as name: String, to mailbox: String = "INBOX") throws {
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: mail.appending(path: "\(mailbox)/\(place)"), withIntermediateDirectories: true)
        }
        try Data(message.utf8).write(to: mail.appending(path: "\(mailbox)/\(name)"))
    }

    static func message(_ subject: String) -> String {
        """
        From: Ana Ruiz <ana@example.org>
        To: kim@example.net
        Date: Mon, 12 Oct 2026 14:03:00 +0200
        Subject: \(subject)
        Message-ID: <\(subject.replacing(" ", with: "."))@example.org>

        This is \(subject).

        """
    }
}
