import Foundation
import IMAPProtocol
import MailTypes

/// Changes of flags, and messages that arrive, move and disappear.
extension SyncCase {
    static let onFlags: [SyncCase] = [
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

    static let onMessages: [SyncCase] = [
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
        // The two copies are recognized as one message only after the download, and neither is discarded.
        SyncCase("both sides move a message to different mailboxes", ["m3": 2], known: [:]) {
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
}
