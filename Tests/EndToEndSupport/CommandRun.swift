import Foundation
import Testing

@testable import REPL

/// What a command that ran in this process has printed, and its exit code.
struct CommandRun {
    let exitCode: ExitCode
    let output: [UInt8]
    let errors: [UInt8]
    /// The prompt of each typed line.
    let prompts: [String]
    /// What was reported while nothing was typed.
    let told: [String]

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map { String($0) } }

    var object: [String: Any] {
        get throws { try #require(try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]) }
    }

    /// Returns the list of objects with this key.
    func list(_ key: String = "messages") throws -> [[String: Any]] {
        try #require(try object[key] as? [[String: Any]])
    }

    var errorCode: String? {
        get throws { (try object["error"] as? [String: String])?["code"] }
    }
}
