import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Templates for new mail", .holds("C01"))
struct TemplateTests {
    @Test("A draft saved as a template begins other drafts, and is replaced and deleted only on request")
    func life() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "new ben@example.org -s Minutes -m 'Present: '", "template save minutes", "template save minutes",
            "template save ../minutes", "template list", "discard --yes", "new ana@example.org --template minutes",
            "Ana.",
            ".", "quit")
        #expect(run.text.contains("Saved as template minutes. To use it, type: new --template minutes"), "\(run.text)")
        #expect(run.errorText.contains("There is a template \"minutes\" already."))
        #expect(run.errorText.contains("cannot be the name of a template"))
        #expect(run.text.contains("\nSubject  Minutes\n\nPresent:"), "\(run.text)")
        let draft = home.petrel("drafts", "export", "d2").text
        #expect(draft.contains("To: ben@example.org, ana@example.org") && draft.contains("Ana.\r\n"), "\(draft)")
        #expect(home.petrel("template", "list").lines == ["minutes"])
        #expect(home.petrel("template", "delete", "minutes").exitCode == .unanswered)
        #expect(home.petrel("template", "delete", "minutes", "--yes").exitCode == .done)
        #expect(home.petrel("new", "--template", "minutes", "--draft").exitCode == .noInput)
    }

    @Test("A template can be written by hand; a field that petrel does not know is reported")
    func byHand() throws {
        let home = try SampleHome(isEmpty: true)
        let place = home.directory.appending(path: "templates")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("Cc: ana@example.org\nSubject: Trip\n\nHello\n".utf8).write(to: place.appending(path: "trip"))
        try Data("X-Mood: good\n\nHello\n".utf8).write(to: place.appending(path: "mood"))
        #expect(home.petrel("new", "ben@example.org", "--template", "trip", "-m", "Bye", "--draft").exitCode == .done)
        let draft = home.petrel("drafts", "export", "d1").text
        #expect(draft.contains("Cc: ana@example.org") && draft.contains("Hello\r\nBye\r\n"), "\(draft)")
        #expect(home.petrel("new", "--template", "mood", "--draft").exitCode == .dataError)
    }
}
