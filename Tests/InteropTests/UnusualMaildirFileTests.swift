import Foundation
import MailTestSupport
import Testing

@Suite("Unusual files in a Maildir", .holds("K02", "PX3", "PX4", "PX6", "PY7"))
struct UnusualMaildirFileTests {
    let shared: SharedHome
    let outside: CanaryFiles
    let rows: [UnusualMaildirFileRow]

    init() throws {
        shared = try SharedHome(withSample: false)
        outside = try CanaryFiles(beside: shared)
        rows = UnusualMaildirFileRow.messages + UnusualMaildirFileRow.others(outside.directory.path)
        let inbox = shared.mail.appending(path: "INBOX")
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: inbox.appending(path: place), withIntermediateDirectories: true)
        }
        for row in rows { try SpecialFiles.make(row.kind, row.name, in: inbox.appending(path: row.place)) }
        let modes = ["INBOX", "INBOX/cur", "INBOX/new", "INBOX/tmp"]
        for mode in modes {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: shared.mail.appending(path: mode).path)
        }
    }

    private func run(_ arguments: [String]) throws -> ProgramRun {
        let run = try shared.petrel(arguments)
        CanaryFiles.expectUnseen(run, "\(arguments)")
        let controls = run.text.unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\n" && $0 != "\t" || (0x7F...0x9F).contains($0.value)
        }
        #expect(controls.isEmpty, "\(arguments) writes controls")
        return run
    }

    /// The rows that are messages with their title as subject, and what petrel lists for them.
    private func messages() throws -> [(row: UnusualMaildirFileRow, found: SharedHome.Listed)] {
        let listed = try shared.listed("account:local")
        return try rows.compactMap { row in
            guard case .message = row.verdict, case .file(let text) = row.kind, text.contains("Subject: \(row.title)")
            else { return nil }
            let found = listed.filter { $0.subject == row.title }
            #expect(found.count == 1, "\(row.title)")
            return (row, try #require(found.first))
        }
    }

    @Test("Lists messages with any file name and their flags, and does not read anything else")
    func listed() throws {
        let wanted = rows.filter { if case .message = $0.verdict { true } else { false } }
        #expect(try shared.listed("in:INBOX").count == wanted.count)
        for (row, found) in try messages() {
            if case .message(let flags) = row.verdict { #expect(found.flags == Set(flags), "\(row.title)") }
            let shown = try run(["show", found.id])
            #expect(shown.exitCode == 0 && shown.text.contains("This is \(row.title)."), "\(row.title)")
        }
        let commands = [["list"], ["search", "in:INBOX"], ["folders"], ["drafts"], ["outbox"], ["fsck"]]
        for command in commands {
            let expected: Int32 = command == ["fsck"] ? 1 : 0
            #expect(try run(command).exitCode == expected, "\(command)")
        }
        let check = try shared.petrel(["fsck", "--json"])
        let object = try #require(try JSONSerialization.jsonObject(with: check.output) as? [String: Any])
        let problems = try #require(object["problems"] as? [[String: Any]])
        let names = problems.filter { $0["code"] as? String == "notAMessage" }.compactMap { $0["path"] as? String }
        for row in rows {
            guard case .notMessage = row.verdict else { continue }
            #expect(names.contains { $0.hasSuffix("/" + String(decoding: row.name, as: UTF8.self)) }, "\(row.title)")
        }
        outside.expectUntouched("looking")
    }

    @Test("Messages with any file name are flagged, copied, moved and deleted without loss")
    func changed() throws {
        let ids = try messages().map(\.found.id)
        let contents = try shared.contents(of: ["INBOX"])
        #expect(try run(["flag", "--yes"] + ids).exitCode == 0)
        #expect(try messages().allSatisfy { $0.found.flags.contains("\\Flagged") })
        // Flags and info that petrel does not know are kept.
        let names = SpecialFiles.names(in: Array(shared.mail.appending(path: "INBOX/cur").path.utf8))
        for name in ["1000000005.a:2,Fabc", "1000000006.a:2,FSa", "1000000007.a:2,BFSXZ", "1000000008.a:2,FS,x=1"] {
            #expect(names.contains(Array(name.utf8)), "\(name)")
        }
        #expect(try run(["unflag", "--yes"] + ids).exitCode == 0)
        #expect(try run(["copy", "--yes"] + ids + ["Copies"]).exitCode == 0)
        #expect(try shared.files("Copies").count == ids.count)
        #expect(try shared.contents(of: ["INBOX"]) == contents)
        #expect(try run(["delete", "in:Copies", "--yes"]).exitCode == 0)
        #expect(try run(["delete", "in:Trash", "--yes"]).exitCode == 0)
        #expect(try shared.files("Copies").isEmpty && shared.files("Trash").isEmpty)
        #expect(try run(["move", "--yes"] + ids + ["Moved"]).exitCode == 0)
        #expect(try shared.files("Moved").count == ids.count)
        #expect(try shared.contents(of: ["INBOX", "Moved"]) == contents)
        #expect(try run(["fsck", "--repair"]).exitCode == 1)
        #expect(try shared.contents(of: ["INBOX", "Moved"]) == contents)
        for row in rows {
            switch row.verdict {
            case .message: continue
            case .notMessage, .ignored, .unreadable:
                let directory = Array(shared.mail.appending(path: "INBOX/\(row.place)").path.utf8)
                #expect(SpecialFiles.names(in: directory).contains(row.name), "\(row.title) is gone")
            }
        }
        outside.expectUntouched("changing")
    }

    @Test("Drafts with any file name get numbers, and other files are left alone")
    func draftsZoo() throws {
        let drafts = shared.mail.appending(path: "Drafts")
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: drafts.appending(path: place), withIntermediateDirectories: true)
        }
        for row in rows where row.title != "more than a message can be" {
            try SpecialFiles.make(row.kind, row.name, in: drafts.appending(path: row.place))
        }
        let wanted = rows.filter { if case .message = $0.verdict { true } else { false } }.count
        let numbers = try shared.drafts().map(\.number)
        #expect(numbers == (1...wanted).map { "d\($0)" })
        #expect(try shared.drafts().map(\.number) == numbers)
        for number in numbers.prefix(8) { #expect(try run(["discard", number, "--yes"]).exitCode == 0, "\(number)") }
        #expect(try shared.drafts().map(\.number) == Array(numbers.dropFirst(8)))
        outside.expectUntouched("drafts")
    }
}
