import Disk
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("Importing and exporting mboxes and MH folders")
struct MboxAndMHImportAndExportTests {
    private let disk = MemoryFileSystem()

    private func maildir(_ name: String) throws -> Maildir {
        try Maildir(completing: Directory.open(Path("/"), on: disk).makingDirectory(Array(name.utf8)))
    }

    private func messages(_ maildir: Maildir) throws -> [String] {
        try maildir.entries().map { entry in
            var entry = entry
            let text = String(decoding: try maildir.contents(of: &entry), as: UTF8.self)
            return "\(String(decoding: entry.name.flags.letters, as: UTF8.self)) \(text)"
        }.sorted()
    }

    private func source() throws -> Maildir {
        let source = try maildir("source")
        for (text, letters) in [
            ("Subject: 1\r\n\r\nFrom x\r\n>From y\r\n", "S"), ("Subject: 2\r\n\r\n", ""),
            ("Subject: 2\r\n\r\n", "FRS"), ("Status: own\r\n\r\nx\r\n\r\n", "DFPRSTa"),
        ] {
            _ = try source.add(Array(text.utf8), flags: MaildirFlags(letters: Array(letters.utf8)))
        }
        return source
    }

    private func importMbox(_ file: [UInt8], into target: Maildir) throws -> MboxAndMHImport.Report {
        var importing = try MboxAndMHImport(into: target)
        var rest = file[...]
        let isMbox = try importing.addMbox(isOfQuoting: "mboxrd") { () throws(FileError) in
            defer { rest = rest.dropFirst(10) }
            return Array(rest.prefix(10))
        }
        #expect(isMbox)
        return importing.report
    }

    @Test("An exported mbox is imported with the same bytes and flags, and once")
    func mbox() throws {
        let (source, root) = (try source(), try Directory.open(Path("/"), on: disk))
        let name = Array("file.mbox".utf8)
        #expect(try MboxAndMHExport(from: source).writeMbox(name, in: root, isOfQuoting: "mboxrd").messages == 4)
        #expect(throws: FileError.self) {
            try MboxAndMHExport(from: source).writeMbox(name, in: root, isOfQuoting: "mboxrd")
        }
        let target = try maildir("target")
        #expect(try importMbox(root.contents(of: name), into: target).added == 4)
        #expect(try messages(target) == messages(source))
        let again = try importMbox(root.contents(of: name), into: target)
        #expect(again.added == 0 && again.present == 4)
        #expect(try messages(target) == messages(source))
    }

    @Test("An exported MH folder is imported with the same bytes and flags, and once")
    func folder() throws {
        let (source, root) = (try source(), try Directory.open(Path("/"), on: disk))
        let folder = try root.makingDirectory(Array("folder".utf8))
        #expect(try MboxAndMHExport(from: source).writeFolder(folder).messages == 4)
        #expect(try folder.isMHFolder())
        let target = try maildir("target")
        for added in [4, 0] {
            var importing = try MboxAndMHImport(into: target)
            try importing.addFolder(folder)
            #expect(importing.report.added == added && importing.report.present == 4 - added)
        }
        #expect(try messages(target) == messages(source))
    }

    @Test("A message that cannot be read is left out of an export, and counted")
    func unreadable() throws {
        let (source, root) = (try source(), try Directory.open(Path("/"), on: disk))
        disk.plant(.link, at: Path("/source/cur/1.link:2,S"), Array("/etc/passwd".utf8))
        for report in [
            try MboxAndMHExport(from: source).writeMbox(Array("file".utf8), in: root, isOfQuoting: "mboxrd"),
            try MboxAndMHExport(from: source).writeFolder(root.makingDirectory(Array("folder".utf8))),
        ] {
            #expect(report.messages == 4 && report.unreadable == 1)
            #expect(report.problems.map { "\($0)".contains("1.link:2,S") } == [true])
        }
    }

    @Test("Of several equal messages, those that were deleted are imported again")
    func equal() throws {
        let letter = "From a@b.c Mon Oct 12 12:03:00 2026\nSubject: Equal\n\nEqual.\n\n"
        let file = Array(String(repeating: letter, count: 3).utf8)
        let target = try maildir("target")
        #expect(try importMbox(file, into: target).added == 3)
        let entries = try target.entries()
        for entry in entries.dropLast() { _ = try target.remove(entry) }
        let again = try importMbox(file, into: target)
        #expect(again.added == 2 && again.present == 1)
        #expect(Set(try target.entries().map(\.name.base)).count == 3)
    }

    @Test("After an interruption anywhere, the import can be repeated")
    func interrupted() throws {
        let root = try Directory.open(Path("/"), on: disk)
        let name = Array("file.mbox".utf8)
        _ = try MboxAndMHExport(from: try source()).writeMbox(name, in: root, isOfQuoting: "mboxrd")
        let file = try root.contents(of: name)
        let expected = try messages(try maildir("source"))
        _ = try maildir("target")
        disk.settle()
        disk.kill()
        func target(_ disk: MemoryFileSystem) throws -> Maildir {
            try Maildir(completing: Directory.open(Path("/"), on: disk).makingDirectory(Array("target".utf8)))
        }
        for last in 1...40 {
            let copy = disk.copy()
            copy.fail(MemoryDiskFault(number: last, code: 5, lasts: true))
            _ = try? importMbox(file, into: target(copy))
            copy.fail(nil)
            copy.kill()
            _ = try importMbox(file, into: target(copy))
            #expect(try messages(target(copy)) == expected, "killed at change \(last)")
        }
    }
}
