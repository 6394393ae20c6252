import Foundation
import MailTestSupport
import Testing

@Suite("mblaze and petrel on the same Maildir", .needs(.mlist), .holds("K02", "PY7"))
struct MblazeTests {
    let shared: SharedHome

    init() throws {
        shared = try SharedHome()
    }

    /// Runs a shell command in the mail directory, as mblaze is used.
    @discardableResult
    private func shell(_ line: String) throws -> String {
        let run = try SharedHome.run(
            URL(filePath: "/bin/sh"), ["-c", "cd \"$1\" && \(line)", "sh", shared.mail.path],
            environment: ["HOME": shared.ground.path])
        #expect(run.exitCode == 0, "\(line): \(run.errorText)")
        return run.text
    }

    @Test("mlist finds as many messages in each mailbox as petrel")
    func lists() throws {
        for (mailbox, messages) in try shared.seen() {
            #expect(try shell("mlist '\(mailbox)' | wc -l") == "\(messages.count)\n", "\(mailbox)")
        }
        let flagged = try shared.listed("is:flagged", "in:INBOX").count
        #expect(try shell("mlist -F INBOX | wc -l") == "\(flagged)\n")
    }

    @Test("petrel sees the changes of mflag, mrefile and mdeliver, and nothing else changes")
    func changes() throws {
        var expected = try shared.seen()
        try shell("mlist Archive | mflag -F -s")
        let archived = try shared.listed("in:Archive")
        #expect(archived.allSatisfy { $0.flags.contains("\\Flagged") && !$0.flags.contains("\\Seen") })
        #expect(try shared.seen() == expected)

        try shell("mlist Archive | mrefile Lists/Swift")
        expected["Lists/Swift"] = ((expected["Lists/Swift"] ?? []) + (expected["Archive"] ?? [])).sorted()
        expected["Archive"] = nil
        #expect(try shared.seen() == expected)

        let letter = shared.ground.appending(path: "letter")
        try SharedHome.message("Delivered").write(to: letter, atomically: true, encoding: .utf8)
        try shell("mdeliver INBOX <'\(letter.path)'")
        let delivered = try #require(try shared.listed("in:INBOX", "subject:Delivered").first)
        #expect(delivered.flags.isEmpty)
        try shared.petrel("read", delivered.id)
        #expect(try shell("mlist -S INBOX | xargs grep -l 'Subject: Delivered' | wc -l") == "1\n")

        try shell("mmkdir Copies && mlist INBOX | mrefile -k Copies")
        expected["INBOX"] = (try #require(expected["INBOX"]) + ["Delivered@example.org"]).sorted()
        expected["Copies"] = expected["INBOX"]
        #expect(try shared.seen() == expected)
        try shared.expectOrder()
    }

    @Test("A draft that mblaze delivers gets a number, and keeps it when it is flagged")
    func drafts() throws {
        let before = try shared.drafts().map(\.number)
        let letter = shared.ground.appending(path: "letter")
        try SharedHome.message("Another").write(to: letter, atomically: true, encoding: .utf8)
        try shell("mdeliver -c -X D Drafts <'\(letter.path)'")
        #expect(try shared.drafts().map(\.number) == before + ["d5"])
        try shell("mlist Drafts | mflag -F")
        #expect(try shared.drafts().map(\.number) == before + ["d5"])
        try shell("rm \"$(mlist Drafts | xargs grep -l 'Subject: Another')\"")
        #expect(try shared.drafts().map(\.number) == before)
        try shared.expectOrder()
    }

    @Test("A message that another program puts into the outbox is held until the user sends it", .holds("PD5"))
    func held() throws {
        try shared.petrel("send", "-", input: "From: kim@example.net\nTo: ana@example.org\nSubject: Mine\n\nx\n")
        let letter = shared.ground.appending(path: "letter")
        try SharedHome.message("Strange").write(to: letter, atomically: true, encoding: .utf8)
        try shell("mdeliver Outbox <'\(letter.path)' && mlist Outbox | mflag -F")
        let outbox = try #require(try shared.petrel("outbox")["outbox"] as? [[String: Any]])
        let states = outbox.map { "\($0["subject"] ?? ""): \($0["sendState"] ?? "")" }.sorted()
        #expect(states == ["Mine: queued", "Strange: none"])
        try shared.expectOrder()
    }
}
