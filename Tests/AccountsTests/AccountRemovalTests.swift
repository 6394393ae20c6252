import Accounts
import Disk
import Foundation
import MailTestSupport
import Testing

@Suite("Removing an account", .holds("E02"))
struct AccountRemovalTests {
    private let scratch: ScratchDirectory
    private let work: AccountName

    init() throws {
        scratch = try ScratchDirectory()
        work = try #require(AccountName("work"))
    }

    private func files(_ system: any FileSystem = POSIXFileSystem.shared) -> AccountConfigurationFiles {
        AccountConfigurationFiles(Home(in: Path(scratch.path + "/home"), on: system))
    }

    private func put(_ place: String) throws {
        let file = scratch.url.appending(path: place)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: file)
    }

    private func fill() throws {
        let content =
            [
                "mail/work/INBOX/cur/1", "mail/work/INBOX/new/2", "state/work/lock", "state/work/outbox.lock",
                "state/work/ledger.sqlite",
                "attachments/work/a", "mail/other/INBOX/cur/1", "counters", "index/work.2.sqlite",
                "index/work.2.sqlite-wal",
                "index/work.3.sqlite-building", "index/work.lock", "index/work.seal", "index/work.arriving",
            ] + Self.ofOthers
        for place in content { try put("home/" + place) }
        try Data("{address: \"kim@example.net\"}".utf8).write(
            to: scratch.url.appending(path: "home/accounts/work.json"))
    }

    private func everything() -> [String] {
        (FileManager.default.subpaths(atPath: scratch.path + "/home") ?? []).sorted()
    }

    /// Index files of other accounts, some of whose names begin with that of the removed account.
    private static let ofOthers = ["other", "work2", "work.2", "work.lock", "work.2.sqlite"].flatMap {
        ["index/\($0).1.sqlite", "index/\($0).lock", "index/\($0).seal"]
    }

    private static let rest =
        ([
            "accounts", "accounts/.lock", "attachments", "counters", "index", "mail", "mail/other", "mail/other/INBOX",
            "mail/other/INBOX/cur", "mail/other/INBOX/cur/1", "state",
        ] + ofOthers).sorted()

    @Test("Removes the account's own files and nothing else")
    func removal() throws {
        try put("home/accounts/.lock")
        try fill()
        try files().remove(work)
        #expect(everything() == Self.rest)
        #expect(throws: AccountError.unknown(work)) { try files().remove(work) }
    }

    @Test("An account is not removed while a process syncs or sends its mail", arguments: ["lock", "outbox.lock"])
    func busy(_ name: String) throws {
        try put("home/accounts/.lock")
        try fill()
        let before = everything()
        let state = try Directory.open(
            Path(scratch.url.appending(path: "home/state/work").path), on: POSIXFileSystem.shared)
        var isForgotten = false
        do {
            let lock = try #require(try state.lock(Array(name.utf8), waiting: false))
            #expect(throws: AccountError.busy(work)) { try files().remove(work) { isForgotten = true } }
            withExtendedLifetime(lock) {}
        }
        #expect(!isForgotten && everything() == before)
        try files().remove(work) { isForgotten = true }
        #expect(isForgotten && everything() == Self.rest)
    }

    @Test("If killed at any step, the account is intact or gone, and the next start finishes")
    func crashes() throws {
        var steps = 0
        while true {
            try? FileManager.default.removeItem(atPath: scratch.path + "/home")
            try put("home/accounts/.lock")
            try fill()
            let before = everything()
            let stop = Stop(before: steps + 1)
            try? files(StoppingFileSystem(POSIXFileSystem.shared, stop)).remove(work)
            let isThere = try !files().listing().accounts.isEmpty
            #expect(isThere == (steps == 0) || !stop.isOver)
            if isThere { #expect(everything() == before) }
            try files().finishRemovals()
            if !isThere { #expect(everything() == Self.rest, "after \(steps) steps") }
            if !stop.isOver { break }
            steps += 1
        }
        #expect(steps > 10)
    }

    @Test("An account that is added again after a crash does not get the old mail")
    func addedAgain() throws {
        try put("home/accounts/.lock")
        try fill()
        try? files(StoppingFileSystem(POSIXFileSystem.shared, Stop(before: 4))).remove(work)
        let identity = try #require(Identity("new@example.net"))
        try files().add(AccountConfiguration(work, identities: [identity]))
        #expect(scratch.names("home/mail") == ["other"])
        try files().finishRemovals()
        #expect(try files().listing().accounts.first?.identities == [identity])
    }

    @Test("A configuration file written next to the removal mark keeps the mail")
    func writtenByHand() throws {
        try fillWithMark()
        try put("home/accounts/work.json")
        try files().finishRemovals()
        #expect(scratch.names("home/mail") == ["other", "work"])
        #expect(!scratch.names("home/accounts").contains("work.json.removing"))
    }

    private func fillWithMark() throws {
        try put("home/accounts/work.json.removing")
        try fill()
    }

    @Test("Refuses to remove an account that another process is using")
    func busy() throws {
        try put("home/accounts/.lock")
        try fill()
        let home = files().home
        let state = try #require(try home.directory(.state(work)))
        let lock = try #require(try state.lock(Array("lock".utf8), waiting: false))
        let before = everything()
        #expect(throws: AccountError.busy(work)) { try files().remove(work) }
        #expect(everything() == before)
        withExtendedLifetime(lock) {}
    }

    @Test("Keeps mail in a directory chosen by the user")
    func ownPlace() throws {
        try put("own/INBOX/cur/1")
        try put("home/accounts/.lock")
        let content = "{address: \"kim@example.net\", maildir: \"\(scratch.path)/own\"}"
        try Data(content.utf8).write(to: scratch.url.appending(path: "home/accounts/work.json"))
        try files().remove(work)
        #expect(scratch.names("own/INBOX/cur") == ["1"])
    }

    @Test("Removes a link to the mail directory but keeps the mail behind it")
    func linked() throws {
        try put("own/INBOX/cur/1")
        try put("home/accounts/.lock")
        try put("home/mail/other/x")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url.appending(path: "home/mail/work").path, withDestinationPath: scratch.path + "/own")
        try put("home/accounts/work.json")
        try files().remove(work)
        #expect(scratch.names("home/mail") == ["other"] && scratch.names("own/INBOX/cur") == ["1"])
    }

    static let unsent: [(places: [String], hasServer: Bool, queued: Int, drafts: Int, onlyHere: Int)] = [
        ([], true, 0, 0, 0), ([], false, 0, 0, 0),
        (["INBOX/cur/1", "Sent/cur/2", "Outbox/tmp/3", "Outbox/cur/.x"], true, 0, 0, 0),
        (["Outbox/cur/1", "Outbox/new/2", "Outbox/tmp/3"], true, 2, 0, 0),
        (["Drafts/cur/1.M1.host:2,D", "Drafts/cur/1.V2U3M00000000.petrel,S=1:2,D"], true, 0, 1, 0),
        (["INBOX/cur/1", "Lists/Swift/new/2", "Lists/tmp/3", "Outbox/cur/4"], false, 1, 0, 2),
    ]

    @Test("Counts the mail that would be lost", arguments: unsent)
    func counting(_ row: (places: [String], hasServer: Bool, queued: Int, drafts: Int, onlyHere: Int)) throws {
        for place in row.places { try put("home/mail/work/" + place) }
        var account = AccountConfiguration(work, identities: [])
        account.provider = row.hasServer ? "example" : nil
        let expected = UnsyncedMail(queued: row.queued, drafts: row.drafts, onlyHere: row.onlyHere)
        #expect(try files().unsyncedMail(of: account) == expected)
    }
}
