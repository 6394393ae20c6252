import Foundation
import IMAPProtocol
import MailTypes

/// Messages that arrive, move and disappear.
extension SyncCase {
    static let onMovesCopiesAndRemovals: [SyncCase] = [
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
        SyncCase("both sides move a message to different mailboxes") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.moveThere("m3", to: "Archive")
        },
        SyncCase("both sides move a message to different mailboxes, the server to a new one") {
            try $0.moveHere("m3", to: "Archive")
            try await $0.create("New")
            try await $0.moveThere("m3", to: "New")
        },
        SyncCase("both sides move a message to different mailboxes, with new mail in both") {
            try $0.moveHere("m3", to: "Archive")
            try await $0.moveThere("m3", to: "Projects")
            try await $0.deliver(["x1"], to: "Projects")
            try await $0.deliver(["x2"], to: "Archive")
        },
        SyncCase("both sides move a message to the same mailbox, and the server also copies it", ["m3": 2]) {
            try $0.moveHere("m3", to: "Projects")
            try await $0.copyThere("m3", from: "INBOX", to: "Archive")
            try await $0.moveThere("m3", to: "Projects")
        },
        SyncCase("both sides move a message that the server also copies to where it is moved here", ["m3": 2]) {
            try $0.moveHere("m3", to: "Projects")
            try await $0.copyThere("m3", from: "INBOX", to: "Projects")
            try await $0.moveThere("m3", to: "Archive")
        },
        SyncCase("a message is moved to Trash here, and elsewhere on the server") {
            try $0.moveHere("m3", to: "Trash")
            try await $0.moveThere("m3", to: "Archive")
        },
        SyncCase("a message is moved here, and to Trash on the server", ["m3": 2]) {
            try $0.moveHere("m3", to: "Projects")
            try await $0.moveThere("m3", to: "Trash")
        },
        SyncCase("a message is moved here, and copied on the server", ["m3": 2]) {
            try $0.moveHere("m3", to: "Projects")
            try await $0.copyThere("m3", from: "INBOX", to: "Archive")
        },
        SyncCase("a message is moved and copied here, and moved elsewhere on the server", ["m3": 2]) {
            try $0.copyHere("m3", to: "Lists/Swift")
            try $0.moveHere("m3", to: "Projects")
            try await $0.moveThere("m3", to: "Archive")
        },
        SyncCase("a message is moved here and flagged on the server") {
            try $0.moveHere("m3", to: "Projects")
            try await $0.mark("m3", .add, .flagged)
        },
        SyncCase("a message is copied here", ["m3": 2]) { try $0.copyHere("m3", to: "Projects") },
        SyncCase("a message is copied here into its own mailbox", ["m3": 2]) { try $0.copyHere("m3", to: "INBOX") },
        SyncCase("the file of a copy names the UID of the message", ["m3": 2]) {
            try $0.addHere("m3", namedLike: "m3", beginning: "0")
        },
        SyncCase("the file of a new message names the UID of another one") {
            try $0.addHere("x1", namedLike: "m3", beginning: "0")
            try $0.addHere("x2", namedLike: "m4", beginning: "9")
            try await $0.mark("m3", .add, .flagged)
        },
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
