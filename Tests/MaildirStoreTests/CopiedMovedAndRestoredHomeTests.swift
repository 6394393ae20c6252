import Disk
import Foundation
import MailTestSupport
import MailTypes
import Outbox
import Testing

@testable import MaildirStore

/// A home directory that tests copy and move.
private struct CopiedHome {
    let path: URL

    /// Opens the store like a newly started process.
    func store(_ account: String = "work") throws -> DraftStore {
        let home = try Directory.open(Path(path.path), on: POSIXFileSystem.shared)
        let states = try home.makingDirectory(Array("state".utf8))
        let mail = try home.makingDirectory(Array("mail".utf8)).makingDirectory(Array(account.utf8))
        return DraftStore(
            mail: MailTree(mail), state: try states.makingDirectory(Array(account.utf8)),
            counters: DraftAndOutboxNumberAllocator(in: home, states: states))
    }

    var file: URL { path.appending(path: "home.json") }

    static func run(_ words: String...) throws {
        let run = try ProgramRun.run(URL(filePath: "/usr/bin/env"), words)
        try #require(run.exitCode == 0, "\(words): \(run.errorText)")
    }
}

@Suite("Copied, moved and restored homes", .holds("E06", "PS1"))
final class CopiedMovedAndRestoredHomeTests {
    private let ground: URL
    private let home: CopiedHome
    private let now = Instant(seconds: 1_792_000_000)

    init() throws {
        ground = FileManager.default.temporaryDirectory.appending(path: "petrel-copy-\(UUID().uuidString)")
        home = CopiedHome(path: ground.appending(path: "home"))
        try FileManager.default.createDirectory(at: home.path, withIntermediateDirectories: true)
        // Two accounts, because holding must apply to all of them.
        for account in ["work", "play"] {
            let store = try home.store(account)
            _ = try store.create(letter("draft of \(account)"), at: now)
            _ = try store.queue(letter("queued of \(account)"), from: nil, at: now)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: ground)
    }

    private func sendable(_ home: CopiedHome, _ account: String = "work") throws -> [Bool] {
        try home.store(account).contents(at: now).outbox.map(\.isSendable)
    }

    /// Expects the outbox of both accounts to be held because of the copy, with intact messages.
    private func expectHeld(_ home: CopiedHome, _ comment: Comment? = nil) throws {
        for account in ["work", "play"] {
            let store = try home.store(account)
            let found = try store.contents(at: now)
            #expect(found.outbox.map(\.isSendable) == [false], comment)
            #expect(found.outbox.map(\.sidecar?.hold) == [.copied], comment)
            #expect(found.drafts.count == 1, comment)
            let item = try #require(found.outbox.first, comment)
            #expect(text(try store.message(of: item, isInOutbox: true)).hasSuffix(text(letter("queued of \(account)"))))
        }
    }

    @Test("A home that stays in place sends what it queued")
    func same() throws {
        #expect(try sendable(home) == [true])
        #expect(try sendable(home, "play") == [true])
    }

    @Test("A message that was sent, and comes back with a backup of its files, is on hold", arguments: [false, true])
    func restoredFiles(_ keepsSidecar: Bool) throws {
        let (backup, state) = (
            ground.appending(path: "backup"), home.path.appending(path: "state/work/sidecars/Outbox")
        )
        try CopiedHome.run("cp", "-a", home.path.path, backup.path)
        let store = try home.store()
        let id = try #require(try store.contents(at: now).outbox.first?.draftID)
        // As by rsync -a --delete: what has not changed since the backup keeps its file.
        if keepsSidecar {
            let moment = DateAndUptime(now, nil)
            _ = try store.advance(id, at: now) { $0.claim(at: moment) && $0.commit(for: ["ana@example.net"]) }
        } else {
            try CopiedHome.run("sh", "-c", "rm -rf '\(state.path)'/cur/* '\(home.path.path)'/mail/work/Outbox/cur/*")
        }
        try CopiedHome.run("cp", "-a", "\(backup.path)/mail/.", "\(home.path.path)/mail")
        try CopiedHome.run("rm", "-rf", state.path)
        try CopiedHome.run("cp", "-a", "\(backup.path)/state/work/sidecars/Outbox", state.path)
        let directory = try Directory.open(Path(home.path.path), on: POSIXFileSystem.shared)
        try #require(try directory.creationTime(of: Array("home.lock".utf8)) != nil, "SKIPPED: no creation times here")
        for _ in 0..<2 {
            let found = try home.store().contents(at: now).outbox
            #expect(found.map(\.isSendable) == [false] && found.map(\.sidecar?.hold) == [.copied])
        }
        #expect(try sendable(home, "play") == [true])
    }

