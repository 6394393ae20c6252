import Accounts
import Disk
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Platform
import Testing

@testable import MailEngine

/// What happens to two copies of a message, and to a copy that the user has taken.
extension SentCopiesOnServerTests {
    private func subjects(_ mailbox: String) -> [String] {
        imap.snapshot[mailbox]?.map { TestLetter.subject($0.content) } ?? []
    }

    /// The server stores a copy as it was transmitted, without Bcc, and with a field of its own.
    private static func fileWithoutBcc(_ subject: String, in imap: ModelIMAPServer) {
        let letter = String(decoding: TestLetter.letter(subject), as: UTF8.self)
        let transmitted = letter.replacing("Bcc: eve@example.org\r\n", with: "")
        imap.deliver(Array("Received: by mail.example.net\r\n\(transmitted)".utf8), to: "Sent", flags: [.seen])
    }

    private func set(_ answer: SentCopyPolicyRecord.Answer) throws {
        try scene.store().updateSentFiling(with: scene.account.sentFilingKey) { $0.answer = answer }
    }

    @Test("Another message with the same Message-ID is no copy, and both stay in Sent", .holds("Y15"))
    func corrected() async throws {
        for subject in ["one", "two"] {
            _ = try scene.store().queue(
                TestLetter.letter(subject, id: "same"), from: nil, at: scene.clock.now()
            ) { $0.queuedMoment = self.scene.moment }
            try await deliver()
        }
        #expect(try await sync().failure == nil)
        #expect(there == ["one", "two"] && subjects("Trash").isEmpty)
        #expect(try scene.sentSubjects().sorted() == ["one", "two"] && answer == .trial)
    }

