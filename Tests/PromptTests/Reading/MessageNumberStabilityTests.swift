import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Numbers of messages at the prompt")
struct MessageNumberStabilityTests {
    @Test("Messages keep their numbers when they are moved, and undo moves them back")
    func numbers() throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 3", "archive 2-3", "show 3", "undo", "list --limit 3", "quit")
        #expect(run.exitCode == .done)
        #expect(run.text.contains("Moved 2 messages to Archive.\n"))
        #expect(run.text.contains("Undone: moved 2 messages to Archive.\n"))
        let lists = run.text.components(separatedBy: "  1  Alice Moreau")
        #expect(lists.count == 3 && lists[1].prefix(200) == lists[2].prefix(200))
    }
}