    @Test("A copy holds all queued mail, and the original continues to send")
    func copy() throws {
        let copy = CopiedHome(path: ground.appending(path: "copy"))
        try CopiedHome.run("cp", "-a", home.path.path, copy.path.path)
        try expectHeld(copy)
        #expect(try sendable(home) == [true])
    }

    @Test("A renamed home continues to send without asking")
    func move() throws {
        let moved = CopiedHome(path: ground.appending(path: "moved"))
        try CopiedHome.run("mv", home.path.path, moved.path.path)
        #expect(try sendable(moved) == [true])
        #expect(try sendable(moved, "play") == [true])
    }

    @Test(
        "A restored backup holds what was queued when it was made",
        arguments: [
            ["rm -rf home", "tar xf backup.tar"], ["tar xf backup.tar"], ["mv home gone", "tar xf backup.tar"],
            ["rm -rf home/home.lock", "tar xf backup.tar"],
        ])
    func restore(_ steps: [String]) throws {
        try CopiedHome.run("tar", "-C", ground.path, "-cf", ground.appending(path: "backup.tar").path, "home")
        for step in steps { try CopiedHome.run("sh", "-c", "cd '\(ground.path)' && \(step)") }
        try expectHeld(home, "\(steps)")
    }

    @Test("A held message stays held, and later messages are sent")
    func afterwards() throws {
        let copy = CopiedHome(path: ground.appending(path: "copy"))
        try CopiedHome.run("cp", "-a", home.path.path, copy.path.path)
        try expectHeld(copy)
        try expectHeld(copy)
        _ = try copy.store().queue(letter("of the copy"), from: nil, at: now)
        #expect(try sendable(copy).count { $0 } == 1)
        #expect(try sendable(copy).count == 2)
    }

    @Test("Taking a held message back and sending it again releases it")
    func takenBack() throws {
        let copy = CopiedHome(path: ground.appending(path: "copy"))
        try CopiedHome.run("cp", "-a", home.path.path, copy.path.path)
        let store = try copy.store()
        let id = try #require(try store.contents(at: now).outbox.first?.draftID)
        let draft = try store.takeBack(id, at: now)
        #expect(draft.sidecar?.hold == nil)
        let queued = try store.queue(letter("again"), from: id, at: now)
        #expect(queued.isSendable)
    }

    /// What each state becomes in a copy: only messages that would be sent automatically are held.
    static let states: [(state: SendState, held: SendState)] = [
        (.queued, .none), (.sending, .none), (.failed, .failed), (.sent, .sent), (.none, .none),
    ]

    @Test("Holds only what would be sent automatically", arguments: states)
    func states(_ row: (state: SendState, held: SendState)) throws {
        let store = try home.store()
        let id = try #require(try store.contents(at: now).outbox.first?.draftID)
        _ = try store.update(id, at: now) { $0.sendState = row.state }
        let copy = CopiedHome(path: ground.appending(path: "copy"))
        try CopiedHome.run("cp", "-a", home.path.path, copy.path.path)
        let item = try #require(try copy.store().contents(at: now).outbox.first)
        #expect(item.sidecar?.sendState == row.held && !item.isSendable)
    }

    @Test("A missing or damaged fingerprint makes a home count as a copy once")
    func file() throws {
        let whole = try Data(contentsOf: home.file)
        let damaged = Data(whole.dropLast(20) + [0x58] + whole.suffix(19))
        for content in [nil, Data(), Data("{}\n".utf8), Data(whole.prefix(40)), damaged] {
            if let content {
                try content.write(to: home.file)
            } else {
                try FileManager.default.removeItem(at: home.file)
            }
            try expectHeld(home, "\(content.map { String(decoding: $0, as: UTF8.self) } ?? "none")")
            for account in ["work", "play"] {
                let store = try home.store(account)
                let id = try #require(try store.contents(at: now).outbox.first?.draftID)
                _ = try store.update(id, at: now) { $0.sendState = .queued }
                #expect(try sendable(home, account) == [true])
            }
        }
    }

    @Test("The fingerprint hides the machine ID and keeps unknown members", .holds("PX7", "PD6"))
    func content() throws {
        let machine = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8).prefix(32)
        let content = text([UInt8](try Data(contentsOf: home.file)))
        if let machine, machine.count == 32 { #expect(!content.contains(machine)) }
        let later = content.replacing("{\"version\":1", with: "{\"version\":1,\"later\":{\"a\":1e400}")
        let end = try #require(later.range(of: ",\"sum\"")?.lowerBound)
        try Data(InvalidSidecars.file(String(later[..<end]))).write(to: home.file)
        #expect(try sendable(home) == [true])
        let copy = CopiedHome(path: ground.appending(path: "copy"))
        try CopiedHome.run("cp", "-a", home.path.path, copy.path.path)
        try expectHeld(copy)
        #expect(text([UInt8](try Data(contentsOf: copy.file))).contains("\"later\":{\"a\":1e400}"))
    }
}
