import Foundation
import MailTestSupport
import Testing

@Suite("Mail that another program changes all the time", .needs(.python), .holds("K02", "PY7"))
struct ConcurrentMailChangeTests {
    let shared: SharedHome
    private var generator = SeededGenerator.fresh

    private static let mailboxes = ["INBOX", "Archive", "Lists/Swift", "Trash"]
    private static let count = 24

    init() throws {
        shared = try SharedHome(withSample: false)
        for mailbox in Self.mailboxes {
            for place in ["cur", "new", "tmp"] {
                try FileManager.default.createDirectory(
                    at: shared.mail.appending(path: "\(mailbox)/\(place)"), withIntermediateDirectories: true)
            }
        }
        for number in 0..<Self.count {
            let name = number % 3 == 0 ? "new/1791\(number).x" : "cur/1791\(number).x:2,S"
            try shared.add(
                SharedHome.message("Letter \(number)"), as: name, to: number % 4 == 0 ? "Archive" : "INBOX")
        }
    }

    /// The end of a test. `PETREL_INTEROP_SECONDS` sets its duration.
    private var end: Date {
        let seconds = ProcessInfo.processInfo.environment["PETREL_INTEROP_SECONDS"].flatMap { Double($0) }
        return Date(timeIntervalSinceNow: seconds ?? 2)
    }

    @Test("While files are renamed, each listing has every message once")
    mutating func renamed() throws {
        let seed = generator.seed
        let changer = try RandomMailChanger(shared, seed: seed, "fn")
        var counts: [Int: Int] = [:]
        let end = end
        while Date() < end {
            let subjects = try shared.listed("account:local").map(\.subject)
            counts[Set(subjects).count * 1000 + subjects.count, default: 0] += 1
        }
        var contents: [Data: Int] = [:]
        try changer.stop(&contents)
        #expect(Set(counts.keys) == [Self.count * 1001], "seed \(seed): \(counts)")
    }

    @Test("While petrel changes mail as well, no message is lost or duplicated")
    mutating func conserved() throws {
        let seed = generator.seed
        var contents = try shared.contents(of: Self.mailboxes)
        let changer = try RandomMailChanger(shared, seed: seed, "ffnrrmmcd")
        var commands = 0
        let end = end
        while Date() < end {
            let run = try shared.petrel(Self.command(try shared.listed("account:local"), &generator))
            // 1: some of the messages were gone. 66: the only message was gone.
            #expect([0, 1, 66].contains(run.exitCode), "seed \(seed): \(run.exitCode) \(run.errorText)")
            commands += 1
        }
        try changer.stop(&contents)
        #expect(commands > 0)
        let found = try shared.contents(of: Self.mailboxes)
        let names = Self.names(contents).merging(Self.names(found).mapValues { -$0 }) { $0 + $1 }
        #expect(names.filter { $0.value != 0 }.isEmpty, "seed \(seed): more expected than found")
        #expect(try shared.listed("account:local").count == found.values.reduce(0, +), "seed \(seed)")
        try shared.expectOrder("seed \(seed)")
    }

    @Test("A repair keeps a message that has two names for a moment", .holds("PD3"))
    mutating func twoNames() throws {
        let seed = generator.seed
        var contents = try shared.contents(of: Self.mailboxes)
        let changer = try RandomMailChanger(shared, seed: seed, "sf")
        let end = end
        while Date() < end {
            let run = try shared.petrel(["fsck", "--repair"])
            #expect(run.exitCode == 0, "seed \(seed): \(run.text)\(run.errorText)")
        }
        try changer.stop(&contents)
        #expect(try shared.contents(of: Self.mailboxes) == contents, "seed \(seed)")
    }

    private static func command(_ all: [SharedHome.Listed], _ generator: inout SeededGenerator) -> [String] {
        let ids = all.shuffled(using: &generator).prefix(Int.random(in: 1...6, using: &generator)).map(\.id)
        let mailbox = mailboxes[Int.random(in: 0..<mailboxes.count, using: &generator)]
        guard !ids.isEmpty else { return ["list"] }
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return ["flag"] + ids
        case 1: return ["unflag"] + ids
        case 2: return ["read"] + ids
        case 3: return ["fsck", "--repair"]
        case 4: return ["show", ids.first ?? ""]
        case 5: return ["delete", "in:INBOX", "--yes"]
        default: return ["move"] + ids + [mailbox]
        }
    }

    /// The subjects, for a readable report.
    private static func names(_ contents: [Data: Int]) -> [String: Int] {
        var names: [String: Int] = [:]
        for (content, count) in contents {
            let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
            names[String(lines.first { $0.hasPrefix("Subject:") } ?? "?"), default: 0] += count
        }
        return names
    }

    @Test("Drafts that are renamed while they are listed keep their numbers")
    mutating func drafts() throws {
        let seed = generator.seed
        for number in 0..<8 { try shared.petrel("drafts", "import", "-", input: SharedHome.message("Draft \(number)")) }
        let numbers = try shared.drafts().map(\.number)
        let changer = try RandomMailChanger(shared, seed: seed, "fn")
        let end = end
        while Date() < end {
            let found = try shared.drafts().map(\.number)
            #expect(found == numbers, "seed \(seed)")
        }
        var contents: [Data: Int] = [:]
        try changer.stop(&contents)
        try shared.expectOrder("seed \(seed)")
    }

    @Test("Files that vanish during a command do not stop it", .holds("PX6"))
    mutating func vanishing() throws {
        let seed = generator.seed
        let kept = try shared.seen()
        var contents: [Data: Int] = [:]
        let changer = try RandomMailChanger(shared, seed: seed, "v")
        let end = end
        let commands = [
            ["list"], ["search", "letter"], ["drafts"], ["folders"], ["fsck"], ["flag", "in:INBOX", "--yes"],
        ]
        var number = 0
        while Date() < end {
            let run = try shared.petrel(commands[number % commands.count])
            // A command may report that a message which was there for a moment is gone.
            let isReport =
                switch commands[number % commands.count][0] {
                case "fsck": run.exitCode == 1
                case "flag": run.exitCode == 1 && run.errorText.contains("moved or removed by another program")
                default: false
                }
            #expect(
                run.exitCode == 0 || isReport,
                "seed \(seed), \(commands[number % commands.count]): \(run.text)\(run.errorText)")
            number += 1
        }
        try changer.stop(&contents)
        #expect(contents.isEmpty)
        #expect(try shared.seen() == kept, "seed \(seed)")
        try shared.expectOrder("seed \(seed)")
    }
}
