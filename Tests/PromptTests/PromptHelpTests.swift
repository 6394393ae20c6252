import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Help at the prompt")
struct PromptHelpTests {
    @Test("Help at the prompt fits on a screen and lists the commands")
    func help() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("help", "new ben@example.org -s x -m x", "help", "help ~", "help attach", "quit")
        #expect(run.text.contains("Write        new NAME        reply 3         reply-all 3     forward 3 NAME\n"))
        #expect(run.text.contains("Draft        preview         check           send            close\n"))
        #expect(run.text.contains("  ~x             discard: delete the draft\n"))
        #expect(run.text.contains("attach [FILE…] [--as NAME] [--inline] [--capture]\n"))
        #expect(run.lines.filter { $0.count > 80 }.isEmpty)
    }
}
