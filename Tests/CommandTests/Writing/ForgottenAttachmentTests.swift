import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The question about a forgotten attachment")
struct ForgottenAttachmentTests {
    @Test("The question about a forgotten attachment stops a script, and can be turned off")
    func attachments() throws {
        let home = try SampleHome(isEmpty: true)
        let letter = ["new", "ben@example.org", "-s", "Plan", "-m", "The plan is attached.", "--send"]
        #expect(home.petrel(letter.map { Array($0.utf8) }).exitCode == .unanswered)
        let asked = home.typing(
            "new ben@example.org -s Plan -m 'It is attached.'", "send --undo 0", "k", "close", "quit")
        #expect(asked.prompts.contains { $0.hasPrefix("Send without attachment?") })
        let run = home.typing(
            "set attachment-question off", "new ben@example.org -s Plan -m 'It is attached.'", "send --undo 0", "quit")
        #expect(!run.prompts.contains { $0.hasPrefix("Send without attachment?") })
        #expect(home.petrel(letter.map { Array($0.utf8) }).exitCode == .done)
    }
}
