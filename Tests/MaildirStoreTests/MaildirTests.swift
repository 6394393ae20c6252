import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Maildirs", .holds("K02", "PY7", "PX4"))
struct MaildirTests {
    @Test(
        "Parses file names of any program and writes them unchanged",
        arguments: [
            ("plain", "1.a.host", "1.a.host", "", "1.a.host:2,S"),
            ("seen", "1.a.host:2,S", "1.a.host", "S", "1.a.host:2,S"),
            ("no flags", "1.a.host:2,", "1.a.host", "", "1.a.host:2,S"),
            ("in no order", "1.a:2,SF", "1.a", "FS", "1.a:2,SF"),
            ("with sizes", "1.a,S=12,W=13:2,RS", "1.a,S=12,W=13", "RS", "1.a,S=12,W=13:2,RS"),
            ("mbsync's number", "1.a,U=7:2,", "1.a,U=7", "", "1.a,U=7:2,S"),
            ("keywords", "1.a:2,Sab", "1.a", "Sab", "1.a:2,Sab"),
            ("fields behind the flags", "1.a:2,F,x=1", "1.a", "F", "1.a:2,FS,x=1"),
            ("experimental", "1.a:1,x", "1.a:1,x", "", "1.a:1,x:2,S"),
            ("a colon in the unique part", "1:a:2,", "1:a", "", "1:a:2,S"),
            ("only info", ":2,S", "", "S", ":2,S"),
        ])
    func filenames(_ row: String, _ name: String, _ base: String, _ flags: String, _ seen: String) {
        let filename = MaildirFilename(Array(name.utf8))
        #expect(text(filename.base) == base, "\(row)")
        #expect(text(filename.flags.letters) == flags, "\(row)")
        #expect(text(filename.with(filename.flags.union(.seen)).octets) == seen, "\(row)")
        #expect(text(filename.octets) == name, "\(row)")
    }

    private func maildir(_ store: StoreFixture) throws -> Maildir {
        try store.mail.makingMaildir(.inbox)
    }

