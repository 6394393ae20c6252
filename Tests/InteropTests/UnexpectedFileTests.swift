import Foundation
import MailTestSupport
import Testing

@Suite("Files of unexpected kinds in a home", .holds("PX4", "PX6", "PY7"))
struct UnexpectedFileTests {
    @Test(
        "They are ignored or reported, and no file outside the home is touched",
        arguments: UnexpectedFileRow.Room.allCases)
    func traps(_ room: UnexpectedFileRow.Room) throws {
        let original = try SharedHome()
        try original.petrel("drafts", "import", "-", input: SharedHome.message("Draft"))
        try original.petrel("send", "-", input: SharedHome.message("Queued"))
        try original.petrel("list")
        let outside = try CanaryFiles(beside: original)
        for row in UnexpectedFileRow.rows(room, outside.directory.path) {
            let shared = try SharedHome(copying: original)
            try set(row, in: shared)
            try spring(row, in: shared, room)
            outside.expectUntouched(row.title)
        }
    }

    @Test(
        "The home and its mail and index directories may be links", arguments: ["", "mail", "mail/local", "index"])
    func ownLinks(_ path: String) throws {
        let shared = try SharedHome()
        try shared.petrel("list")
        try shared.petrel("drafts")
        let place = path.isEmpty ? shared.home : shared.home.appending(path: path)
        let elsewhere = shared.ground.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: place, to: elsewhere)
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere)
        for command in Self.commands {
            let run = try shared.petrel(command, input: SharedHome.message("Another"))
            #expect(run.exitCode == 0, "\(command): \(run.errorText)")
        }
    }

    private func set(_ row: UnexpectedFileRow, in shared: SharedHome) throws {
        let place = shared.home.appending(path: row.path)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.moveItem(at: place, to: shared.ground.appending(path: "original"))
        try SpecialFiles.make(row.kind, Array(place.lastPathComponent.utf8), in: place.deletingLastPathComponent())
    }

    private static let commands: [[String]] = [
        ["list", "account:local"], ["flag", "in:INBOX", "subject:tower"], ["drafts"],
        ["drafts", "import", "-"], ["send", "-"], ["discard", "d1", "--yes"], ["outbox"],
        ["move", "in:INBOX", "subject:tower", "Archive"], ["fsck", "--repair"],
    ]

    private static func commands(_ room: UnexpectedFileRow.Room) -> [[String]] {
        switch room {
        case .mail: commands.filter { !["discard", "outbox", "send"].contains($0[0]) } + [["outbox"]]
        case .state: commands.filter { !["flag", "move", "outbox"].contains($0[0]) }
        case .index: commands.filter { ["list", "flag", "send"].contains($0[0]) }
        }
    }

    private func spring(_ row: UnexpectedFileRow, in shared: SharedHome, _ room: UnexpectedFileRow.Room) throws {
        var failed: [String] = []
        for command in Self.commands(room) {
            let run = try shared.petrel(command, input: SharedHome.message("Another"))
            let words = "\(row.title), \(command): \(run.exitCode) \(run.errorText)"
            CanaryFiles.expectUnseen(run, words)
            #expect(run.exitCode >= 0 && run.exitCode < 124, "\(words)")
            switch row.verdict {
            case .passedOver:
                // A check may report it.
                let isCheck = command[0] == "fsck" || row.path.hasPrefix("mail/local/Archive/") && command[0] == "move"
                #expect(run.exitCode == 0 || isCheck, "\(words)")
            case .told:
                #expect(run.exitCode == 0 || run.errorText.hasPrefix("petrel: Can't"), "\(words)")
                if run.exitCode != 0 { failed.append(command.joined(separator: " ")) }
            }
        }
        guard case .told = row.verdict else { return }
        // Commands that do not need it work: reading without the drafts, and writing without the index.
        #expect(!failed.contains(room == .index ? "send -" : "list account:local"), "\(row.title): \(failed)")
        #expect(!failed.isEmpty, "\(row.title) was not noticed")
    }
}