    @Test(
        "Of two messages with the same Message-ID and size, the server's copy replaces the one with its text",
        arguments: ["one", "two"])
    func equalSizes(filed: String) async throws {
        try set(.server)
        for subject in ["one", "two"] {
            _ = try scene.store().queue(
                TestLetter.letter(subject, id: "same"), from: nil, at: scene.clock.now()
            ) { $0.queuedMoment = self.scene.moment }
            try await deliver()
        }
        imap.deliver(TestLetter.letter(filed, id: "same"), to: "Sent", flags: [.seen])
        for _ in 0..<2 {
            #expect(try await sync().failure == nil)
            #expect(try scene.sentSubjects().sorted() == ["one", "two"])
            try await scene.deliver(isSentFresh: true)
        }
        #expect(there == [filed])
        scene.clock.turn(by: .seconds(20 * 60))
        try await scene.deliver(isSentFresh: true)
        for _ in 0..<2 { #expect(try await sync().failure == nil) }
        #expect(try there.sorted() == ["one", "two"] && scene.sentSubjects().sorted() == ["one", "two"])
        #expect(try scene.outbox().isEmpty && subjects("Trash").isEmpty)
    }

    @Test("The second copy is moved to Trash although the server's search finds no text")
    func doubleThatSearchDoesNotFind() async throws {
        var profile = ModelProfile.dovecot
        profile.findsText = false
        imap = ModelIMAPServer(profile)
        try scene.queue("one")
        try await deliver()
        Self.file("one", in: imap)
        #expect(try await sync().failure == nil)
        #expect(there == ["one"] && subjects("Trash") == ["one"])
    }

    @Test("The flags of the copy that is removed are kept, and it is moved to Trash")
    func flagsOfDouble() async throws {
        try scene.queue("one")
        try await deliver()
        let own = try #require(imap.snapshot["Sent"]?.first)
        imap.setFlags(own.uid, in: "Sent", adding: [.flagged])
        Self.file("one", in: imap)
        #expect(try await sync().failure == nil)
        let left = try #require(imap.snapshot["Sent"])
        #expect(left.count == 1 && left.first?.flags.contains(.flagged) == true)
        #expect(left.first?.content.starts(with: Array("Received:".utf8)) == true)
        #expect(subjects("Trash") == ["one"])
    }

    @Test("If only petrel's copy has Bcc, the server's is moved to Trash", .holds("C01"), arguments: [false, true])
    func blindCopies(isAwaited: Bool) async throws {
        if isAwaited { try set(.server) }
        try scene.queue("one")
        try await deliver()
        Self.fileWithoutBcc("one", in: imap)
        #expect(try await sync().failure == nil)
        try await scene.deliver(isSentFresh: true)
        for _ in 0..<2 { #expect(try await sync().failure == nil) }
        let left = try #require(imap.snapshot["Sent"])
        #expect(left.map { TestLetter.hasBcc($0.content) } == [true])
        #expect(imap.snapshot["Trash"]?.map { TestLetter.hasBcc($0.content) } == [false])
        #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["one"] && answer == .server)
    }

    @Test("The flags of the copy that was shown are given to the server's")
    func flagsOfAwaited() async throws {
        try set(.server)
        try scene.queue("one")
        try await deliver()
        let sent = try #require(try scene.mail.maildir(.sent))
        let shown = try #require(try sent.entries().first)
        _ = try sent.setFlags(of: shown) { $0.union([.flagged]) }
        Self.file("one", in: imap)
        #expect(try await sync().failure == nil)
        try await scene.deliver(isSentFresh: true)
        #expect(try await sync().failure == nil)
        #expect(imap.snapshot["Sent"]?.map { $0.flags.contains(.flagged) } == [true])
    }

    @Test(
        "A copy that the user has moved out of Sent while the server's is awaited does not come back",
        arguments: [MailboxName.archive, .trash], [true, false])
    func taken(to target: MailboxName, isFiledByServer: Bool) async throws {
        try set(.server)
        try scene.queue("one")
        try await deliver()
        let sent = try #require(try scene.mail.maildir(.sent))
        let shown = try #require(try sent.entries().first)
        _ = try sent.move(shown, to: scene.mail.makingMaildir(target))
        #expect(try await sync().failure == nil)
        #expect(subjects("\(target)") == ["one"])
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.outbox().count == 1 && scene.sent().isEmpty)
        if isFiledByServer {
            Self.file("one", in: imap)
            #expect(try await sync().failure == nil)
        } else {
            scene.clock.turn(by: .seconds(20 * 60))
        }
        try await scene.deliver(isSentFresh: true)
        for _ in 0..<2 { #expect(try await sync().failure == nil) }
        #expect(try there.isEmpty && scene.sent().isEmpty && scene.outbox().isEmpty)
        #expect(Set(subjects("\(target)")) == ["one"])
        #expect(subjects("Trash").count == (target == .trash ? 1 : 0) + (isFiledByServer ? 1 : 0))
    }

    @Test("A copy that a mail program stores in Sent is uploaded once, and says nothing about the server")
    func filedByMailProgram() async throws {
        let program = try scene.mail.makingMaildir(.sent)
        try scene.queue("one")
        try await deliver { number in
            guard number == 1 else { return }
            do { _ = try program.add(TestLetter.letter("one"), flags: [.seen]) } catch { Issue.record("\(error)") }
        }
        #expect(try await sync().failure == nil)
        #expect(try there == ["one"] && scene.outbox().isEmpty && answer == nil)
        for answer in [SentCopyPolicyRecord.Answer.trial, .client] {
            try set(answer)
            let subject = answer.rawValue
            try scene.queue(subject)
            _ = try program.add(TestLetter.letter(subject), flags: [.seen])
            try await deliver()
            #expect(try await sync().failure == nil)
            #expect(there.count { $0 == subject } == 1)
            #expect(try self.answer == answer && scene.outbox().isEmpty)
        }
    }

    @Test("If the server's copy comes after a crash during filing, no other is filed")
    func interruptedTrial() async throws {
        try scene.queue("one")
        try await scene.deliver()
        try set(.trial)
        Self.file("one", in: imap)
        #expect(try await sync().failure == nil)
        try await scene.deliver(isSentFresh: true)
        #expect(try await sync().failure == nil)
        #expect(try there == ["one"] && scene.sentSubjects() == ["one"] && scene.outbox().isEmpty)
    }

    @Test("A copy that the user makes in Sent is never removed", arguments: [0, 1300, 3 * 86400])
    func copiedByUser(age: Int64) async throws {
        try scene.queue("one")
        try await deliver()
        let (store, key) = (try scene.store(), scene.account.sentFilingKey)
        let copy = try #require(store.sentFiling(with: key).copies.first)
        try store.updateSentFiling(with: key) { record in
            var old = copy
            old.filed = Instant(seconds: SystemClock().now().seconds - age)
            record.expect(old)
        }
        let uid = try #require(imap.snapshot["Sent"]?.first?.uid)
        imap.copy(uid, in: "Sent", to: "Sent")
        #expect(try await sync().failure == nil)
        #expect(there == ["one", "one"] && subjects("Trash").isEmpty)
        #expect(store.sentFiling(with: key).copies.isEmpty == (age > 0))
        #expect(try answer != .server)
    }
}
