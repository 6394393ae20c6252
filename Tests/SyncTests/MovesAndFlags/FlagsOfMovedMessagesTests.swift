import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// Two homes of one account: the first one moves a message while the second one changes its flags.
@Suite("Flags of messages that another home moves", .holds("PY3", "PY5", "Y13"), .timeLimit(.minutes(10)))
struct FlagsOfMovedMessagesTests {
    struct Row: Sendable, CustomStringConvertible {
        let description: String
        /// The mailbox to which the first home moves m3.
        var target = "Archive"
        /// Another one to which it has moved and synced it before.
        var passed: String?
        /// The letters that the first home gives it, and those that the second one gives it. It has none before.
        var first = "S"
        var second = "F"
        /// The mailbox to which the second one moves it.
        var moved: String?
        /// The mailboxes that the second one syncs first.
        var synced: [String] = []
        let letters: String
    }

    private static let rows = [
        Row(description: "starred", letters: "FS"),
        Row(description: "read and answered", second: "RS", letters: "RS"),
        Row(description: "answered by one and starred by the other", first: "RS", letters: "FRS"),
        Row(description: "starred by both", first: "FS", letters: "FS"),
        Row(description: "starred, and moved to Trash", target: "Trash", letters: "FS"),
        Row(description: "starred, and the source is synced first", synced: ["INBOX"], letters: "FS"),
        Row(description: "starred, and moved away and back", target: "INBOX", passed: "Archive", letters: "FS"),
        Row(
            description: "starred and moved away and back, and its mailbox is synced first", target: "INBOX",
            passed: "Archive", synced: ["INBOX"], letters: "FS"),
        Row(description: "starred, and moved to another mailbox here", moved: "Projects", letters: "FS"),
        Row(
            description: "starred, and moved to another mailbox here, which is synced first", moved: "Projects",
            synced: ["Projects"], letters: "FS"),
        Row(description: "starred, and moved to the same mailbox here", moved: "Archive", letters: "FS"),
    ]

