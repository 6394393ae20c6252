import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// Two homes of one account move the same message.
@Suite("Messages that two homes move", .holds("PY1", "PY2", "PY3", "PY4", "Y13"), .timeLimit(.minutes(10)))
struct MovesOnBothSidesTests {
    /// Where the first home moves m3 to, where the second one does, and the mailboxes that the second one syncs first.
    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let first: String
        let second: String
        let synced: [String]
        /// The mailboxes that have the message at the end.
        let places: [String]
    }

    private static let rows = [
        Row(description: "two mailboxes", first: "Archive", second: "Projects", synced: [], places: ["Archive"]),
        Row(
            description: "two mailboxes, in the other order", first: "Projects", second: "Archive", synced: [],
            places: ["Projects"]),
        Row(description: "the same mailbox", first: "Archive", second: "Archive", synced: [], places: ["Archive"]),
        Row(
            description: "two mailboxes, and the source is synced first", first: "Archive", second: "Projects",
            synced: ["INBOX"], places: ["Archive"]),
        Row(
            description: "two mailboxes, and the target here is synced first", first: "Archive", second: "Projects",
            synced: ["Projects"], places: ["Archive"]),
        Row(
            description: "two mailboxes, and both of the second home are synced first", first: "Projects",
            second: "Archive", synced: ["INBOX", "Archive"], places: ["Projects"]),
        Row(
            description: "two mailboxes, and another one is synced first", first: "Archive", second: "Projects",
            synced: ["Trash"], places: ["Archive"]),
        Row(
            description: "a mailbox and Trash", first: "Archive", second: "Trash", synced: ["INBOX"],
            places: ["Archive"]),
        Row(
            description: "Trash and a mailbox", first: "Trash", second: "Projects", synced: ["INBOX"],
            places: ["Projects", "Trash"]),
    ]

    private static func homes(_ profile: ModelProfile) async throws -> (HomeWithModelServer, HomeWithModelServer) {
        let first = try HomeWithModelServer(profile)
        let second = try HomeWithModelServer(profile, isEmpty: true, sharing: first.model)
        for home in [first, second] { #expect(try await home.settle() == []) }
        return (first, second)
    }

    private static func places(of subject: String, _ mail: [String: [TestMessage]]) -> [String] {
        mail.filter { $0.value.contains { $0.subject == subject } }.map(\.key).sorted()
    }

    @Test("A message is where the first home to sync moved it, after both moved it to", arguments: rows)
    func moves(_ row: Row) async throws {
        for server in ModelServerKind.all {
            let (first, second) = try await Self.homes(server.profile)
            try first.moveHere("m3", to: row.first)
            try second.moveHere("m3", to: row.second)
            #expect(try await first.settle() == [], "\(server.name)")

            var told: [String] = []
            if !row.synced.isEmpty {
                let some = Set(row.synced.compactMap { MailboxName($0) })
                told += try await second.sync(.none, of: some, confirming: false).notices
            }
            told += try await second.sync().notices
            #expect(try await second.settle() == [], "\(server.name)")
            #expect(try await first.settle() == [], "\(server.name)")

            #expect(Self.places(of: "m3", second.there) == row.places, "\(server.name)")
            #expect(second.here == second.there, "\(server.name)")
            #expect(first.here == first.there, "\(server.name)")
            let sentence =
                "\(row.second): another client moved a message to \(row.first) that you moved here. It is now in \(row.first)."
            let isOverridden = row.first != row.second && row.places == [row.first]
            #expect(told == (isOverridden ? [sentence] : []), "\(server.name)")
            #expect(first.model.violations == [], "\(server.name)")
        }
    }

    @Test func `Many messages that two homes move are told of in one sentence`() async throws {
        for server in ModelServerKind.all {
            let (first, second) = try await Self.homes(server.profile)
            for number in 1...4 {
                try first.moveHere("m\(number)", to: "Archive")
                try second.moveHere("m\(number)", to: "Projects")
            }
            #expect(try await first.settle() == [], "\(server.name)")

            let told = try await second.sync().notices

            #expect(second.here("Archive").map(\.subject) == ["m1", "m2", "m3", "m4"], "\(server.name)")
            #expect(second.here == second.there, "\(server.name)")
            let sentence =
                "Projects: another client moved 4 messages to Archive that you moved here. They are now in Archive."
            #expect(told == [sentence], "\(server.name)")
        }
    }

    @Test(
        "A message that another client marks as deleted is not marked where it is moved here",
        arguments: ["Archive", "Trash"], [false, true])
    func marked(_ target: String, isKnown: Bool) async throws {
        for server in ModelServerKind.all {
            let home = try HomeWithModelServer(server.profile)
            #expect(try await home.settle() == [], "\(server.name)")
            try await home.mark("m3", .add, .deleted)
            if isKnown { #expect(try await home.settle() == [], "\(server.name)") }
            try home.moveHere("m3", to: target)
            #expect(try await home.settle() == [], "\(server.name)")

            let found = home.there[target]?.first { $0.subject == "m3" }
            #expect(found?.letters.contains("T") == false, "\(server.name): \(found?.letters ?? "gone")")
            #expect(home.here == home.there, "\(server.name)")
        }
    }

    @Test(
        "A mark that a file was moved with is kept only if it was set here",
        arguments: ["Archive", "Trash"], [false, true])
    func movedWithMark(_ target: String, isFromServer: Bool) async throws {
        for server in ModelServerKind.all {
            let home = try HomeWithModelServer(server.profile)
            #expect(try await home.settle() == [], "\(server.name)")
            if isFromServer {
                try await home.mark("m3", .add, .deleted)
                #expect(try await home.settle() == [], "\(server.name)")
            }
            try home.moveHere("m3", to: target, as: "ST")
            let begin = home.model.log.count
            #expect(try await home.settle() == [], "\(server.name)")

            let found = home.there[target]?.first { $0.subject == "m3" }
            #expect(found?.letters.contains("T") == !isFromServer, "\(server.name): \(found?.letters ?? "gone")")
            #expect(home.here == home.there, "\(server.name)")
            var selected = ""
            for line in home.model.log.dropFirst(begin).map(\.line) {
                if line.hasPrefix("SELECT ") { selected = line }
                let isMarkThere = selected.hasSuffix(target) && line.contains("+FLAGS") && line.contains("Deleted")
                #expect(!isFromServer || !isMarkThere, "\(server.name): \(line)")
            }
        }
    }

    @Test("A file that the server does not have loses a mark", arguments: ["m3", "new"])
    func newFileWithMark(_ subject: String) async throws {
        for server in ModelServerKind.all {
            let home = try HomeWithModelServer(server.profile)
            #expect(try await home.settle() == [], "\(server.name)")
            if subject == "m3" {
                try await home.mark("m3", .add, .deleted)
                #expect(try await home.settle() == [], "\(server.name)")
                home.model.expunge(UIDSet(try home.uid("m3")), in: "INBOX")
            } else {
                try home.addHere(subject)
            }
            try home.moveHere(subject, to: "Projects", as: "ST")
            #expect(try await home.settle() == [], "\(server.name)")

            #expect(home.here == home.there, "\(server.name)")
            let found = home.there["Projects"]?.first { $0.subject == subject }
            #expect(found?.letters.contains("T") != true, "\(server.name)")
            #expect(
                !home.model.log.contains {
                    $0.effects.contains { effect in
                        if case .flags(let name, _, let added, _) = effect, "\(name)".hasSuffix("Projects") {
                            added.contains(.deleted)
                        } else {
                            false
                        }
                    }
                }, "\(server.name)")
        }
    }

    @Test func `A move that was cut off after its mark does not leave the mark where another home moves the message`()
        async throws
    {
        let (whole, _) = try await Self.homes(.bare)
        try whole.moveHere("m3", to: "Projects")
        let begin = whole.model.log.count
        _ = try await whole.sync()
        let number = try #require(whole.model.log.dropFirst(begin).firstIndex { $0.line.contains("Deleted") }) - begin

        let (first, second) = try await Self.homes(.bare)
        try first.moveHere("m3", to: "Projects")
        try second.moveHere("m3", to: "Archive")
        #expect(try await first.sync(.lostAnswer(number), confirming: false).failure != nil)
        #expect(first.there["INBOX"]?.contains { $0.letters.contains("T") } == true)
        #expect(try await second.settle() == [])
        #expect(try await first.settle() == [])
        #expect(try await second.settle() == [])

        let found = second.there.values.joined().filter { $0.subject == "m3" }
        #expect(!found.isEmpty && found.allSatisfy { !$0.letters.contains("T") }, "\(second.there)")
        #expect(second.here == second.there && first.here == first.there)
    }

    @Test func `A message that is moved here and deleted by another home stays where it was moved`() async throws {
        for server in ModelServerKind.all {
            let (first, second) = try await Self.homes(server.profile)
            first.model.expunge(UIDSet(try first.uid("m3")), in: "INBOX")
            try second.moveHere("m3", to: "Projects")
            first.deliver("other")
            #expect(try await first.settle() == [], "\(server.name)")

            #expect(try await second.sync(of: "INBOX").notices == [], "\(server.name)")
            #expect(try await second.settle() == [], "\(server.name)")

            #expect(Self.places(of: "m3", second.there) == ["Projects"], "\(server.name)")
            #expect(second.here == second.there, "\(server.name)")
        }
    }
}
