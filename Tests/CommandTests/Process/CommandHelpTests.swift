import Foundation
import LineEditing
import MailTestSupport
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Help of commands")
struct CommandHelpTests {
    @Test("Help fits on a screen and exists for every command")
    func help() throws {
        let home = try SampleHome(isEmpty: true)
        for command in CommandTable.program.commands {
            let run = home.petrel(["help", command.name].map { Array($0.utf8) })
            let examples = command.examples.map { "  " + $0 }
            let wide = run.lines.filter { DisplayWidth.of($0) > 80 && !examples.contains($0) }
            #expect(run.exitCode == .done && wide.isEmpty, "\(wide)")
            #expect(!command.details.isEmpty && !command.summary.isEmpty, "\(command.name)")
        }
        #expect(home.petrel("help").lines.allSatisfy { DisplayWidth.of($0) <= 80 })
    }
}
