import Disk
import Glibc
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// Changes of messages in Maildirs. After a power loss a message may have both its old and its new name, but none only if the
/// disk has no journal, and a change that has returned is durable.
@Suite("Power loss while a Maildir changes", .holds("PD1", "PD2", "PD3"))
struct MaildirCrashTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The messages before and after the change, such as "a/cur FS hello".
        var before = ["a/cur S hello"]
        let after: [String]
        /// The error of the first call that changes something, such as one of a file system without hard links.
        var fault: Int32?
        let change: @Sendable (_ a: Maildir, _ b: Maildir) throws -> Void

        static func entry(of text: String, in maildir: Maildir) throws -> Maildir.Entry {
            var found: Maildir.Entry?
            for entry in try maildir.entries() where try maildir.contents(of: entry) == Array(text.utf8) {
                found = entry
            }
            return try #require(found)
        }
    }

    private static let rows = [
        Row(testDescription: "a message gets a flag", after: ["a/cur FS hello"]) { a, _ in
            let changed = try a.setFlags(of: Row.entry(of: "hello", in: a)) { $0.union(.flagged) }
            #expect(changed?.name.flags == [.flagged, .seen])
        },
        Row(testDescription: "a new message is read", before: ["a/new  hello"], after: ["a/cur S hello"]) { a, _ in
            let changed = try a.setFlags(of: Row.entry(of: "hello", in: a)) { $0.union(.seen) }
            #expect(changed?.place == .cur)
        },
        Row(
            testDescription: "a message gets a flag while another one has its new name",
            before: ["a/cur S hello", "a/cur FS other"], after: ["a/cur FS hello", "a/cur FS other"]
        ) { a, _ in
            let entry = try Row.entry(of: "hello", in: a)
            let other = try Row.entry(of: "other", in: a)
            let taken = entry.name.with([.flagged, .seen]).octets
            let current = try #require(a.subdirectory(.cur))
            try current.rename(other.name.octets, to: taken, in: current)
            _ = try a.setFlags(of: entry) { $0.union(.flagged) }
        },
        Row(testDescription: "a message is moved", after: ["b/cur S hello"]) { a, b in
            let result = try a.move(Row.entry(of: "hello", in: a), to: b)
            #expect(result?.name.flags == .seen)
        },
        Row(testDescription: "a marked message is moved", before: ["a/cur ST hello"], after: ["b/cur S hello"]) {
            a, b in
            let result = try a.move(Row.entry(of: "hello", in: a), to: b)
            #expect(result?.name.flags == .seen)
        },
        Row(testDescription: "a message is moved to another file system", after: ["b/cur S hello"], fault: EXDEV) {
            a, b in
            let result = try a.move(Row.entry(of: "hello", in: a), to: b)
            #expect(result?.name.flags == .seen)
        },
        Row(testDescription: "a message is removed", after: []) { a, _ in
            let result = try a.remove(Row.entry(of: "hello", in: a))
            #expect(result != nil)
        },
        Row(testDescription: "a message is linked", after: ["a/cur S hello", "b/cur F hello"]) { a, b in
            let result = try a.link(Row.entry(of: "hello", in: a), to: b, as: Array("base".utf8), .flagged)
            #expect(result != nil)
            try b.synchronize()
        },
        Row(
            testDescription: "a message is linked where there are no hard links",
            after: ["a/cur S hello", "b/cur F hello"], fault: EPERM
        ) { a, b in
            let result = try a.link(Row.entry(of: "hello", in: a), to: b, as: Array("base".utf8), .flagged)
            #expect(result != nil)
            try b.synchronize()
        },
        Row(testDescription: "a message is imported", after: ["a/cur S hello", "b/cur S hello"]) { a, b in
            let result = try a.link(Row.entry(of: "hello", in: a), to: b, as: Array("base".utf8))
            #expect(result == .linked)
            try b.synchronize()
        },
        Row(
            testDescription: "a message is imported where there are no hard links",
            after: ["a/cur S hello", "b/cur S hello"], fault: EPERM
        ) { a, b in
            let result = try a.link(Row.entry(of: "hello", in: a), to: b, as: Array("base".utf8))
            #expect(result == .copied)
            try b.synchronize()
        },
    ]

    private static func maildirs(on disk: MemoryFileSystem) throws -> (Maildir, Maildir) {
        let root = try Directory.open(Path("/"), on: disk)
        return (
            try Maildir(completing: root.makingDirectory(Array("a".utf8))),
            try Maildir(completing: root.makingDirectory(Array("b".utf8)))
        )
    }

    private static func messages(on disk: MemoryFileSystem) throws -> [String] {
        let (a, b) = try maildirs(on: disk)
        return try [("a", a), ("b", b)].flatMap { name, maildir in
            try maildir.entries().map { entry in
                let text = String(decoding: try maildir.contents(of: entry), as: UTF8.self)
                let letters = String(decoding: entry.name.flags.letters, as: UTF8.self)
                return "\(name)/\(entry.place.rawValue) \(letters) \(text)"
            }
        }.sorted()
    }

    private static func prepare(_ row: Row) throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        let (a, b) = try maildirs(on: disk)
        for message in row.before {
            let words = message.split(separator: " ", omittingEmptySubsequences: false)
            let flags = MaildirFlags(letters: Array(words[1].utf8))
            _ = try (message.hasPrefix("a") ? a : b).add(
                Array(words[2].utf8), flags: flags, to: message.contains("/new ") ? .new : .cur)
        }
        #expect(try messages(on: disk) == row.before.sorted())
        disk.settle()
        return disk
    }

    @Test("Each state has the message under its old name, its new one, or both", arguments: rows)
    func everyState(_ row: Row) throws {
        let generator = SeededGenerator.fresh
        for order in CrashOrder.allCases {
            let disk = try Self.prepare(row)
            let (a, b) = try Self.maildirs(on: disk)
            if let fault = row.fault { disk.fail(MemoryDiskFault(number: 1, code: fault)) }
            try row.change(a, b)
            disk.fail(nil)
            #expect(try Self.messages(on: disk) == row.after.sorted())
            let last = disk.stepCount
            for state in disk.crashStates(order, limit: crashLimit, using: generator) {
                let found = try Self.messages(on: state.disk)
                let isExpected =
                    state.step == last
                    ? found == row.after.sorted() : Set(found).isSubset(of: row.before + row.after)
                let texts = Set(found.map { $0.split(separator: " ").last ?? "" })
                let wanted = Set((row.after.isEmpty ? [] : row.before).map { $0.split(separator: " ").last ?? "" })
                // A rename that other programs see as one change may be half done on a disk without a journal.
                #expect(
                    isExpected && (order == .apart && state.step < last || texts.isSuperset(of: wanted)),
                    "seed \(generator.seed), \(order), step \(state.step) of \(last): \(found)")
            }
        }
    }

    @Test("The new name of a message is durable before its old one is gone for good", arguments: ["read", "moved"])
    func newNameFirst(_ change: String) throws {
        let generator = SeededGenerator.fresh
        let disk = MemoryFileSystem()
        let (a, b) = try Self.maildirs(on: disk)
        let entry = try a.add(Array("hello".utf8), flags: [], to: .new)
        disk.settle()
        _ = try change == "read" ? a.setFlags(of: entry) { $0.union(.seen) } : a.move(entry, to: b)
        // Before the last step, the directory with the old name has not been synchronized.
        let last = disk.stepCount
        for state in disk.crashStates(.apart, limit: crashLimit, using: generator) where state.step == last - 1 {
            let found = try Self.messages(on: state.disk)
            #expect(found.contains { $0.hasSuffix("hello") }, "seed \(generator.seed): \(state): \(found)")
        }
    }

    /// Moves a message to another file system. Returns what the move returned, how many changes it made, and the messages
    /// after it. `deletion`: the number of the change before which another program deletes the message.
    private func moveByCopying(deletion: Int?) throws -> (moved: Maildir.Entry?, changes: Int, after: [String]) {
        let disk = MemoryFileSystem()
        let (a, _) = try Self.maildirs(on: disk)
        let entry = try a.add(Array("hello".utf8), flags: .seen)
        let deleted = Stop(before: deletion, isTemporary: true) { _ = try? a.remove(entry) }
        let shared = StoppingFileSystem(disk, deleted, code: ENOENT)
        let root = try Directory.open(
            Path("/"), on: StoppingFileSystem(shared, Stop(before: 1, isTemporary: true), code: EXDEV))
        let from = try #require(try Maildir(root.directory(Array("a".utf8))))
        let to = try #require(try Maildir(root.directory(Array("b".utf8))))
        let moved = try from.move(entry, to: to)
        return (moved, deleted.count, try Self.messages(on: disk))
    }

    @Test("A message that another program deletes while it moves to another file system is deleted there, too")
    func deletedWhileMoving() throws {
        let whole = try moveByCopying(deletion: nil)
        #expect(whole.moved != nil && whole.after == ["b/cur S hello"])
        // The last change makes the removal of the old file durable, and the one before removes it.
        let deleted = try moveByCopying(deletion: whole.changes - 1)
        #expect(deleted.moved == nil && deleted.after.isEmpty)
    }

    @Test("Of two files with the same message, one is removed, and a file whose message differs is kept")
    func doubles() throws {
        let generator = SeededGenerator.fresh
        for (text, after) in [("hello", ["a/cur F hello"]), ("other", ["a/cur F other", "a/cur S hello"])] {
            for order in CrashOrder.allCases {
                let disk = MemoryFileSystem()
                let (a, _) = try Self.maildirs(on: disk)
                let base = Array("base".utf8)
                let entry = try a.add(Array("hello".utf8), flags: .seen, base: base)
                _ = try a.add(Array(text.utf8), flags: .flagged, base: base)
                disk.settle()
                #expect(try a.removeDouble(entry, holding: Array("hello".utf8)) == (text == "hello"))
                #expect(try Self.messages(on: disk) == after)
                // The file is gone, so that there is nothing to remove.
                #expect(try !a.removeDouble(entry, holding: Array("hello".utf8)))
                let last = disk.stepCount
                for state in disk.crashStates(order, limit: crashLimit, using: generator) {
                    let found = try Self.messages(on: state.disk)
                    #expect(found.contains { $0.hasSuffix("hello") }, "seed \(generator.seed), \(order): \(found)")
                    if state.step == last { #expect(found == after, "seed \(generator.seed), \(order): \(found)") }
                }
            }
        }
    }
}

extension Maildir {
    fileprivate func contents(of entry: Entry) throws(FileError) -> [UInt8] {
        var entry = entry
        return try contents(of: &entry)
    }
}
