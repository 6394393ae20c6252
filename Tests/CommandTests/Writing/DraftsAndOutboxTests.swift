import Foundation
import MailTestSupport
import Platform
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Drafts and outbox without a network", .holds("K04"), .timeLimit(.minutes(1)))
struct DraftsAndOutboxTests {
    @Test("Drafts of other programs are listed with every member of the JSON contract", .holds("C22", "K03"))
    func drafts() throws {
        let home = try SampleHome()
        let drafts = try home.petrel("drafts", "--json").list("drafts")
        #expect(drafts.map { $0["id"] as? String } == ["d1", "d2", "d3", "d4"])
        let members: Set = [
            "id", "draftId", "account", "to", "cc", "bcc", "subject", "date", "attachments", "revision", "onServer",
            "conflict",
        ]
        for draft in drafts {
            #expect(members.isSubset(of: draft.keys))
            #expect(draft["onServer"] as? Bool == false && draft["conflict"] as? Bool == false)
            #expect(UUID(uuidString: draft["draftId"] as? String ?? "") != nil && draft["revision"] as? Int == 1)
        }
        let goat = drafts[1]
        #expect((goat["bcc"] as? [[String: String]])?.first?["address"] == "alice@example.org")
        #expect((goat["to"] as? [Any])?.count == 2 && goat["date"] as? String == "2026-10-08T17:19:13Z")
        #expect((drafts[2]["attachments"] as? [[String: Any]])?.first?["filename"] as? String == "burrow-12.png")
        // The numbers stay the same.
        #expect(
            try home.petrel("drafts", "--json").list("drafts").map { $0["draftId"] as? String }
                == drafts.map { $0["draftId"] as? String })
    }

    @Test("A draft is exported as it was imported, and --replace changes its text", .holds("C22"))
    func exporting() throws {
        let home = try SampleHome()
        let file = home.directory.appending(path: "letter.eml")
        let letter = Data("To: Ana <ana@example.org>\r\nX-Mine: =?utf-8?q?=E2=98=83?=\r\nSubject: a\r\n\r\nHi\r\n".utf8)
        try letter.write(to: file)
        #expect(home.petrel("drafts", "import", file.path).text == "Draft saved d5\n")
        #expect(home.petrel("drafts", "export", "d5").output.elementsEqual(letter))
        let other = letter + Data("more\r\n".utf8)
        try other.write(to: file)
        let replaced = try home.petrel("drafts", "import", file.path, "--replace", "d5", "--json").object
        #expect(replaced["draft"] as? String == "d5")
        #expect(home.petrel("drafts", "export", "d5").output.elementsEqual(other))
        let revisions = try home.petrel("drafts", "--json").list("drafts").map { $0["revision"] as? Int }
        #expect(revisions == [1, 1, 1, 1, 2])
    }

    @Test("A symbolic link without a file is called that, and nothing is attached", .holds("C10"))
    func danglingLink() throws {
        let home = try SampleHome(isEmpty: true)
        let link = home.directory.appending(path: "plan.pdf")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "gone.pdf")
        let run = home.petrel("new", "ana@example.org", "-m", "Hi", "-a", link.path, "--draft", "--json")
        #expect(try run.exitCode == .noInput && run.errorCode == "cannotAttach")
        #expect(run.text.contains("is a symbolic link to a file that does not exist. Nothing was attached."))
        #expect(home.petrel("drafts").lines.isEmpty)
    }

    @Test("A sent message waits with the date of the send, and becomes a draft if canceled")
    func queue() throws {
        let home = try SampleHome()
        _ = home.petrel("drafts")
        let sent = try home.petrel("send", "d2", "--json", zone: LocalTimeZone(offsetMinutes: 120)).object
        #expect(sent["outbox"] as? String == "o1" && sent["sendState"] as? String == "queued")
        let waiting = try #require(home.petrel("outbox", "--json").list("outbox").first)
        let members: Set = [
            "id", "account", "to", "subject", "sendState", "outcome", "undoRemaining", "retryCount", "queuedDate",
            "nextAttempt", "error", "pendingAttachments",
        ]
        #expect(members.isSubset(of: waiting.keys))
        #expect(waiting["queuedDate"] as? String == "2026-10-13T12:00:00Z" && waiting["held"] as? Bool == false)
        #expect(waiting["outboxId"] as? String == sent["outboxId"] as? String)
        let page = home.petrel("show", "o1").text
        #expect(page.contains("Date     Tue, 13 Oct 2026 at 14:00 +0200\n") && page.contains("Bcc      Alice Moreau"))
        #expect(home.petrel("drafts").lines.count == 3)
        #expect(home.petrel("show", "d2").exitCode == .noInput)

        let taken = try home.petrel("outbox", "cancel", "o1", "--json").object
        #expect(taken["draft"] as? String == "d2" && home.petrel("outbox").output.isEmpty)
        #expect(home.petrel("outbox", "cancel", "o1").exitCode == .noInput)
        #expect(home.petrel("drafts").lines.count == 4)
    }

    @Test("A message that another program put into the outbox is held until the user sends it", .holds("PD5"))
    func held() throws {
        let home = try SampleHome()
        try home.add(Array("To: a@example.org\nSubject: from elsewhere\n\nx\n".utf8), to: "Outbox")
        let held = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect(held["held"] as? Bool == true && held["sendState"] as? String == "none")
        #expect(home.petrel("outbox").text.contains("(on hold: another program put it here; petrel send o1)"))
        #expect(home.petrel("send", "o1").text == "queued o1\n")
        let sent = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect(sent["held"] as? Bool == false && sent["sendState"] as? String == "queued")
    }

    @Test("A copied home holds its queued messages, and sends them after a release", .holds("E06"))
    func copied() throws {
        let home = try SampleHome(isEmpty: true)
        for number in 1...3 {
            let file = home.directory.appending(path: "letter \(number).eml")
            try Data("To: a@example.org\nSubject: Letter \(number)\n\nx".utf8).write(to: file)
            #expect(home.petrel("send", file.path).exitCode == .done)
        }
        let copy = try SampleHome(copying: home)
        #expect(home.petrel("outbox").errorText.isEmpty)
        let run = copy.petrel("outbox")
        #expect(
            run.lines.count == 3 && run.lines.allSatisfy { $0.contains("(on hold: it may have been sent elsewhere;") })
        #expect(
            run.errorText == """
                3 messages are held: this home was copied, restored or moved to another disk after the order to send, so \
                they may have been sent from elsewhere. To send all, type: petrel outbox resume, or one: petrel send o1

                """)
        let held = try #require(copy.petrel("outbox", "--json").list("outbox").first)
        #expect(held["held"] as? Bool == true && held["heldBecause"] as? String == "copied")
        #expect(copy.petrel("send", "o1").errorText.hasPrefix("2 messages are held: "))
        _ = copy.petrel("outbox", "cancel", "o2")
        #expect(
            copy.petrel("outbox").errorText.hasSuffix(
                "it may have been sent from elsewhere. To send it, type: petrel outbox resume\n"))
        #expect(copy.petrel("outbox", "release").exitCode == .unanswered)
        #expect(copy.petrel("outbox", "release", typing: [""]).exitCode == .interrupted)
        let released = try copy.petrel("outbox", "release", "--yes", "--json").list("outbox")
        #expect(released.map { $0["id"] as? String } == ["o3"] && released[0]["sendState"] as? String == "queued")
        #expect(try copy.petrel("outbox", "--json").list("outbox").allSatisfy { $0["held"] as? Bool == false })
        #expect(copy.petrel("outbox").errorText.isEmpty)
    }

    static let refused: [(name: String, message: String, code: String)] = [
        ("no recipient", "Subject: x\n\nx", "noRecipient"), ("an empty group", "To: crew:;\n\nx", "noRecipient"),
        ("no address", "To: Ana\n\nx", "invalidAddress"), ("no message", "\nx", "notAMessage"),
        ("nothing", "", "notAMessage"),
        ("an incomplete address in Bcc", "To: a@example.org\nBcc: b\n\nx", "invalidAddress"),
    ]

    @Test("An invalid message is not queued, and the error gives the reason", .holds("C16"), arguments: refused)
    func refusal(_ row: (name: String, message: String, code: String)) throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "letter.eml")
        try Data(row.message.utf8).write(to: file)
        let run = home.petrel("send", file.path, "--json")
        #expect(run.exitCode == .dataError, "\(row.name): \(run.text)")
        #expect(try run.errorCode == row.code, "\(row.name): \(run.text)")
        #expect(home.petrel("outbox").output.isEmpty)
    }

    @Test("Discarding asks first and keeps a draft without confirmation")
    func discard() throws {
        let home = try SampleHome()
        _ = home.petrel("drafts")
        #expect(home.petrel("discard", "d1").exitCode == .unanswered)
        #expect(
            home.petrel("discard", "d1", typing: [""]).prompts == [
                "Delete draft?   [d] Delete  [k] Keep Editing (Enter)? "
            ])
        #expect(home.petrel("drafts").lines.count == 4)
        #expect(
            home.petrel("discard", "d1", "--yes").text
                == "Draft deleted. Within 30 days, restore it with: petrel recover d1\n")
        #expect(home.petrel("discard", "d1", "--yes").exitCode == .noInput)
        #expect(home.petrel("discard", "d2", typing: ["d"]).exitCode == .done)
        #expect(home.petrel("drafts").lines.count == 2)
    }

    @Test("fsck names each file with a problem and exits with 1 until it is repaired", .holds("PD4"))
    func fsck() throws {
        let home = try SampleHome()
        #expect(home.petrel("fsck").text == "No problems found.\n")
        let new = home.mail.appending(path: "Archive/new")
        try FileManager.default.removeItem(at: new)
        let run = home.petrel("fsck", "--json")
        let problem = try #require(run.list("problems").first)
        #expect(run.exitCode == .someFailed && problem["code"] as? String == "incompleteMaildir")
        #expect(problem["path"] as? String == new.path && problem["repaired"] as? Bool == false)
        #expect(home.petrel("fsck").text.hasPrefix(new.path + ": "))
        let repaired = home.petrel("fsck", "--repair", "--json")
        #expect(repaired.exitCode == .done)
        #expect(try repaired.list("problems").first?["repaired"] as? Bool == true)
        #expect(try home.petrel("fsck", "--json").list("problems").isEmpty)
    }
}
