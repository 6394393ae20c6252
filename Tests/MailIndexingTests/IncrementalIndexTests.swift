import Disk
import Foundation
import MailIndex
import MailIndexing
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("Incremental and rebuilt indexes", .holds("Y14"))
struct IncrementalIndexTests {
    private struct World {
        let account: AccountFixture
        var random: SeededGenerator
        /// The existing files, by mailbox, base name and flags.
        var files: [(mailbox: String, base: String, flags: String)] = []
        var count = 0

        static let mailboxes = ["INBOX", "Archive", "Lists/Swift"]

        func path(_ file: (mailbox: String, base: String, flags: String)) -> String {
            file.flags.isEmpty ? "\(file.mailbox)/new/\(file.base)" : "\(file.mailbox)/cur/\(file.base):2,\(file.flags)"
        }

        mutating func step() throws {
            switch files.isEmpty ? 0 : Int.random(in: 0..<10, using: &random) {
            case 0...4: try add()
            case 5, 6: try remove()
            case 7: try flag()
            default: try move()
            }
        }

        /// Uses few message IDs and subjects, so that messages form conversations. Some reference missing messages or
        /// none.
        private mutating func add() throws {
            count += 1
            let own = Int.random(in: 0..<8, using: &random) == 0 ? nil : "\(count)@x"
            let named = (0..<max(0, Int.random(in: -3..<3, using: &random))).map { _ in
                "\(Int.random(in: 1...max(1, count + 3), using: &random))@x"
            }
            let day = Int.random(in: 1...28, using: &random)
            let month = ["Jan", "Feb", "Mar", "Apr", "May"].randomElement(using: &random) ?? "Jan"
            let subject = ["Lunch", "Re: Lunch", "Dinner", "", "Supper"].randomElement(using: &random) ?? ""
            let message = letter(
                subject, id: own, references: named, date: "\(day) \(month) 2026 12:00:00 +0000", text: "Text \(count)")
            let file = (
                mailbox: Self.mailboxes.randomElement(using: &random) ?? "INBOX", base: "17600000\(count).m",
                flags: Bool.random(using: &random) ? "S" : ""
            )
            try account.write(path(file), message)
            files.append(file)
        }

        private mutating func remove() throws {
            let index = Int.random(in: 0..<files.count, using: &random)
            try account.remove(path(files.remove(at: index)))
        }

        private mutating func flag() throws {
            let index = Int.random(in: 0..<files.count, using: &random)
            let former = path(files[index])
            files[index].flags = ["S", "FS", "RS", "DS"].randomElement(using: &random) ?? "S"
            if path(files[index]) != former { try account.move(former, to: path(files[index])) }
        }

        private mutating func move() throws {
            let index = Int.random(in: 0..<files.count, using: &random)
            let former = path(files[index])
            count += 1
            files[index].mailbox = Self.mailboxes.randomElement(using: &random) ?? "INBOX"
            files[index].base = "17600000\(count).m"
            try account.move(former, to: path(files[index]))
        }
    }

    @Test("After random changes, the incremental index equals a rebuilt one", arguments: 0..<6)
    func random(_ number: Int) throws {
        var world = World(account: try AccountFixture(), random: SeededGenerator.fresh)
        world.random = SeededGenerator(seed: world.random.seed &+ UInt64(number))
        let account = world.account
        for round in 0..<25 {
            for _ in 0..<Int.random(in: 1...6, using: &world.random) { try world.step() }
            // Sometimes refresh so early that the next refresh cannot trust the directory times.
            let now = Bool.random(using: &world.random) ? account.later : Instant(seconds: 0)
            try account.refresh(now: now)
            let kept = try listing(account.open())
            let other = try AccountFixture()
            let fresh = IndexLocation(other.index, account: Array("work".utf8))
            _ = try IndexRefresh(MailTree(account.mail), fresh).run(now: account.later)
            let made = try listing(try #require(try MailIndex.open(fresh)))
            try #require(kept == made, "seed \(world.random.seed), round \(round)")
        }
    }
}
