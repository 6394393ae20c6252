import Foundation
import MailTestSupport
import Platform
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Recovering deleted and former versions of drafts", .timeLimit(.minutes(1)))
struct DraftRecoveryTests {
    @Test("Deleted versions are listed and can be restored as drafts", .holds("C23", "PD1"))
    func recover() throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "letter.eml")
        for number in 1...2 {
            try Data("To: a@example.org\nSubject: Letter \(number)\n\nx".utf8).write(to: file)
            #expect(home.petrel("drafts", "import", file.path).exitCode == .done)
        }
        #expect(home.petrel("recover").errorText == "There is nothing to recover.\n")
        #expect(try home.petrel("recover", "--json").list("versions").isEmpty)
        _ = home.petrel("discard", "d1", "--yes")
        let kept = try #require(home.petrel("recover", "--json").list("versions").first)
        #expect(kept["id"] as? String == "d1" && kept["reason"] as? String == "discarded")
        #expect(kept["subject"] as? String == "Letter 1" && kept["kept"] as? String == "2026-10-13T12:00:00Z")
        #expect(kept["until"] as? String == "2026-11-12T12:00:00Z" && kept["revision"] as? Int == 1)
        #expect(
            home.petrel("recover").text == "d1      Letter 1  (deleted 13 October 2026, kept until 12 November 2026)\n")
        #expect(home.petrel("recover", "--accessible").text.hasSuffix("kept until 12 November 2026: Letter 1.\n"))
        #expect(home.petrel("recover", "d1").text == "Brought back as d1\n")
        #expect(home.petrel("recover", "d1", "--json").exitCode == .noInput)
        #expect(try home.petrel("recover", "d2", "--json").errorCode == "noSuchVersion")
        #expect(home.petrel("drafts").lines.count == 2)
    }

    @Test("Each version of a draft can be restored, as another draft if the original is in use", .holds("C23"))
    func recoverRevisions() throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "letter.eml")
        func save(_ subject: String, _ words: String...) throws {
            try Data("To: a@example.org\nSubject: \(subject)\n\nx".utf8).write(to: file)
            let run = home.petrel((["drafts", "import"] + words + [file.path]).map { Array($0.utf8) })
            #expect(run.exitCode == .done)
        }
        try save("One")
        try save("Two", "--replace", "d1")
        #expect(try home.petrel("recover", "--json").list("versions").map { $0["id"] as? String } == ["d1"])
        #expect(home.petrel("recover").text.hasPrefix("d1      One  (replaced by a newer revision 13 October 2026)"))
        _ = home.petrel("discard", "d1", "--yes")
        let ids = try home.petrel("recover", "--json").list("versions").map { $0["id"] as? String }
        #expect(ids == ["d1.2", "d1.1"])
        #expect(home.petrel("recover", "d1.1").text == "Brought back as d1\n")
        #expect(home.petrel("recover", "d1").text == "Brought back as d2\n")
        #expect(home.petrel("drafts").text.contains("One") && home.petrel("drafts").text.contains("Two"))
        #expect(try home.petrel("recover", "--json").list("versions").isEmpty)
        // The earlier version of a queued message is not listed.
        _ = home.petrel("send", "d1")
        #expect(try home.petrel("recover", "--json").list("versions").isEmpty)
    }

    @Test(
        "An earlier revision that another program puts back does not replace the newer one, and is kept", .holds("C23"))
    func restoredByAnotherProgram() throws {
        let home = try SampleHome(isEmpty: true)
        #expect(home.petrel("new", "-t", "a@example.org", "-s", "One", "-m", "x", "--draft").exitCode == .done)
        let drafts = home.mail.appending(path: "Drafts/cur")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: drafts.path).first)
        let first = try Data(contentsOf: drafts.appending(path: name))
        #expect(home.script("resume d1", "subject Two", "save").exitCode == .done)
        try home.add(first, to: "Drafts")
        #expect(home.petrel("drafts").text.contains("Two"))
        #expect(home.petrel("recover").text.hasPrefix("d1      One  (replaced by a newer revision 13 October 2026)"))
    }

    @Test("Different texts of one revision have different names, and each can be restored", .holds("C23"))
    func recoverTexts() throws {
        let home = try SampleHome(isEmpty: true)
        for subject in ["One", "Two"] {
            let file = home.directory.appending(path: "letter.eml")
            try Data("To: a@example.org\nSubject: \(subject)\n\nx".utf8).write(to: file)
            #expect(home.petrel("drafts", "import", file.path).exitCode == .done)
            #expect(home.petrel("discard", subject == "One" ? "d1" : "d2", "--yes").exitCode == .done)
        }
        // The second text becomes one of the first draft, a second later.
        let versions = home.directory.appending(path: "state/local/versions")
        let names = try FileManager.default.contentsOfDirectory(atPath: versions.path).filter { $0 != "tmp" }
        let first = try #require(names.first { $0.hasSuffix("d1") }?.split(separator: "."))
        let second = try #require(names.first { $0.hasSuffix("d2") })
        let time = try #require(Int(first[0])) + 1
        let renamed = (["\(time)"] + first.dropFirst().map { String($0) }).joined(separator: ".")
        try FileManager.default.moveItem(
            at: versions.appending(path: second), to: versions.appending(path: renamed))
        let ids = try home.petrel("recover", "--json").list("versions").map { $0["id"] as? String }
        #expect(ids == ["d1.1", "d1.1.2"])
        #expect(home.petrel("recover", "d1.1.2").exitCode == .done)
        #expect(home.petrel("drafts").text.contains("One"))
        #expect(home.petrel("recover", "d1").exitCode == .done)
        #expect(home.petrel("drafts").text.contains("Two"))
    }
}
