import Foundation
import MailTestSupport
import Testing

/// A session at the prompt: its initial state, and the files with what is typed and what is shown, on screens of
/// several widths and to a pipe.
struct Transcript: Sendable, CustomTestStringConvertible {
    let name: String
    var isAccessible = false
    /// Additional environment variables.
    var environment: [String: String] = [:]
    private let prepare: @Sendable (SampleHome) throws -> Void

    var testDescription: String { name }

    /// A newcomer's first mail, mail written on a train, the same in accessible mode, and other beginnings.
    static let all = [
        Transcript(name: "newcomer") { home in
            try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
            try home.write(Data(repeating: 0x25, count: 84_000), to: "plan.pdf")
        },
        Transcript(name: "on-a-train") { try $0.addOfflineAccounts() },
        Transcript(name: "screen-reader", isAccessible: true) { try $0.addOfflineAccounts() },
        // A user who writes first and runs setup later, and a user whose servers cannot be reached.
        Transcript(name: "setup", environment: ["EMAIL": "kim@example.net"]) {
            try $0.write(Data(#"{"undo": 0}"#.utf8), to: "config.json")
        },
        Transcript(name: "offline") { home in
            try home.write(Data(#"{"undo": 0}"#.utf8), to: "config.json")
            try home.addAccount(
                "work",
                [
                    "name": "Kim Park", "address": "kim@example.com", "imap": "imaps://imap.example.com",
                    "smtp": "smtps://smtp.example.com", "passwordCommand": "echo secret",
                ])
        },
    ]

    private static let folder = ProjectFiles.root.appending(path: "Tests/Fixtures/transcripts")

    func home() throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try prepare(home)
        return home
    }

    /// The lines to type.
    func typed() throws -> [String] {
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).typed"), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    /// Returns the normalized output and the expected one. If PETREL_WRITE_TRANSCRIPTS is set, writes the output to the
    /// file first, for review.
    func compared(_ shown: String, with kind: String, of home: SampleHome) throws -> (shown: String, wanted: String) {
        let file = Self.folder.appending(path: "\(name).\(kind)")
        var lines = shown.replacing(home.directory.path, with: "HOME").split(
            separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["PETREL_WRITE_TRANSCRIPTS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return (text, try String(contentsOf: file, encoding: .utf8))
    }
}
