import Foundation
import IMAPProtocol
import MailTypes

/// Messages of all kinds, changes of mailboxes, and lost ledgers.
extension SyncCase {
    static let onContents: [SyncCase] = [
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

    static let onMailboxes: [SyncCase] = [
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
        // Without UIDs, a move cannot be told from a removal by an interrupted sync, so the message comes back.
        SyncCase("the server renumbers a mailbox that a message was moved out of here", ["m3": 2], known: [:]) {
            try $0.moveHere("m3", to: "Projects")
            try await $0.renumber("INBOX")
        },
    ]

    static let onLedgers: [SyncCase] = [
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
