import Disk
import LineEditing
import MailTestSupport
import MailTypes
import Platform
import Terminal

@testable import REPL

extension Console {
    /// Returns a console in memory. With `typing`, a simulated user answers.
    static func inMemory(typing lines: [String]? = nil, _ environment: [String: String] = [:]) -> Console {
        inMemory(lines.map { ScriptedLines($0) }, environment)
    }

    static func inMemory(
        _ keyboard: ScriptedLines?, _ environment: [String: String] = [:], columns: Int? = nil
    ) -> Console {
        Console(
            output: Output(), errors: Output(), environment: Environment(environment),
            clock: FixedClock(at: 1_760_000_000),
            zone: .utc, columns: columns, system: POSIXFileSystem.shared, isTerminal: keyboard != nil,
            input: LineInput { keyboard?.next(after: $0.prompt).map { .line($0) } ?? .endOfInput })
    }

    var text: String { String(decoding: output.contents, as: UTF8.self) }
    var errorText: String { String(decoding: errors.contents, as: UTF8.self) }
}
