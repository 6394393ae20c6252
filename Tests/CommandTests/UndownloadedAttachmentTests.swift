import Foundation
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import REPL
import Testing

@testable import EndToEndSupport

/// Commands of an account whose attachments stay on the server, both online and offline.
@Suite("Attachments on the server", .onOwnThreads, .timeLimit(.minutes(5)), .holds("Y05", "Y18"))
struct UndownloadedAttachmentTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver(Self.message("plans", files: ["plan.pdf": 40_000, "notes.txt": 60]))
    }

    private static func message(_ subject: String, files: KeyValuePairs<String, Int>) -> String {
        var text =
            "From: Ana <ana@example.org>\r\nTo: kim@example.net\r\nSubject: \(subject)\r\n"
            + "Date: Mon, 12 Oct 2026 10:00:00 +0000\r\nMessage-ID: <\(subject)@example.org>\r\nMIME-Version: 1.0\r\n"
            + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n"
        for (name, size) in files {
            let content = content(size).base64EncodedString(options: [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ])
            text +=
                "--b\r\nContent-Type: application/pdf; name=\"\(name)\"\r\nContent-Disposition: attachment\r\n"
                + "Content-Transfer-Encoding: base64\r\n\r\n\(content)\r\n"
        }
        return text + "--b--\r\n"
    }

    private static func content(_ size: Int) -> Data {
        let block = Data((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        var content = Data()
        while content.count < size { content.append(block) }
        return content.prefix(size)
    }

    @discardableResult
    private func petrel(_ words: String..., isOnline: Bool = true) -> CommandRun {
        home.petrel(words.map { Array($0.utf8) }, reaching: isOnline ? server.connections() : .none)
    }

    private func message() throws -> [String: Any] {
        let list = petrel("list", "--json", isOnline: false)
        return try #require((list.object["messages"] as? [[String: Any]])?.first)
    }

    private func downloaded() throws -> [Bool] {
        let files = try #require(try message()["attachments"] as? [[String: Any]])
        return files.map { $0["downloaded"] as? Bool ?? false }
    }

    @Test("A message has its size on the server, in lists and in searches for large mail")
    func size() throws {
        let full = Self.message("plans", files: ["plan.pdf": 40_000, "notes.txt": 60]).utf8.count
        #expect(petrel("sync").exitCode == .done)
        #expect(try message()["size"] as? Int == full)
        #expect(petrel("list", "--format", "%(size)", isOnline: false).text == "\(full)\n")
        for (query, count) in [
            ("larger:50K", 1), ("smaller:50K", 0), ("larger:\(full)", 0), ("smaller:\(full + 1)", 1),
        ] {
            let found = try petrel("search", query, "--json", isOnline: false).object["messages"] as? [Any]
            #expect(found?.count == count, "\(query)")
        }
    }

    @Test("list shows which attachments are downloaded, and save fetches the others")
    func save() throws {
        #expect(petrel("sync").exitCode == .done)
        let id = try #require(try message()["id"] as? String)
        let files = try #require(try message()["attachments"] as? [[String: Any]])
        #expect(files.map { $0["filename"] as? String } == ["plan.pdf", "notes.txt"])
        #expect(files.map { $0["size"] as? Int } == [40_002, 60])
        #expect(try downloaded() == [false, false])
        #expect(petrel("show", id, isOnline: false).text.contains("plan.pdf (application/pdf, 40 KB, on the server)"))
        let target = home.directory.appending(path: "saved.pdf").path
        let offline = petrel("save", id, "a1", target, isOnline: false)
        #expect(offline.exitCode == .unavailable)
        #expect(
            offline.errorText
                == "petrel: That attachment is on the server, and petrel is offline. When you are online, type: petrel save \(id) a1 \(target)\n"
        )
        let saved = petrel("save", id, "a1", target)
        #expect(saved.exitCode == .done, "\(saved.errorText)")
        #expect(try Data(contentsOf: URL(filePath: target)) == Self.content(40_000))
        #expect(try downloaded() == [true, false])
        #expect(petrel("save", id, "a1", "-", isOnline: false).output == [UInt8](Self.content(40_000)))
        #expect(petrel("attachments", id, isOnline: false).text.contains("plan.pdf (application/pdf, 40 KB)"))
        #expect(petrel("pipe", "\(id)/a2", "wc -c > \(target).count").exitCode == .done)
        #expect(try downloaded() == [true, true])
        #expect(petrel("search", "notes.txt", isOnline: false).text.contains("plans"))
    }

    @Test("With --json, progress is written to standard error as lines of JSON")
    func progress() throws {
        petrel("sync")
        let id = try #require(try message()["id"] as? String)
        let run = petrel("save", "--json", id, "a1", home.directory.appending(path: "x.pdf").path)
        #expect(try run.exitCode == .done && run.object["size"] as? Int == 40_000)
        let last = try #require(run.errorText.split(separator: "\n").last)
        let line = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
        let progress = try #require(line["progress"] as? [String: Int])
        #expect(progress["done"] == progress["total"])
    }

    @Test("Fetching more than 25 MB needs confirmation or --yes")
    func large() throws {
        server.deliver(Self.message("film", files: ["film.bin": 20_000_000]))
        petrel("sync")
        let id = try #require(try message()["id"] as? String)
        let target = home.directory.appending(path: "film.bin").path
        let asked = petrel("save", id, "a1", target)
        #expect(asked.exitCode == .unanswered)
        #expect(asked.errorText.contains("27 MB have to be fetched from the server. Fetch them? Add --yes"))
        #expect(petrel("save", "--yes", id, "a1", target).exitCode == .done)
        #expect(try Data(contentsOf: URL(filePath: target)).count == 20_000_000)
    }

    @Test("A forward downloads the missing attachments", .holds("C13"))
    func forward() throws {
        petrel("sync")
        let id = try #require(try message()["id"] as? String)
        let forward = petrel("forward", id, "ben@example.org", "-m", "Look.", "--draft")
        #expect(forward.exitCode == .done, "\(forward.errorText)")
        let drafts = try #require(petrel("drafts", "--json", isOnline: false).object["drafts"] as? [[String: Any]])
        let files = try #require(drafts.first?["attachments"] as? [[String: Any]])
        #expect(files.map { $0["filename"] as? String } == ["plan.pdf", "notes.txt"])
        #expect(files.map { $0["size"] as? Int } == [40_000, 60])
        let target = home.directory.appending(path: "again.pdf").path
        #expect(petrel("save", "d1", "a1", target, isOnline: false).exitCode == .done)
        #expect(try Data(contentsOf: URL(filePath: target)) == Self.content(40_000))
    }

    @Test("A forward without a network waits in the outbox and lists its attachments", .holds("C13", "C14"))
    func offlineForward() throws {
        petrel("sync")
        let id = try #require(try message()["id"] as? String)
        let forward = petrel("forward", id, "ben@example.org", "-m", "Look.", "--draft", isOnline: false)
        #expect(forward.exitCode == .done && forward.errorText.contains("2 attachments are not here yet"))
        let drafts = try #require(petrel("drafts", "--json", isOnline: false).object["drafts"] as? [[String: Any]])
        let files = try #require(drafts.first?["attachments"] as? [[String: Any]])
        #expect(files.map { $0["filename"] as? String } == ["plan.pdf", "notes.txt"])
        #expect(files.map { $0["size"] as? Int } == [40_002, 60])
        #expect(files.map { $0["downloaded"] as? Bool } == [false, false])
        #expect(petrel("save", "d1", "a1", "-", isOnline: false).errorText.contains("not downloaded yet"))
        #expect(petrel("send", "d1", isOnline: false).exitCode == .done)
        #expect(petrel("outbox", isOnline: false).text.contains("waits for 2 files"))
        let outbox = try #require(petrel("outbox", "--json", isOnline: false).object["outbox"] as? [[String: Any]])
        let waited = try #require(outbox.first?["pendingAttachments"] as? [[String: Any]])
        #expect(waited.map { $0["filename"] as? String } == ["plan.pdf", "notes.txt"])
        #expect(waited.map { $0["size"] as? Int } == [40_002, 60] && outbox.first?["sendState"] as? String == "queued")
        // The incomplete message is not sent, and the server gets no draft without its attachments.
        #expect(petrel("outbox", "cancel", "o1", isOnline: false).exitCode == .done)
        #expect(petrel("sync").exitCode == .done)
        #expect(server.snapshot["Drafts"]?.isEmpty ?? true)
        // Online, the attachments are fetched before the message is queued.
        #expect(petrel("send", "d1").exitCode == .done)
        let queued = try #require(petrel("outbox", "--json", isOnline: false).object["outbox"] as? [[String: Any]])
        #expect((queued.first?["pendingAttachments"] as? [Any])?.isEmpty ?? false)
        let target = home.directory.appending(path: "queued.pdf").path
        #expect(petrel("save", "o2", "a1", target, isOnline: false).exitCode == .done)
        #expect(try Data(contentsOf: URL(filePath: target)) == Self.content(40_000))
    }

    @Test("If attachments are unavailable, send fails and the draft stays", .holds("C14"))
    func lostFiles() throws {
        petrel("sync")
        let id = try #require(try message()["id"] as? String)
        petrel("forward", id, "ben@example.org", "-m", "Look.", "--draft", isOnline: false)
        server.expunge(UIDSet(.first), in: "INBOX")
        let send = petrel("send", "d1")
        #expect(send.exitCode == .unavailable, "\(send.errorText)")
        #expect(send.errorText.contains("Nothing was sent: a1 plan.pdf, a2 notes.txt could not be fetched."))
        #expect(send.errorText.contains("Type: petrel send d1"))
        #expect(try (petrel("drafts", "--json", isOnline: false).object["drafts"] as? [Any])?.count == 1)
        #expect(try (petrel("outbox", "--json", isOnline: false).object["outbox"] as? [Any])?.isEmpty ?? false)
    }

    @Test("A message file with missing attachments is not sent")
    func sent() throws {
        petrel("sync")
        let inbox = home.directory.appending(path: "mail/work/INBOX")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: inbox.path)
        let path = try #require(paths.first { $0.contains(".petrel") })
        let run = petrel("send", inbox.appending(path: path).path)
        #expect(run.exitCode == .dataError && run.errorText.contains("Attachments of that message are on the server"))
    }
}
