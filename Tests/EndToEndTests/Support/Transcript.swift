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
        Transcript(name: "train") { try Journey.prepare($0) },
        Transcript(name: "reader", isAccessible: true) { try Journey.prepare($0) },
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

/// Mail of two accounts with unreachable servers.
private enum Journey {
    private static let messages: [(account: String, text: String)] = [
        (
            "work",
            """
            From: Ana Ruiz <ana@example.org>
            To: Kim Park <kim@example.com>
            Subject: Lunch on Friday?
            Message-ID: <1@example.org>
            Date: Sat, 10 Oct 2026 09:00:00 +0000

            Are you free for lunch on Friday?
            """
        ),
        (
            "work",
            """
            From: Ben Okafor <ben@example.org>
            To: Kim Park <kim@example.com>, team@example.com
            Cc: Chi Wei <chi@example.com>, Li Na <li@example.org>, Liam Ode <liam@example.com>
            Subject: Release checklist
            Message-ID: <2@example.org>
            Date: Sat, 10 Oct 2026 10:00:00 +0000
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: text/plain; charset=utf-8

            Hello all,
            this is the list:

            1. Freeze.
            2. Build.
            3. Sign.
            4. Publish.
            --x
            Content-Type: text/plain
            Content-Disposition: attachment; filename="checklist.txt"

            1 2 3 4
            --x--
            """
        ),
        (
            "home",
            """
            From: dev list <dev@lists.example.org>
            To: dev@lists.example.org
            List-Id: <dev.lists.example.org>
            Subject: fix: off-by-one
            Message-ID: <3@example.org>
            Date: Mon, 12 Oct 2026 09:00:00 +0000

            A fix.
            """
        ),
    ]

    static func prepare(_ home: SampleHome) throws {
        for (name, domain) in [("home", "example.net"), ("work", "example.com")] {
            try home.addAccount(
                name,
                [
                    "name": "Kim Park", "address": "kim@\(domain)", "imap": "imaps://imap.\(domain)",
                    "smtp": "smtps://smtp.\(domain)", "passwordCommand": "false",
                ])
        }
        // Background suggestions are shown at any time, so the test asks for them instead.
        try home.write(Data(#"{"suggest": false, "undo": 0}"#.utf8), to: "config.json")
        try home.write(Data("1. Freeze.\n2. Build.\n".utf8), to: "notes/checklist.txt")
        for (number, message) in messages.enumerated() {
            try home.write(Data(message.text.utf8), to: "mail/\(message.account)/INBOX/new/\(number)")
            for place in ["cur", "tmp"] { try home.make("mail/\(message.account)/INBOX/\(place)") }
        }
    }
}

extension SampleHome {
    fileprivate func make(_ folder: String) throws {
        try FileManager.default.createDirectory(
            at: directory.appending(path: folder), withIntermediateDirectories: true)
    }

    fileprivate func write(_ content: Data, to path: String) throws {
        let file = directory.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
    }

    fileprivate func addAccount(_ name: String, _ members: [String: String]) throws {
        try write(try JSONSerialization.data(withJSONObject: members), to: "accounts/\(name).json")
    }
}
