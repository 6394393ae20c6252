import Foundation
import IMAPProtocol
import MailEngine
import MailTypes
import Testing

/// What happens between two syncs, on either side or on both. Afterwards both are to be alike.
///
/// Before it, m1 to m5 stand in INBOX, m1 seen, l1 in Lists/Swift, and t1 and t2 in Trash.
struct SyncCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// How many of a message are there in the end, where it is not one.
    let counts: [String: Int]
    /// Mailboxes beside those that are always there.
    let mailboxes: [String]
    let change: @Sendable (any SyncedScene) async throws -> Void
    var testDescription: String { name }

    init(
        _ name: String, _ counts: [String: Int] = [:], in mailboxes: [String] = [],
        _ change: @escaping @Sendable (any SyncedScene) async throws -> Void
    ) {
        self.name = name
        self.counts = counts
        self.mailboxes = mailboxes
        self.change = change
    }

    /// Whether a real server can be made to do it: none gives other UIDs when it is asked, and Cyrus takes no `%` in a name.
    func isPossible(on server: String) -> Bool {
        !name.contains("renumbers") && !(server == "cyrus" && name.contains("escapes"))
    }

    static let all = onFlags + onMessages + onContents + onMailboxes + onLedgers

    /// With PETREL_SYNC_CASES=all, all of them for each of these servers, and else each of every `step` with one of them.
    static func chosen(for server: String, of servers: [String], step: Int = 1) -> [SyncCase] {
        let isAll = ProcessInfo.processInfo.environment["PETREL_SYNC_CASES"] == "all"
        guard !isAll, let place = servers.firstIndex(of: server) else { return all }
        return all.indices.filter { $0 % (servers.count * step) == place * step }.map { all[$0] }
    }

    /// On a home that both sides agree on: what is wrong after it.
    func faults(of scene: any SyncedScene) async throws -> [String] {
        var faults: [String] = []
        for pass in 1...2 {
            let report = try await scene.sync()
            if let failure = report.failure { faults.append(failure.sentence) }
            if pass == 2, report.hasChanged { faults.append("not over with the first sync: \(report.mailboxes)") }
        }
        faults += try await endFaults(of: scene)
        return faults
    }

    /// What is not as it is to be in the end.
    func endFaults(of scene: any SyncedScene) async throws -> [String] {
        var faults: [String] = []
        var found: [String: Int] = [:]
        for mailbox in Set(SyncScene.mailboxes + ["New", "Renamed"] + mailboxes).sorted() {
            let there = try await scene.look(mailbox)
            let here = scene.here(mailbox).map { scene.lasting($0) }.sorted()
            if let there, there.map({ scene.lasting($0) }).sorted() != here {
                faults.append("\(mailbox): here \(here), there \(there)")
            }
            if there == nil, scene.hasMailbox(mailbox) { faults.append("\(mailbox) is only here, with \(here)") }
            for message in there ?? [] { found[message.subject, default: 0] += 1 }
        }
        for subject in Set(["m1", "m2", "m3", "m4", "m5", "l1", "t1", "t2"] + found.keys + counts.keys).sorted() {
            let (count, wanted) = (found[subject] ?? 0, counts[subject] ?? 1)
            if count != wanted { faults.append("\(subject) is there \(count) times and not \(wanted)") }
        }
        return faults
    }

    private static let onFlags: [SyncCase] = [
        SyncCase("nothing") { _ in },
        SyncCase("mail arrives") { try await $0.deliver(["x1", "x2", "x3"]) },
        SyncCase("mail arrives, seen and flagged") { try await $0.deliver(["x1"], [.seen, .flagged]) },
        SyncCase("mail arrives in another mailbox") { try await $0.deliver(["x1"], to: "Lists/Swift") },
        SyncCase("a large mail arrives") { try await $0.deliver(["x1"], size: 3_000_000) },
        SyncCase("the server sets a flag") { try await $0.mark("m3", .add, .flagged) },
        SyncCase("the server takes a flag away") { try await $0.mark("m1", .remove, .seen) },
        SyncCase("the server sets a keyword") { try await $0.mark("m3", .add, .forwarded) },
        SyncCase("a flag is set here") { try $0.rename("m2", letters: "F") },
        SyncCase("a flag is taken away here") { try $0.rename("m1", letters: "") },
        SyncCase("all flags change here") { try $0.rename("m1", letters: "FRP") },
        SyncCase("both sides set the same flag") {
            try $0.rename("m2", letters: "F")
            try await $0.mark("m2", .add, .flagged)
        },
        SyncCase("both sides set different flags") {
            try $0.rename("m2", letters: "F")
            try await $0.mark("m2", .add, .answered)
        },
        SyncCase("one side sets a flag, the other one takes another away") {
            try $0.rename("m1", letters: "FS")
            try await $0.mark("m1", .remove, .seen)
        },
        SyncCase("a flag is set here on a message that the server flags and unflags") {
            try $0.rename("m2", letters: "F")
            try await $0.mark("m2", .add, .flagged)
            try await $0.mark("m2", .remove, .flagged)
        },
        SyncCase("both sides take the same flag away") {
            try $0.rename("m1", letters: "")
            try await $0.mark("m1", .remove, .seen)
        },
        SyncCase("a message is marked as deleted here") { try $0.rename("m2", letters: "T") },
        SyncCase("the server marks a message as deleted") { try await $0.mark("m2", .add, .deleted) },
        SyncCase("a message gets a letter here that means nothing") { try $0.rename("m1", letters: "Sa") },
        SyncCase("a message goes from new to cur without a flag") { try $0.rename("m2", letters: "") },
        SyncCase("a flag is set here, and a message with it goes from Trash to INBOX") {
            try $0.rename("t1", letters: "FS", in: "Trash")
            try $0.moveHere("t1", from: "Trash", to: "INBOX")
        },
        SyncCase("the server sets each flag on another message") {
            try await $0.mark("m2", .add, .flagged)
            try await $0.mark("m3", .add, .answered)
            try await $0.mark("m4", .add, .seen)
            try await $0.mark("m5", .add, .draft)
        },
        SyncCase("a flag is set in two mailboxes here") {
            try $0.rename("m2", letters: "F")
            try $0.rename("l1", letters: "R", in: "Lists/Swift")
        },
    ]

    private static let onMessages: [SyncCase] = [
        SyncCase("the server expunges a message", ["m3": 0]) { try await $0.expunge("m3") },
        SyncCase("the server expunges a message that was flagged here", ["m3": 0]) {
            try $0.rename("m3", letters: "F")
            try await $0.expunge("m3")
        },
        SyncCase("the server moves a message") { try await $0.moveThere("m3", to: "Projects") },
        SyncCase("a message is moved here") { try $0.moveHere("m3", to: "Projects") },
        SyncCase("two messages are moved here, to two mailboxes") {
            try $0.moveHere("m3", to: "Projects")
            try $0.moveHere("m4", to: "Archive")
        },
        SyncCase("both sides move a message to the same mailbox") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.moveThere("m3", to: "Projects")
        },
        // Neither is known to be the other one before it has come, and none is thrown away.
        SyncCase("both sides move a message to different mailboxes", ["m3": 2]) {
            try $0.moveHere("m3", to: "Projects")
            try await $0.moveThere("m3", to: "Archive")
        },
        SyncCase("a message is moved here and flagged on the server") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.mark("m3", .add, .flagged)
        },
        SyncCase("a message is copied here", ["m3": 2]) { try $0.copyHere("m3", to: "Projects") },
        SyncCase("a message is copied here into its own mailbox", ["m3": 2]) { try $0.copyHere("m3", to: "INBOX") },
        SyncCase("a message is removed here") { try $0.removeHere("m3") },
        SyncCase("both sides remove a message", ["m3": 0]) {
            try $0.removeHere("m3")
            try await $0.expunge("m3")
        },
        SyncCase("a message in Trash is removed here", ["t1": 0]) { try $0.removeHere("t1", in: "Trash") },
        SyncCase("the server expunges a message that was moved here") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.expunge("m3")
        },
        SyncCase("the server expunges a message that was copied here") {
            try $0.copyHere("m3", to: "Projects")
            try await $0.expunge("m3")
        },
        SyncCase("the server moves a message that was removed here") {
            try $0.removeHere("m3")
            try await $0.moveThere("m3", to: "Projects")
        },
        SyncCase("the server moves a message that was flagged here") {
            try $0.rename("m3", letters: "F")
            try await $0.moveThere("m3", to: "Projects")
        },
        SyncCase("the server moves a message and flags it") {
            try await $0.moveThere("m3", to: "Projects")
            try await $0.mark("m3", .add, .flagged, in: "Projects")
        },
        SyncCase("the server copies a message", ["m3": 2]) {
            try await $0.copyThere("m3", from: "INBOX", to: "Projects")
        },
        SyncCase("the server copies a message into its own mailbox", ["m3": 2]) {
            try await $0.copyThere("m3", from: "INBOX", to: "INBOX")
        },
        SyncCase("both sides copy a message to the same mailbox", ["m3": 2]) {
            try $0.copyHere("m3", to: "Projects")
            try await $0.copyThere("m3", from: "INBOX", to: "Projects")
        },
        SyncCase("a message is moved here and back") {
            try $0.moveHere("m3", to: "Projects")
            try $0.moveHere("m3", from: "Projects", to: "INBOX")
        },
        SyncCase("a message is moved here, and on") {
            try $0.moveHere("m3", to: "Projects")
            try $0.moveHere("m3", from: "Projects", to: "Archive")
        },
        SyncCase("a message is copied here, and the first file removed") {
            try $0.copyHere("m3", to: "Projects")
            try $0.removeHere("m3")
        },
        SyncCase("a message is moved to Trash here") { try $0.moveHere("m3", to: "Trash") },
        SyncCase("a message in Trash is removed here that the server moves out", ["t1": 1]) {
            try $0.removeHere("t1", in: "Trash")
            try await $0.moveThere("t1", from: "Trash", to: "INBOX")
        },
        SyncCase("a message gets another name here") { scene in
            let file = try scene.file("m3")
            try FileManager.default.moveItem(at: file, to: scene.directory("INBOX").appending(path: "1700.other:2,"))
        },
        SyncCase("two messages change places here") {
            try $0.moveHere("m3", to: "Lists/Swift")
            try $0.moveHere("l1", from: "Lists/Swift", to: "INBOX")
        },
        SyncCase("a message arrives twice", ["x1": 2]) { try await $0.deliver(["x1", "x1"]) },
        SyncCase("a message arrives and is expunged at once", ["x1": 0]) {
            try await $0.deliver(["x1"])
            try await $0.expunge("x1")
        },
    ]

    private static let onContents: [SyncCase] = [
        SyncCase("a message is written here") { try $0.addHere("x1") },
        SyncCase("a message with bare line feeds is written here") { try $0.addHere("x1", bareLineFeeds: true) },
        SyncCase("another program uploads what is written here") {
            try $0.addHere("x1")
            try await $0.deliver(["x1"], [.seen])
        },
        SyncCase("a message is written twice here", ["x1": 2]) {
            try $0.addHere("x1")
            try $0.addHere("x1")
        },
        SyncCase("a message is written here that another mailbox has", ["m3": 2]) {
            try $0.addHere("m3", in: "Projects")
        },
        SyncCase("a message without a Message-ID is written here") { try $0.add("Subject: x1\r\n\r\ntext\r\n") },
        SyncCase("a message without a Message-ID arrives, and another one is written here") {
            try await $0.append(Array("Subject: x1\r\n\r\ntext\r\n".utf8), to: "INBOX", [])
            try $0.add("Subject: x2\r\n\r\ntext\r\n")
        },
        SyncCase("both sides get a message without a Message-ID", ["x1": 1]) {
            try await $0.append(Array("Subject: x1\r\n\r\ntext\r\n".utf8), to: "INBOX", [.seen])
            try $0.add("Subject: x1\r\n\r\ntext\r\n")
        },
        SyncCase("two messages with one Message-ID are written here") {
            try $0.add("Subject: x1\r\nMessage-ID: <x@example.org>\r\n\r\none\r\n")
            try $0.add("Subject: x2\r\nMessage-ID: <x@example.org>\r\n\r\ntwo\r\n")
        },
        SyncCase("two messages with one Message-ID arrive") {
            for name in ["x1", "x2"] {
                let text = "Subject: \(name)\r\nMessage-ID: <x@example.org>\r\n\r\ntext\r\n"
                try await $0.append(Array(text.utf8), to: "INBOX", [])
            }
        },
        SyncCase("a header alone is written here") { try $0.add("Subject: x1\r\n\r\n") },
        SyncCase("a message that ends in no line is written here") { try $0.add("Subject: x1\r\n\r\nno end") },
        SyncCase("a message with long lines and other octets is written here") {
            try $0.add("Subject: x1\r\n\r\n" + String(repeating: "ü—", count: 3000) + "\r\n.\r\n..\r\n")
        },
        SyncCase("a large message is written here") { scene in
            let message = SeenMessage.message("x1", size: 2_000_000)
            try Data(message).write(to: scene.directory("INBOX").appending(path: "1700.large:2,S"))
        },
        SyncCase("a message with bare line feeds is moved here") { scene in
            try scene.addHere("x1", bareLineFeeds: true)
            try await scene.sync()
            try scene.moveHere("x1", to: "Projects")
        },
    ]

    private static let onMailboxes: [SyncCase] = [
        SyncCase("a mailbox is made on the server") {
            try await $0.create("New")
            try await $0.deliver(["x1"], to: "New")
        },
        SyncCase("a mailbox is made here") {
            try $0.makeHere("New")
            try $0.moveHere("m3", to: "New")
        },
        SyncCase("an empty mailbox is made here") { try $0.makeHere("New") },
        SyncCase("mailboxes in mailboxes are made on the server", in: ["New/A/B"]) {
            try await $0.create("New/A/B")
            try await $0.deliver(["x1"], to: "New/A/B")
        },
        SyncCase("mailboxes in mailboxes are made here", in: ["New/A/B"]) {
            try $0.makeHere("New/A/B")
            try $0.moveHere("m3", to: "New/A/B")
        },
        SyncCase("a mailbox of a name that needs escapes is made on the server", in: ["New %41 & ü"]) {
            try await $0.create("New %41 & ü")
            try await $0.deliver(["x1"], to: "New %41 & ü")
        },
        SyncCase("a mailbox of a name that needs escapes is made here", in: ["New %41 & ü"]) {
            try $0.makeHere("New %41 & ü")
            try $0.addHere("x1", in: "New %41 & ü")
        },
        SyncCase("the server deletes a mailbox", ["l1": 0]) { try await $0.deleteMailbox("Lists/Swift") },
        SyncCase("the server deletes a mailbox that a message was moved to here") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.deleteMailbox("Projects")
        },
        SyncCase("the server deletes a mailbox that a message was written to here", ["l1": 0]) {
            try $0.addHere("x1", in: "Lists/Swift")
            try await $0.deleteMailbox("Lists/Swift")
        },
        SyncCase("the server deletes a mailbox that a message was moved out of here") {
            try $0.moveHere("l1", from: "Lists/Swift", to: "Projects")
            try await $0.deleteMailbox("Lists/Swift")
        },
        SyncCase("the server deletes a mailbox and makes it again", ["l1": 0]) {
            try await $0.deleteMailbox("Lists/Swift")
            try await $0.create("Lists/Swift")
            try await $0.deliver(["x1"], to: "Lists/Swift")
        },
        SyncCase("the server renames a mailbox") { try await $0.renameMailbox("Lists/Swift", to: "Renamed") },
        SyncCase("the server renames a mailbox in which a message was flagged here") {
            try $0.rename("l1", letters: "F", in: "Lists/Swift")
            try await $0.renameMailbox("Lists/Swift", to: "Renamed")
        },
        SyncCase("the server renames a mailbox that a message was copied to here", ["m3": 2]) {
            try $0.copyHere("m3", to: "Lists/Swift")
            try await $0.renameMailbox("Lists/Swift", to: "Renamed")
        },
        SyncCase("the server renames a mailbox that a message was moved to here") {
            try $0.moveHere("m3", to: "Lists/Swift")
            try await $0.renameMailbox("Lists/Swift", to: "Renamed")
        },
        SyncCase("the server renames a mailbox, and mail arrives in it") {
            try await $0.renameMailbox("Lists/Swift", to: "Renamed")
            try await $0.deliver(["x1"], to: "Renamed")
        },
        SyncCase("the server renames a mailbox with one below it", in: ["Lists", "Renamed/Swift"]) {
            try await $0.create("Lists")
            try await $0.sync()
            try await $0.renameMailbox("Lists", to: "Renamed")
        },
        SyncCase("the server renumbers a mailbox") { try await $0.renumber("INBOX") },
        SyncCase("the server renumbers a mailbox in which flags changed here, and mail arrives") {
            try $0.rename("m2", letters: "F")
            try await $0.renumber("INBOX")
            try await $0.deliver(["x1"])
        },
        // Whether it was moved, or removed by a sync that was cut off, nothing shows by now: so it comes back.
        SyncCase("the server renumbers a mailbox that a message was moved out of here", ["m3": 2]) {
            try $0.moveHere("m3", to: "Projects")
            try await $0.renumber("INBOX")
        },
    ]

    private static let onLedgers: [SyncCase] = [
        SyncCase("the ledger is lost") { try $0.loseLedger() },
        SyncCase("the ledger is lost, and both sides change") {
            try $0.loseLedger()
            try await $0.deliver(["x1"])
            try $0.addHere("x2")
            try await $0.mark("m2", .add, .flagged)
        },
        SyncCase("the ledger is lost, and a message was moved here", ["m3": 2]) {
            try $0.moveHere("m3", to: "Projects")
            try $0.loseLedger()
        },
        SyncCase("the ledger is lost, and the server expunged a message") {
            try await $0.expunge("m3")
            try $0.loseLedger()
        },
        SyncCase("the ledger is damaged") { scene in
            let file = scene.home.appending(path: "state/ledger.sqlite")
            try Data(repeating: 0x5A, count: 20_000).write(to: file)
        },
        SyncCase("the ledger is lost, and the server renames a mailbox", ["l1": 2]) {
            try $0.loseLedger()
            try await $0.renameMailbox("Lists/Swift", to: "Renamed")
        },
        SyncCase("everything at once", ["m5": 0]) {
            try await $0.deliver(["x1", "x2"])
            try $0.addHere("x3", in: "Lists/Swift")
            try $0.moveHere("m4", to: "Projects")
            try await $0.expunge("m5")
            try $0.rename("m2", letters: "FS")
            try await $0.mark("m1", .add, .answered)
            try $0.removeHere("m3")
        },
    ]
}
