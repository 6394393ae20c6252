import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// A home written by an earlier version (5ff8b96): a draft on the server, a local draft, a discarded draft, a queued
/// message, a sent one, contacts and a sync state database.
@Suite("A home of an earlier version", .holds("K01", "E06", "PD1"))
struct EarlierVersionHomeTests {
    /// The home, unpacked in another place. To petrel it is a copy.
    private static func home() throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try FileManager.default.removeItem(at: home.directory.appending(path: "mail"))
        let archive = ProjectFiles.root.appending(path: "Tests/Fixtures/home-of-earlier-version.tar.gz")
        let run = try ProgramRun.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-m", "tarfile", "-e", archive.path, home.directory.path])
        try #require(run.exitCode == 0, "\(run.errorText)")
        return home
    }

    @Test("Drafts, discarded drafts and mail are unchanged")
    func drafts() throws {
        let home = try Self.home()
        let drafts = try home.petrel("drafts", "--json").list("drafts")
        #expect(drafts.map { $0["id"] as? String } == ["d2", "d4"])
        #expect(drafts.map { $0["subject"] as? String } == ["Plan", "Old"])
        #expect(drafts.map { $0["onServer"] as? Bool } == [true, false])
        #expect(home.petrel("show", "d2").text.contains("A draft that is on the server."))
        #expect(home.petrel("recover", "d3").exitCode == .done)
        #expect(try home.petrel("drafts", "--json").list("drafts").count == 3)
        #expect(try home.petrel("list", "--json").list().map { $0["subject"] as? String } == ["First letter"])
        #expect(home.petrel("contacts", "query", "ana").text.contains("ana@example.org\tAna Ruiz"))
    }

    @Test("The queued message is kept and put on hold, because the home was copied")
    func outbox() throws {
        let home = try Self.home()
        let queued = try #require(try home.petrel("outbox", "--json").list("outbox").first)
        #expect(queued["id"] as? String == "o2" && queued["subject"] as? String == "Queued")
        #expect(queued["heldBecause"] as? String == "copied")
        #expect(home.petrel("outbox", "cancel", "o2").exitCode == .done)
        #expect(home.petrel("show", "d5").text.contains("Waits in the outbox."))
    }

    @Test("A check finds no problem, and a new draft gets an unused number")
    func check() throws {
        let home = try Self.home()
        let check = home.petrel("fsck")
        #expect(check.exitCode == .done, "\(check.text)\(check.errorText)")
        let made = home.petrel("new", "-t", "ben@example.org", "-s", "New", "-m", "Hi.", "--draft")
        #expect(made.text.contains("d6"), "\(made.text)")
    }
}
