/// Changes of mailboxes.
extension SyncCase {
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
}
