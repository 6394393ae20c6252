import IMAPProtocol
import MailTypes

/// No change, and changes of flags.
extension SyncCase {
    static let onFlags: [SyncCase] = [
        SyncCase("nothing") { _ in },
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
}
