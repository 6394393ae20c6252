import Foundation
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The sync command with several accounts", .onOwnThreads, .holds("M05", "PY6"))
struct SyncCommandTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver("From: Ana <ana@example.org>\r\nSubject: Lighthouse\r\n\r\nHello.\r\n")
    }

    @Test("A broken password command is reported, and the other account is synced")
    func brokenCommand() throws {
        try home.addAccountOfModelServer("broken", passwordCommand: "echo locked >&2; exit 1")
        let run = home.petrel("sync", reaching: server.connections())
        #expect(run.exitCode == .someFailed, "\(run.errorText)")
        #expect(run.text.contains("work: 1 new message"), "\(run.text)")
        #expect(run.errorText.contains("broken: ") && run.errorText.contains("petrel account check broken"))
        #expect(home.petrel("list", "--account", "work").text.contains("Lighthouse"))
    }

    @Test("Drafts and sent mail of other programs are not counted as new messages")
    func others() throws {
        for mailbox in ["Drafts", "Sent"] {
            server.deliver("From: Kim <kim@example.net>\r\nSubject: \(mailbox)\r\n\r\nHello.\r\n", to: mailbox)
        }
        let first = home.petrel("sync", reaching: server.connections())
        #expect(first.text == "work: 1 new message, 2 more in Drafts and Sent.\n", "\(first.errorText)")
        server.deliver("From: Kim <kim@example.net>\r\nSubject: Later\r\n\r\nHello.\r\n", to: "Drafts")
        #expect(home.petrel("sync", reaching: server.connections()).text == "work: 1 new in Drafts.\n")
    }

    @Test("Both accounts are in the JSON object, with the error of the one that failed")
    func json() throws {
        try home.addAccountOfModelServer("broken", passwordCommand: "exit 1")
        let run = home.petrel("sync", "--json", reaching: server.connections())
        let accounts = try run.list("accounts")
        #expect(accounts.map { $0["account"] as? String } == ["broken", "work"])
        #expect(accounts.map { $0["ok"] as? Bool } == [false, true])
        #expect((accounts.first?["error"] as? String)?.isEmpty == false)
        #expect(run.exitCode == .someFailed)
    }

    @Test("A folder that no account has is an error; one that an account has is synced")
    func unknownFolder() throws {
        let run = home.petrel("sync", "--mailbox", "Archve", reaching: server.connections())
        #expect(run.exitCode == .noInput, "\(run.text)")
        #expect(
            run.errorText.contains(
                "There is no folder Archve, neither here nor on the server. Type: petrel folders"), "\(run.errorText)")
        #expect(
            try home.petrel("sync", "--mailbox", "Archve", "--json", reaching: server.connections()).errorCode
                == "noSuchFolder")
        #expect(home.petrel("sync", "--mailbox", "INBOX", reaching: server.connections()).exitCode == .done)
    }

    @Test("The mail of a large folder that was deleted on the server stays until it is deleted here", .holds("PY3"))
    func largeFolderGone() throws {
        server.create("Lists")
        for number in 1...21 {
            server.deliver("From: Ana <ana@example.org>\r\nSubject: \(number)\r\n\r\nx\r\n", to: "Lists")
        }
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        server.delete("Lists")
        for _ in 0..<2 {
            let run = home.petrel("sync", reaching: server.connections())
            #expect(
                run.errorText.contains(
                    "Lists: the server no longer has this mailbox. What it held stays here: 21 messages. Move it to "
                        + "another folder, or type: petrel folder delete Lists"), "\(run.text)\(run.errorText)")
        }
        let deletion = home.petrel("folder", "delete", "Lists", "--yes", reaching: server.connections())
        #expect(deletion.exitCode == .done, "\(deletion.errorText)")
        let run = home.petrel("sync", reaching: server.connections())
        #expect(run.exitCode == .done && !run.errorText.contains("Lists"), "\(run.errorText)")
        #expect(server.mailbox("Lists") == nil && server.mailbox("Trash")?.messages.count == 21)
    }

    @Test("A single account without a password fails with exit code 77")
    func only() throws {
        try home.addAccountOfModelServer(passwordCommand: "exit 1")
        let run = home.petrel("sync", "--json", reaching: server.connections())
        #expect(run.exitCode == .noPermission)
        #expect(run.text.contains("\"noSecret\""), "\(run.text)")
    }

    @Test("What to type is said last, after what is kept")
    func advice() {
        let home = home
        let added = home.petrel(
            "account", "add", "sol", "--address", "kim@example.org", "--imap", "imaps://imap.example.org", "--smtp",
            "smtps://smtp.example.org", "--oauth", "https://id.example.org", "--client-id", "petrel")
        #expect(added.exitCode == .done, "\(added.errorText)")
        let run = home.petrel("sync", "--account", "sol", reaching: server.connections())
        let kept = "sol is not signed in. Your changes here are kept. Type: petrel account sign-in sol\n"
        #expect(run.errorText.hasSuffix(kept), "\(run.errorText)")
        let status = home.petrel("status").text
        #expect(status.contains("Never synced. Type: petrel account sign-in sol\n"), "\(status)")
    }

    @Test("The password command of an account runs once for sending and syncing")
    func once() throws {
        let log = home.directory.appending(path: "asked")
        try home.addAccountOfModelServer(passwordCommand: "echo asked >> \(log.path); echo secret-kim")
        _ = home.petrel("new", "-t", "ana@example.org", "-s", "Hello", "-m", "Hello.", "--send", "--wait", "0")
        try? FileManager.default.removeItem(at: log)
        _ = home.petrel("sync", reaching: server.connections())
        #expect(try String(contentsOf: log, encoding: .utf8) == "asked\n")
    }
}
