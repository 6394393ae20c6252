import Foundation
import MailTestSupport
import Testing

@Suite("notmuch and petrel on the same Maildir", .needs(.notmuch), .holds("K02", "PY7"))
struct NotmuchTests {
    let shared: SharedHome
    private let configuration: URL

    init() throws {
        shared = try SharedHome()
        configuration = shared.ground.appending(path: "notmuch-config")
        let text = """
            [database]
            path=\(shared.mail.path)
            [user]
            name=Kim
            primary_email=kim@example.net
            [new]
            tags=unread;inbox
            [maildir]
            synchronize_flags=true
            """
        try text.write(to: configuration, atomically: true, encoding: .utf8)
    }

    @discardableResult
    private func notmuch(_ arguments: String...) throws -> String {
        let run = try SharedHome.run(
            NeededProgram.notmuch.executable, ["--config=\(configuration.path)"] + arguments,
            environment: ["HOME": shared.ground.path, "LC_ALL": "C.UTF-8"])
        #expect(run.exitCode == 0 && run.errorText.isEmpty, "notmuch \(arguments): \(run.errorText)")
        for word in ["Note", "Warning", "non-mail", "rror"] {
            #expect(!run.text.contains(word), "notmuch \(arguments): \(run.text)")
        }
        return run.text
    }

    @Test("notmuch new has no warnings about mailboxes, drafts or the outbox")
    func noWarning() throws {
        try shared.petrel("send", "-", input: "From: kim@example.net\nTo: ana@example.org\nSubject: Out\n\nx\n")
        try shared.petrel("drafts", "import", "-", input: "From: kim@example.net\nSubject: Draft\n\nx\n")
        try shared.petrel("copy", "subject:tower", "Projects/Tower")
        try shared.petrel("delete", "in:Archive", "subject:invoice", "--yes")
        let text = try notmuch("new")
        let files = try shared.seen().values.reduce(0) { $0 + $1.count } + 1
        #expect(text.contains("Processed \(files) total files"), "\(files): \(text)")
        try notmuch("new")
        try shared.expectOrder()
    }

    @Test("Tags of notmuch are flags in petrel, and vice versa")
    func flags() throws {
        try notmuch("new")
        let before = try shared.seen()
        try notmuch("tag", "+flagged", "-unread", "--", "subject:tower")
        let tower = try shared.listed("subject:tower")
        #expect(!tower.isEmpty && tower.allSatisfy { $0.flags.isSuperset(of: ["\\Flagged", "\\Seen"]) })
        try shared.petrel("unflag", "subject:tower")
        try shared.petrel("unread", "in:Archive", "--yes")
        try notmuch("new")
        #expect(try notmuch("count", "tag:flagged", "subject:tower") == "0\n")
        let archived = try #require(before["Archive"]).count
        #expect(try notmuch("count", "tag:unread", "folder:Archive") == "\(archived)\n")
        #expect(try shared.seen() == before)
        try shared.expectOrder()
    }

    @Test("Tags that are restored from a dump become flags again")
    func restores() throws {
        try shared.petrel("flag", "in:INBOX", "subject:tower")
        try notmuch("new")
        let dump = try notmuch("dump")
        let flags = try shared.listed("account:local").map { "\($0.messageID ?? ""), \($0.flags.sorted())" }.sorted()
        try shared.petrel("unflag", "in:INBOX", "--yes")
        try shared.petrel("unread", "in:INBOX", "--yes")
        try notmuch("new")
        let file = shared.ground.appending(path: "dump")
        try dump.write(to: file, atomically: true, encoding: .utf8)
        try notmuch("restore", "--input=\(file.path)")
        let after = try shared.listed("account:local").map { "\($0.messageID ?? ""), \($0.flags.sorted())" }.sorted()
        #expect(after == flags)
        try shared.expectOrder()
    }

    @Test("notmuch finds messages where petrel moved them")
    func moves() throws {
        try notmuch("new")
        let all = try notmuch("count", "*")
        try shared.petrel("move", "in:INBOX", "subject:tower", "Projects")
        try shared.petrel("delete", "in:Archive", "--yes")
        try notmuch("new")
        #expect(try notmuch("count", "*") == all)
        #expect(try notmuch("count", "folder:Projects") == "\(try shared.files("Projects").count)\n")
        #expect(try notmuch("count", "folder:Archive") == "0\n")
        #expect(try notmuch("count", "folder:Trash") == "\(try shared.files("Trash").count)\n")
    }
}
