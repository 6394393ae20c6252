import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Signatures", .holds("C05"))
struct TextSignatureTests {
    private func home() throws -> SampleHome {
        let home = try SampleHome()
        let place = home.directory.appending(path: "signatures")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("Kim Park\nExample Ltd\n".utf8).write(to: place.appending(path: "default"))
        try Data("K.\n".utf8).write(to: place.appending(path: "short"))
        return home
    }

    @Test("A signature replaces another, off removes it, and undo restores it")
    func exchange() throws {
        let run = try home().typing(
            "new ben@example.org -s Plan -m Hi", "signature on", "signature on", "lines", "signature short", "lines",
            "signature off", "signature off", "undo", "lines", "quit")
        #expect(run.lines.filter { $0.hasPrefix("Signature: ") } == ["Signature: 2 lines.", "Signature: 1 line."])
        #expect(run.text.contains("1  Hi\n 2  -- \n 3  Kim Park\n 4  Example Ltd\n"), "\(run.text)")
        #expect(run.text.components(separatedBy: "1  Hi\n 2  -- \n 3  K.\n").count == 3, "\(run.text)")
        #expect(run.errorText == "The signature is already there.\nThere is no signature.\n")
    }

    @Test("A missing signature is reported with its file, and no name leads elsewhere")
    func missing() throws {
        let home = try home()
        let run = home.typing("new ben@example.org -s Plan -m Hi", "signature long", "signature ../config.json", "quit")
        #expect(run.errorText.contains("Put its text into the file \(home.directory.path)/signatures/long"))
        #expect(run.errorText.contains("cannot be the name of a signature"))
    }

    @Test("The account's signature takes precedence over the common one")
    func ofAccount() throws {
        let home = try home()
        try Data("of local\n".utf8).write(to: home.directory.appending(path: "signatures/local"))
        #expect(
            home.typing("new ben@example.org -s P -m Hi", "signature on", "lines", "quit").text.contains("of local"))
    }

    @Test("from takes the signature of the new sender along, unless it was edited")
    func sender() throws {
        let home = try SampleHome(isEmpty: true)
        let servers = ["--imap", "imaps://a.example", "--smtp", "smtps://a.example", "--password-command", "true"]
        let place = home.directory.appending(path: "signatures")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for name in ["club", "work"] {
            let words = ["account", "add", name, "--address", "kim@\(name).example"] + servers
            #expect(home.petrel(words.map { Array($0.utf8) }).exitCode == .done)
            try Data("Kim of \(name)\n".utf8).write(to: place.appending(path: "kim@\(name).example"))
        }
        let run = home.typing(
            "set signature below", "new ben@example.org --account work -s Plan -m Hi", "lines", "from club", "lines",
            "undo",
            "s/club/the club/", "from kim@work.example", "lines", "quit")
        #expect(run.text.contains("1  Hi\n>2  -- \n 3  Kim of work\n"), "\(run.text)\(run.errorText)")
        #expect(run.text.contains("1  Hi\n>2  -- \n 3  Kim of club\n"), "\(run.text)\(run.errorText)")
        #expect(run.text.contains("3  Kim of the club\n") && run.errorText.contains("The signature stays as it is."))
        let sent = home.petrel(
            "new", "ana@example.org", "--account", "work", "--from", "kim@club.example", "-s", "x", "-m", "y",
            "--draft",
            "--json")
        #expect(sent.exitCode == .done)
        let drafts = try home.petrel("drafts", "--json").list("drafts")
        #expect(drafts.contains { $0["account"] as? String == "club" && $0["subject"] as? String == "x" })
    }
}
