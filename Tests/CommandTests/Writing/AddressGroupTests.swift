import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Groups of addresses", .onOwnThreads)
struct AddressGroupTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
    }

    private func queued() throws -> String {
        let directory = home.mail.appending(path: "Outbox/cur")
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        let file = try #require(files.first { $0.lastPathComponent.first != "." })
        return try String(contentsOf: file, encoding: .utf8).replacing("\r\n", with: "\n")
    }

    @Test("Typed groups keep their names, and their members get the message")
    func typed() throws {
        let run = home.typing(
            "new -s Plan -m Hello Team: Ben Okafor <ben@example.org>, eve@example.org;", "cc dan@example.org", "to",
            "send --undo 0", "quit")
        #expect(run.text.contains("Team: Ben Okafor <ben@example.org>, eve@example.org;"), "\(run.text)")
        let message = try queued()
        #expect(message.contains("To: Team: Ben Okafor <ben@example.org>, eve@example.org;\n"), "\(message)")
        #expect(message.contains("Cc: dan@example.org\n"), "\(message)")
        let outbox = try home.petrel("outbox", "--json").object["outbox"] as? [[String: Any]]
        let to = try #require(outbox?.first?["to"] as? [[String: Any]])
        #expect(to.map { $0["address"] as? String } == ["ben@example.org", "eve@example.org"])
    }

    @Test("A group without members hides the recipients in Bcc, and alone it is no recipient")
    func undisclosed() throws {
        let refused = home.petrel("new", "-t", "undisclosed-recipients:;", "-s", "Plan", "-m", "Hello", "--send")
        #expect(refused.exitCode != .done)
        #expect(refused.errorText.contains("recipient"), "\(refused.errorText)")
        let sent = home.petrel(
            "new", "-t", "undisclosed-recipients:;", "-b", "ben@example.org", "-s", "Plan", "-m", "Hello", "--send")
        #expect(sent.exitCode == .done, "\(sent.errorText)")
        #expect(try queued().contains("To: undisclosed-recipients:;\n"))
    }

    @Test("The editor shows groups as they are typed, and keeps them")
    func edited() throws {
        let run = home.petrel(
            [],
            typing: [
                "set editor true", "new -s Plan -m Hello undisclosed-recipients:; Team: eve@example.org;", "edit all",
                "to",
                "close", "quit",
            ])
        #expect(run.text.contains("To: undisclosed-recipients:;, Team: eve@example.org;"), "\(run.text)")
        #expect(!run.text.contains("not an address"), "\(run.text)")
    }

    @Test("A reply to all goes to the members of groups, and to no empty group")
    func reply() throws {
        try home.add(
            Array(
                """
                From: Ana Ruiz <ana@example.org>
                To: Harbour team: kim@example.net, Ben Okafor <ben@example.org>;
                Cc: undisclosed-recipients:;, Others: eve@example.org, dan@example.org;
                Subject: A plan for the team
                Message-ID: <team@example.org>
                Date: Mon, 12 Oct 2026 14:03:00 +0200

                Hello

                """.utf8), to: "INBOX")
        let run = home.petrel(
            "reply-all", "id:<team@example.org>", "-m", "Yes", "--draft", "--json")
        #expect(run.exitCode == .done, "\(run.errorText)")
        let drafts = try home.petrel("drafts", "--json").object["drafts"] as? [[String: Any]]
        let draft = try #require(drafts?.first { ($0["subject"] as? String)?.contains("plan for the team") ?? false })
        let people = ["to", "cc"].map { (draft[$0] as? [[String: Any]])?.map { $0["address"] as? String } }
        #expect(people == [["ana@example.org"], ["ben@example.org", "eve@example.org", "dan@example.org"]])
        let shown = home.petrel("show", "id:<team@example.org>").text
        #expect(shown.contains("ben@example.org") && shown.contains("dan@example.org"), "\(shown)")
    }

    @Test("A member of a group may be a contact, and a part of a name")
    func contact() throws {
        let run = home.typing("list", "new -s Plan -m Hello Team: alma, eve@example.org;", "to", "close", "quit")
        #expect(
            run.text.contains("To: Team: Alma Lindqvist <") && run.text.contains("eve@example.org;"),
            "\(run.text) \(run.errorText)")
    }
}
