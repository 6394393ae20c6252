import Foundation
import MailTestSupport
import Testing

@Suite("Signatures", .holds("C05"))
struct SignatureTests {
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
}