    @Test("A message keeps the flags of the second home where the first one moved it", arguments: rows)
    func flags(_ row: Row) async throws {
        for server in ModelServerKind.all {
            let first = try HomeWithModelServer(server.profile)
            let second = try HomeWithModelServer(server.profile, isEmpty: true, sharing: first.model)
            for home in [first, second] { #expect(try await home.settle() == [], "\(server.name)") }
            if let passed = row.passed {
                try first.moveHere("m3", to: passed)
                #expect(try await first.settle() == [], "\(server.name)")
            }
            try first.moveHere("m3", from: row.passed ?? "INBOX", to: row.target)
            // The move has given it the letter S.
            if row.first != "S" { try first.rename("m3", letters: row.first, in: row.target) }
            if let moved = row.moved { try second.moveHere("m3", to: moved) }
            try second.rename("m3", letters: row.second, in: row.moved ?? "INBOX")
            #expect(try await first.settle() == [], "\(server.name)")

            if !row.synced.isEmpty {
                _ = try await second.sync(.none, of: Set(row.synced.compactMap { MailboxName($0) }), confirming: false)
            }
            let report = try await second.sync()
            #expect(report.failure == nil, "\(server.name)")

            let found = second.there.filter { $0.value.contains { $0.subject == "m3" } }
            #expect(found.keys.sorted() == [row.target], "\(server.name)")
            let letters = found[row.target]?.first { $0.subject == "m3" }?.letters
            #expect(letters == row.letters, "\(server.name)")
            #expect(second.here == second.there, "\(server.name)")
            let isOverridden = row.moved != nil && row.moved != row.target
            if row.synced.isEmpty { #expect(report.notices.isEmpty == !isOverridden, "\(server.name)") }
            #expect(try await second.settle() == [], "\(server.name)")
            #expect(try await first.settle() == [], "\(server.name)")
            #expect(first.here == first.there, "\(server.name)")
            #expect(first.model.violations == [], "\(server.name)")
        }
    }

    @Test("A message without a Message-ID keeps the flag, too", arguments: ModelServerKind.all)
    func unidentified(_ server: ModelServerKind) async throws {
        let first = try HomeWithModelServer(server.profile)
        let second = try HomeWithModelServer(server.profile, isEmpty: true, sharing: first.model)
        first.model.deliver("Subject: plain\r\n\r\n")
        for home in [first, second] { #expect(try await home.settle() == []) }
        try first.moveHere("plain", to: "Archive")
        try second.rename("plain", letters: "F")
        #expect(try await first.settle() == [])
        _ = try await second.sync()
        #expect(second.there["Archive"]?.map(\.description) == ["plain FS"])
        #expect(second.here == second.there)
    }

    @Test(
        "A message of a renamed mailbox keeps the flag",
        arguments: ModelServerKind.all.filter(\.profile.keepsUIDValidityOnRename),
        [true, false])
    func ofRenamedMailbox(_ server: ModelServerKind, isRenamedHere: Bool) async throws {
        let first = try HomeWithModelServer(server.profile)
        let second = try HomeWithModelServer(server.profile, isEmpty: true, sharing: first.model)
        try await first.deliver(["p1", "p2", "p3"], to: "Projects")
        for home in [first, second] { #expect(try await home.settle() == []) }
        try first.moveHere("p1", from: "Projects", to: "Archive")
        try second.rename("p1", letters: "F", in: "Projects")
        #expect(try await first.settle() == [])
        if isRenamedHere {
            try FileManager.default.moveItem(at: second.directory("Projects", ""), to: second.directory("Plans", ""))
        } else {
            try await first.renameMailbox("Projects", to: "Plans")
        }

        #expect(try await second.settle() == [])
        #expect(try await first.settle() == [])
        for home in [first, second] {
            #expect(try await home.look("Archive")?.map(\.description) == ["p1 FS"])
            #expect(try await home.look("Plans")?.map(\.subject) == ["p2", "p3"])
            #expect(home.here("Archive").map(\.description) == ["p1 FS"])
            #expect(home.here("Plans").map(\.subject) == ["p2", "p3"])
        }
    }

    @Test(
        "A message that is moved here keeps what another client changes of its flags meanwhile, whichever answer is lost",
        arguments: ModelServerKind.all)
    func changedThere(_ server: ModelServerKind) async throws {
        for lost in [nil] + InterruptionPlaces.of(5..<45).map({ Optional($0) }) {
            let home = try HomeWithModelServer(server.profile)
            #expect(try await home.settle() == [])
            try home.moveHere("m3", to: "Archive")
            try home.moveHere("m1", to: "Projects")
            home.model.setFlags(try home.uid("m3"), in: "INBOX", adding: [.flagged])
            home.model.setFlags(try home.uid("m1"), in: "INBOX", adding: [.answered], removing: [.seen])
            if let lost { _ = try await home.sync(.lostAnswer(lost)) }
            _ = try await home.sync()
            // The moves have given both the letter S.
            #expect(home.there["Archive"]?.map(\.description) == ["m3 FS"], "\(String(describing: lost))")
            #expect(home.there["Projects"]?.map(\.description) == ["m1 R"], "\(String(describing: lost))")
            #expect(try await home.settle() == [])
            #expect(home.here == home.there)
        }
    }

    @Test(
        "A message whose move was interrupted keeps what another client then changes of its flags",
        arguments: ModelServerKind.all, [nil, "Archive", "INBOX"])
    func interrupted(_ server: ModelServerKind, syncedFirst: String?) async throws {
        let faults =
            InterruptionPlaces.of(5..<40).map { SyncFault.lostAnswer($0) }
            + InterruptionPlaces.of(1..<30).map { .stop($0) }
        for fault in faults {
            let home = try HomeWithModelServer(server.profile)
            #expect(try await home.settle() == [])
            try home.moveHere("m3", to: "Archive")
            _ = try await home.sync(fault)
            let copied = home.there["Archive"]?.contains { $0.subject == "m3" } ?? false
            let mailbox = copied ? "Archive" : "INBOX"
            home.model.setFlags(try home.uid("m3", in: mailbox), in: home.spelled(mailbox), adding: [.flagged])
            if let name = syncedFirst.flatMap({ MailboxName($0) }) {
                _ = try await home.sync(.none, of: [name], confirming: false)
            }
            _ = try await home.sync()
            #expect(home.there["Archive"]?.map(\.description) == ["m3 FS"], "\(fault)")
            #expect(home.there["INBOX"]?.contains { $0.subject == "m3" } == false, "\(fault)")
            #expect(try await home.settle() == [])
            #expect(home.here == home.there)
        }
    }

    @Test(
        "A message without a Message-ID is not doubled if its move is cut off, whichever answer is lost",
        arguments: ModelServerKind.all)
    func unidentifiedMove(_ server: ModelServerKind) async throws {
        for lost in InterruptionPlaces.of(5..<45) {
            let home = try HomeWithModelServer(server.profile)
            home.model.deliver("Subject: plain\r\n\r\n")
            #expect(try await home.settle() == [])
            try home.moveHere("plain", to: "Archive")
            _ = try await home.sync(.lostAnswer(lost))
            #expect(try await home.settle() == [])
            let places = home.there.mapValues { $0.count { $0.subject == "plain" } }.filter { $0.value > 0 }
            #expect(places == ["Archive": 1], "answer \(lost) was lost")
            #expect(home.here == home.there, "answer \(lost) was lost")
        }
    }

    @Test(
        "A message that was flagged here and moved by another home keeps the flag wherever the sync is stopped",
        arguments: ModelServerKind.all)
    func stopped(_ server: ModelServerKind) async throws {
        for place in InterruptionPlaces.of(1..<2000) {
            let first = try HomeWithModelServer(server.profile)
            let second = try HomeWithModelServer(server.profile, isEmpty: true, sharing: first.model)
            for home in [first, second] { #expect(try await home.settle() == []) }
            try first.moveHere("m3", to: "Archive")
            #expect(try await first.settle() == [])
            try second.rename("m3", letters: "F")
            let model = first.model
            let stop = Stop(before: place) { model.dismissAll() }
            _ = try await second.sync(with: .none, stop)
            for _ in 1...3 { _ = try await second.sync() }
            #expect(second.there["Archive"]?.map(\.description) == ["m3 FS"], "stopped before change \(place)")
            #expect(second.here == second.there, "stopped before change \(place)")
            if !stop.isOver { break }
        }
    }

    @Test("A message that was flagged here and deleted by another client is removed here with the first sync")
    func deleted() async throws {
        for server in ModelServerKind.all {
            let home = try HomeWithModelServer(server.profile)
            #expect(try await home.settle() == [], "\(server.name)")
            try home.rename("m3", letters: "FS")
            home.model.expunge(UIDSet(try home.uid("m3")), in: "INBOX")
            home.deliver("other")

            #expect(try await home.sync().failure == nil, "\(server.name)")
            #expect(!home.here("INBOX").map(\.subject).contains("m3"), "\(server.name)")
            #expect(home.here == home.there, "\(server.name)")
        }
    }
}
