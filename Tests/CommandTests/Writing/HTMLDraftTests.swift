import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Drafts that another program wrote with HTML", .holds("C22", "PD1"))
struct HTMLDraftTests {
    static let alternative = """
        From: Kim Park <kim@example.net>
        To: ana@example.org
        Subject: Prices
        MIME-Version: 1.0
        Content-Type: multipart/alternative; boundary=A

        --A
        Content-Type: text/plain; charset=utf-8

        See the table.
        --A
        Content-Type: text/html; charset=utf-8

        <table><tr><td>Only in the HTML: 42</td></tr></table>
        --A--

        """
    static let html = """
        From: Kim Park <kim@example.net>
        To: ana@example.org
        Subject: Prices
        MIME-Version: 1.0
        Content-Type: text/html; charset=utf-8

        <table><tr><td><b title="Only in the HTML: 42">See the table.</b></td></tr></table>

        """
    static let drafts = [alternative, html]
    private static let mark = "Only in the HTML: 42"

    /// Returns a home with the draft as d1: as another program stored it, or as an imported file.
    private func home(_ draft: String, isImported: Bool) throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        if isImported {
            try home.write(Data(draft.utf8), to: "letter.eml")
            #expect(home.petrel("drafts", "import", "\(home.directory.path)/letter.eml").exitCode == .done)
        } else {
            try home.add(Array(draft.utf8), to: "Drafts")
            #expect(home.petrel("drafts").lines.count == 1)
        }
        return home
    }

    private func queued(_ home: SampleHome) throws -> String {
        let directory = home.mail.appending(path: "Outbox/cur")
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return try String(contentsOf: try #require(files.first), encoding: .utf8)
    }

    @Test(
        "Before the first change, the former version is kept, and the user is told", arguments: drafts, [true, false])
    func edited(_ draft: String, isImported: Bool) throws {
        let home = try home(draft, isImported: isImported)
        let run = home.typing(
            "resume d1", "body -m 'One line.'", "body -m Another.", "save", "body -m More.", "close", "quit")
        #expect(run.text.contains("and its former version is kept: recover\n"), "\(run.text)")
        #expect(!home.petrel("drafts", "export", "d1").text.contains(Self.mark))
        let versions = try home.petrel("recover", "--json").list("versions")
        #expect(versions.map { $0["id"] as? String } == ["d1"] && versions[0]["reason"] as? String == "superseded")
        #expect(home.petrel("recover", "d1").text == "Brought back as d2\n")
        #expect(home.petrel("drafts", "export", "d2").text.contains(Self.mark))
    }

    @Test("A draft that was opened and not changed stays as it is", arguments: drafts)
    func closed(_ draft: String) throws {
        let home = try home(draft, isImported: false)
        _ = home.typing("resume d1", "lines", "close", "quit")
        #expect(home.petrel("drafts", "export", "d1").text.contains(Self.mark))
        #expect(try home.petrel("recover", "--json").list("versions").isEmpty)
    }

    @Test("A draft that nobody changed is sent as it is", arguments: drafts, [true, false])
    func sent(_ draft: String, isImported: Bool) throws {
        for isOpen in [true, false] {
            let home = try home(draft, isImported: isImported)
            let run = isOpen ? home.script("resume d1", "send --undo 0") : home.petrel("send", "d1", "--undo", "0")
            #expect(run.exitCode == .done, "\(run.errorText)")
            #expect(try queued(home).contains(Self.mark))
        }
    }

    @Test("A changed draft is sent as it was changed")
    func changed() throws {
        let home = try home(Self.alternative, isImported: true)
        let run = home.script("resume d1", "body -m 'One line.'", "send --undo 0")
        #expect(run.exitCode == .done, "\(run.errorText)")
        let message = try queued(home)
        #expect(message.contains("One line.") && !message.contains(Self.mark))
        #expect(try home.petrel("recover", "--json").list("versions").count == 1)
    }

    @Test("Lines typed before a crash keep the former version, too")
    func crash() throws {
        let home = try home(Self.alternative, isImported: true)
        let draft = try #require(home.petrel("drafts", "--json").list("drafts").first)
        let (id, revision) = (try #require(draft["draftId"] as? String), try #require(draft["revision"] as? Int))
        let journal = """
            {"v":1,"draft":"\(id)","number":1,"revision":\(revision)}
            {"at":1,"cut":0,"lines":["Typed."]}

            """
        try home.write(Data(journal.utf8), to: "state/local/sessions/0b4f1a0e-6a52-4a6f-9d33-2f6a0e1c7b55.jsonl")
        #expect(home.typing("quit").text.contains("Recovered draft d1"))
        #expect(home.petrel("drafts", "export", "d1").text.contains("Typed."))
        #expect(home.petrel("recover", "d1").exitCode == .done)
        #expect(home.petrel("drafts", "export", "d2").text.contains(Self.mark))
    }
}
