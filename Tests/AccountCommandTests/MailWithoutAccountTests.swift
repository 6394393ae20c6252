import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Mail whose account's file was renamed or removed", .timeLimit(.minutes(5)), .holds("PS4", "E02"))
struct MailWithoutAccountTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer("kim")
        #expect(home.petrel("new", "-t", "ana@example.org", "-s", "Plan", "-m", "Hi", "--draft").exitCode == .done)
        #expect(home.petrel("new", "-t", "ana@example.org", "-s", "Plan", "-m", "Hi", "--send").exitCode == .done)
    }

    private var accounts: URL { home.directory.appending(path: "accounts") }

    private func rename(to name: String?) throws {
        let file = accounts.appending(path: "kim.json")
        guard let name else { return try FileManager.default.removeItem(at: file) }
        try FileManager.default.moveItem(at: file, to: accounts.appending(path: name))
    }

    private var sentence: String {
        """
        \(home.directory.path)/mail/kim: There are 1 draft and 1 message that waits to be sent in the directory of kim, but no \
        account of that name. They are neither listed nor sent. Restore accounts/kim.json, or type: petrel account add kim \
        --address ADDRESS
        """
    }

    @Test(
        "drafts, outbox and status say how many drafts and queued messages belong to no account, and what to do",
        arguments: ["drafts", "outbox", "status"], ["kimm.json", nil])
    func notes(_ command: String, _ name: String?) throws {
        #expect(!home.petrel(command).errorText.contains("kim"))
        try rename(to: name)
        let run = home.petrel(command)
        #expect(run.exitCode == .done && run.errorText.contains(sentence), "\(run.errorText)")
        if name != nil {
            #expect(!home.petrel(command, "--account", "kimm").errorText.contains("mail/kim:"))
        }
    }

    @Test("fsck reports the directory as a problem, in JSON with a code")
    func fsck() throws {
        #expect(home.petrel("fsck").text == "No problems found.\n")
        try rename(to: "kimm.json")
        let run = home.petrel("fsck")
        #expect(run.exitCode == .someFailed && run.text == "\(sentence)\n", "\(run.text)")
        let problem = try #require(home.petrel("fsck", "--json").list("problems").first)
        #expect(problem["code"] as? String == "mailWithoutAccount")
    }

    @Test("After the file was restored, or an account with this directory was added, nothing is reported")
    func restored() throws {
        try rename(to: "kimm.json")
        try FileManager.default.moveItem(
            at: accounts.appending(path: "kimm.json"), to: accounts.appending(path: "kim.json"))
        #expect(home.petrel("fsck").text == "No problems found.\n")
        try rename(to: nil)
        let configuration = #"{"address": "kim@example.net", "maildir": "\#(home.directory.path)/mail/kim"}"#
        try Data(configuration.utf8).write(to: accounts.appending(path: "other.json"))
        #expect(!home.petrel("outbox").errorText.contains("mail/kim"), "\(home.petrel("outbox").errorText)")
    }

    @Test("The directory of the account local, and that of an account whose file has errors, have an account")
    func others() throws {
        try Data("{".utf8).write(to: accounts.appending(path: "kim.json"))
        try FileManager.default.createDirectory(
            at: home.directory.appending(path: "mail/local/Drafts/cur"), withIntermediateDirectories: true)
        #expect(!home.petrel("outbox").errorText.contains("no account of that name"))
    }
}
