import IMAPProtocol
import MailTypes
import Testing

/// What happens between two syncs, on either side or on both. Afterwards both are to be alike.
struct SyncCase: Sendable, CustomTestStringConvertible {
    let name: String
    let change: @Sendable (SyncScene) async throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ change: @escaping @Sendable (SyncScene) async throws -> Void) {
        self.name = name
        self.change = change
    }

    static let all: [SyncCase] = [
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
        SyncCase("the server expunges a message") { try await $0.expunge("m3") },
        SyncCase("the server expunges a message that was flagged here") {
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
        SyncCase("both sides move a message to different mailboxes") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.moveThere("m3", to: "Archive")
        },
        SyncCase("a message is moved here and flagged on the server") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.mark("m3", .add, .flagged)
        },
        SyncCase("a message is copied here") { try $0.copyHere("m3", to: "Projects") },
        SyncCase("a message is copied here into its own mailbox") { try $0.copyHere("m3", to: "INBOX") },
        SyncCase("a message is removed here") { try $0.removeHere("m3") },
        SyncCase("both sides remove a message") {
            try $0.removeHere("m3")
            try await $0.expunge("m3")
        },
        SyncCase("a message in Trash is removed here") { try $0.removeHere("t1", in: "Trash") },
        SyncCase("a message is written here") { try $0.addHere("x1") },
        SyncCase("a message with bare line feeds is written here") { try $0.addHere("x1", bareLineFeeds: true) },
        SyncCase("another program uploads what is written here") {
            try $0.addHere("x1")
            try await $0.deliver(["x1"], [.seen])
        },
        SyncCase("a mailbox is made on the server") {
            try await $0.create("New")
            try await $0.deliver(["x1"], to: "New")
        },
        SyncCase("a mailbox is made here") {
            try $0.makeHere("New")
            try $0.moveHere("m3", to: "New")
        },
        SyncCase("the ledger is lost") { try $0.loseLedger() },
        SyncCase("the ledger is lost, and both sides change") {
            try $0.loseLedger()
            try await $0.deliver(["x1"])
            try $0.addHere("x2")
            try await $0.mark("m2", .add, .flagged)
        },
        SyncCase("everything at once") {
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
