import Foundation
import IMAPProtocol
import MailTypes

/// Lost and damaged ledgers.
extension SyncCase {
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
    ]
}
