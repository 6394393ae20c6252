import Foundation
import MailTypes

/// Messages of all kinds that arrive or are written.
extension SyncCase {
    static let onNewMessages: [SyncCase] = [
        SyncCase("mail arrives") { try await $0.deliver(["x1", "x2", "x3"]) },
        SyncCase("mail arrives, seen and flagged") { try await $0.deliver(["x1"], [.seen, .flagged]) },
        SyncCase("mail arrives in another mailbox") { try await $0.deliver(["x1"], to: "Lists/Swift") },
        SyncCase("a large mail arrives") { try await $0.deliver(["x1"], size: 3_000_000) },
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
            let message = TestMessage.message("x1", size: 2_000_000)
            try Data(message).write(to: scene.directory("INBOX").appending(path: "1700.large:2,S"))
        },
        SyncCase("a message with bare line feeds is moved here") { scene in
            try scene.addHere("x1", bareLineFeeds: true)
            try await scene.sync()
            try scene.moveHere("x1", to: "Projects")
        },
    ]
}
