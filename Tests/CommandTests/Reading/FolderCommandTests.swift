import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Folder commands", .holds("E03"))
struct FolderCommandTests {
    private static func folders(_ home: SampleHome) throws -> [String] {
        try home.petrel("folders", "--json").list("folders").compactMap { $0["name"] as? String }
    }

    @Test("A folder can be created, renamed and deleted, and its messages go to Trash")
    func life() throws {
        let home = try SampleHome(isEmpty: true)
        try home.add("Subject: Sail\r\n\r\nWhite.\r\n".utf8, to: "INBOX")
        #expect(home.petrel("folder", "new", "Projects/Boat").text == "Created folder Projects/Boat.\n")
        let again = home.petrel("folder", "new", "Projects/Boat", "--json")
        #expect(try again.exitCode == .cannotCreate && again.errorCode == "folderExists", "\(again.text)")
        #expect(again.text.contains("Folder Projects/Boat already exists. Nothing was changed."), "\(again.text)")
        let id = try #require(home.petrel("list", "--json").list().first?["id"] as? String)
        #expect(home.petrel("move", id, "Projects/Boat").exitCode == .done)
        #expect(home.petrel("folder", "rename", "Projects/Boat", "Boat").text == "Renamed Projects/Boat to Boat.\n")
        #expect(try home.petrel("list", "in:Boat", "--json").list().count == 1)
        let unasked = home.petrel("folder", "delete", "Boat", "--no-input")
        #expect(unasked.exitCode == .unanswered, "\(unasked)")
        #expect(unasked.errorText.contains("--yes"), "\(unasked.errorText)")
        #expect(home.petrel("folder", "delete", "Boat", "--yes").text == "Deleted the folder Boat.\n")
        #expect(try home.petrel("list", "in:Trash", "--json").list().count == 1)
        #expect(try !Self.folders(home).contains("Boat"))
        #expect(home.petrel("empty-trash", "--yes").text == "Permanently deleted 1 message.\n")
        #expect(home.petrel("empty-trash").text == "Trash is empty.\n")
    }

    @Test("Refuses to change required folders, missing folders, or to overwrite one")
    func refused() throws {
        let home = try SampleHome()
        for name in ["INBOX", "Drafts", "Sent"] {
            #expect(home.petrel("folder", "delete", name, "--yes").exitCode == .noPermission, "\(name)")
            #expect(home.petrel("folder", "rename", name, "Other").exitCode == .noPermission, "\(name)")
        }
        #expect(home.petrel("folder", "delete", "Nothing", "--yes").exitCode == .noInput)
        _ = home.petrel("folder", "new", "One")
        _ = home.petrel("folder", "new", "Two")
        #expect(home.petrel("folder", "rename", "One", "Two").exitCode == .cannotCreate)
        #expect(try Self.folders(home).contains("One"))
    }

    @Test("At the prompt, a folder can be named by its number in the list of folders, unless a folder has that name")
    func numbers() throws {
        let home = try SampleHome(isEmpty: true)
        for (name, subject) in [("INBOX", "In"), ("Boats", "Sail"), ("2024", "Old")] {
            try home.add("Subject: \(subject)\r\n\r\nText.\r\n".utf8, to: name)
        }
        let lines = ["folders", "folder 3", "list", "folder 2024", "list", "folder 9", "quit"]
        let screen = try home.transcript(of: lines)
        let names = screen.split(separator: "\n").filter {
            $0.hasPrefix("1  ") || $0.hasPrefix("2  ") || $0.hasPrefix("3  ")
        }
        #expect(names.map { $0.split(separator: " ")[1] } == ["INBOX", "2024", "Boats"], "\(screen)")
        let subjects = screen.split(separator: "\n").compactMap { ["Sail", "Old"].first(where: $0.contains) }
        #expect(subjects == ["Sail", "Old"], "\(screen)")
        #expect(screen.contains("There is no folder \"9\". Type: folders"), "\(screen)")
        #expect(!home.petrel("folders").text.contains("1  INBOX"))
    }

    @Test("An export leaves out a message that cannot be read, says so, and exits with 1")
    func exportOfUnreadableMessages() throws {
        let home = try SampleHome(isEmpty: true)
        try home.add("Subject: Sail\r\n\r\nText.\r\n".utf8, to: "INBOX")
        let link = home.mail.appending(path: "INBOX/cur/9.link:2,S")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/etc/passwd")
        let file = home.directory.appending(path: "inbox.mbox")
        let run = home.petrel("export", "INBOX", file.path)
        #expect(run.exitCode == .someFailed, "\(run.errorText)")
        #expect(run.errorText.contains("9.link:2,S"))
        #expect(run.errorText.contains("1 message cannot be read and is not in"))
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(written.contains("Subject: Sail") && !written.contains("root:"))
    }

    @Test("An export to standard output is refused, instead of writing a file named -")
    func exportToStandardOutput() throws {
        let run = try SampleHome().petrel("export", "INBOX", "-")
        #expect(run.exitCode == .usage && run.errorText.contains("type ./-"), "\(run.text)\(run.errorText)")
    }
}