    @Test("Setting a flag moves a message from new to cur and changes nothing else")
    func setFlags() throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let entry = try maildir.add(letter("Hi"), flags: [], to: .new)
        let flagged = try #require(try maildir.setFlags(of: entry) { $0.union(.flagged) })
        #expect(flagged.place == .cur)
        #expect(flagged.name.base == entry.name.base)
        #expect(try maildir.entries() == [flagged])
        var found = flagged
        #expect(try maildir.contents(of: &found) == letter("Hi"))
    }

    @Test("The header of a message without an empty line ends after 1 MB")
    func endlessHeader() throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let endless = [UInt8](repeating: 0x78, count: 5 << 20)
        var entry = try maildir.add(endless, flags: [])
        let beginning = try maildir.header(of: &entry)
        #expect(beginning.count == 1 << 20 && Maildir.isCut(beginning))
        var short = try maildir.add(letter("Hi"), flags: [])
        #expect(try maildir.header(of: &short) == letter("Hi") && !Maildir.isCut(letter("Hi")))
    }

    @Test("A header longer than 16 KB is read to its end, but not the whole message", arguments: ["\n", "\r\n"])
    func longHeader(lineEnd: String) throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let header =
            (0..<1000).map { "X-Field-\($0): \(String(repeating: "x", count: 60))\(lineEnd)" }.joined() + lineEnd
        let body = String(repeating: "text" + lineEnd, count: 1 << 19)
        var entry = try maildir.add(Array((header + body).utf8), flags: [])
        let beginning = try maildir.header(of: &entry)
        #expect(beginning.starts(with: header.utf8) && !Maildir.isCut(beginning))
        #expect(beginning.count < 1 << 20)
        // A message of a header alone.
        #expect(!Maildir.isCut(Array("Subject: Hi\(lineEnd)".utf8)))
    }

    @Test("A Maildir that lacks a subdirectory gets it with its first message", arguments: ["new", "cur", "tmp"])
    func completed(_ missing: String) throws {
        let store = try StoreFixture()
        _ = try maildir(store)
        let path = store.path.appending(path: "mail/INBOX/\(missing)")
        try FileManager.default.removeItem(at: path)
        let maildir = try #require(try store.mail.maildir(.inbox))
        let entry = try maildir.add(letter("Hi"), flags: [], to: missing == "cur" ? .new : .cur)
        #expect(FileManager.default.fileExists(atPath: path.path))
        #expect(try maildir.entries() == [entry])
    }

    @Test("A message gets another unique name, unless that one is taken")
    func rename() throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let entry = try maildir.add(letter("Hi"), flags: [.seen])
        let other = try maildir.add(letter("Ho"), flags: [.seen])
        let base = Array("1.new".utf8)
        let renamed = try #require(try maildir.rename(entry, to: base) { $0.union(.flagged) })
        #expect(renamed.name.base == base && renamed.name.flags == [.seen, .flagged])
        #expect(try Set(maildir.entries()) == [renamed, other])
        #expect(try maildir.rename(renamed, to: base) { $0 } == renamed)
        #expect(try maildir.rename(other, to: base) { $0.union(.flagged) } == nil)
        #expect(try Set(maildir.entries()) == [renamed, other])
    }

    @Test("A message renamed by another program is found, and its flags are kept")
    func overtaken() throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let entry = try maildir.add(letter("Hi"), flags: [.seen])
        _ = try maildir.setFlags(of: entry) { $0.union(.answered) }
        var stale = entry
        #expect(try maildir.contents(of: &stale) == letter("Hi"))
        #expect(stale.name.flags == [.seen, .answered])
        let both = try #require(try maildir.setFlags(of: entry) { $0.union(.flagged) })
        #expect(both.name.flags == [.seen, .answered, .flagged])
    }

    @Test("Flagging, moving or removing a missing message is not an error")
    func gone() throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let other = try store.mail.makingMaildir(.archive)
        let entry = try maildir.add(letter("Hi"), flags: [.seen])
        try maildir.remove(entry)
        try maildir.remove(entry)
        #expect(try maildir.setFlags(of: entry) { $0.union(.flagged) } == nil)
        #expect(try maildir.move(entry, to: other) == nil)
        #expect(try other.entries().isEmpty)
    }

    @Test("A copy is a hard link, a move leaves one file, and neither is marked to be deleted")
    func copyAndMove() throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let other = try store.mail.makingMaildir(.archive)
        let entry = try maildir.add(letter("Hi"), flags: [.flagged, .deleted])
        let copy = try #require(try maildir.copy(entry, to: other))
        #expect(try maildir.status(of: entry)?.inode == other.status(of: copy)?.inode)
        #expect(copy.name.flags == [.flagged])
        let moved = try #require(try maildir.move(entry, to: other))
        #expect(moved.name.flags == [.flagged])
        #expect(try maildir.entries().isEmpty)
        #expect(try Set(other.entries()) == [copy, moved])
    }

    @Test("Anything but a regular file is neither read nor followed")
    func notFiles() throws {
        let store = try StoreFixture()
        let maildir = try maildir(store)
        let outside = store.path.appending(path: "secret")
        try Data("secret".utf8).write(to: outside)
        let cur = store.path.appending(path: "mail/INBOX/cur")
        try FileManager.default.createSymbolicLink(at: cur.appending(path: "1.link:2,S"), withDestinationURL: outside)
        try FileManager.default.createDirectory(at: cur.appending(path: "2.dir:2,S"), withIntermediateDirectories: true)
        #expect(mkfifo(cur.appending(path: "3.fifo:2,S").path, 0o600) == 0)
        let other = try store.mail.makingMaildir(.archive)
        for entry in try maildir.entries() {
            var entry = entry
            #expect(throws: FileError.self) { try maildir.contents(of: &entry) }
            #expect(try maildir.copy(entry, to: other) == nil)
        }
        #expect(try other.entries().isEmpty)
    }

    @Test("Files are private to their owner whatever the permissions of the store")
    func permissions() throws {
        let store = try StoreFixture()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: store.path.appending(path: "mail").path)
        let maildir = try maildir(store)
        let entry = try maildir.add(letter("Hi"), flags: [])
        #expect(try maildir.status(of: entry)?.mode == 0o600)
        #expect(try maildir.directory.status().mode == 0o700)
    }

    @Test("A directory without cur and new is not a Maildir", .holds("K02"))
    func missingSubdirectories() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "petrel-maildir-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let opened = try Directory.open(Path(directory.path), on: POSIXFileSystem.shared)
        #expect(try Maildir(opened) == nil)
        try FileManager.default.createDirectory(at: directory.appending(path: "new"), withIntermediateDirectories: true)
        #expect(try Maildir(opened)?.entries().isEmpty == true)
    }
}
