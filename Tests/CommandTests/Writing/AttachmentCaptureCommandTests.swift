import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite("Captured attachments", .holds("C10"))
struct AttachmentCaptureCommandTests {
    @Test("Files that the command creates are attached in the order of their names")
    func captured() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "set capture-cmd 'cd \"$1\" && echo one > b.txt && echo two > a.txt'", "new ben@example.org -s Plan -m Hi",
            "attach --capture", "detach a1", "quit")
        #expect(run.text.contains("Attached a1: a.txt") && run.text.contains("Attached a2: b.txt"), "\(run.errorText)")
        let files = FileManager.default
        let rest = try files.contentsOfDirectory(atPath: home.directory.appending(path: "run").path)
        #expect(rest.allSatisfy { !$0.hasPrefix("capture") })
    }

    @Test(
        "Without a command, or without a file from it, the error says what to do",
        arguments: [("", "Type, for example: set capture-cmd"), ("false", "The command created no file: false")])
    func nothing(_ command: String, _ words: String) throws {
        let home = try SampleHome(isEmpty: true)
        let set = command.isEmpty ? "set" : "set capture-cmd \(command)"
        let run = home.typing(set, "new ben@example.org -s Plan -m Hi", "attach --capture", "quit")
        #expect(run.errorText.contains(words))
    }
}
