import Database
import Disk
import Foundation
import MailIndex
import MailIndexing
import MailTestSupport
import Testing

@Suite("Damaged indexes", .holds("PD5"))
struct IndexDamageTests {
    private static func account() throws -> AccountFixture {
        let account = try AccountFixture()
        for number in 0..<60 {
            let references = number % 3 == 0 ? [] : ["\(number - 1)@x"]
            try account.write(
                "\(number % 2 == 0 ? "INBOX" : "Archive")/cur/17602753\(10 + number).m\(number):2,S",
                letter("Subject \(number)", id: "\(number)@x", references: references, text: "word\(number) and others")
            )
        }
        try account.refresh()
        return account
    }

    private static func file(_ account: AccountFixture) throws -> URL {
        let names = try account.index.names().map { String(decoding: $0, as: UTF8.self) }
        let name = try #require(names.last { $0.hasSuffix(".sqlite") })
        return account.path.appending(path: "index").appending(path: name)
    }

    /// Returns the listing after a refresh without changes in the mail.
    private static func recovered(_ account: AccountFixture) throws -> [String] {
        try account.refresh()
        do {
            return try listing(account.open())
        } catch let error as IndexDatabaseError {
            guard case .damaged = error else { throw error }
            // Damage found only on reading: the index must be discarded and rebuilt.
            try account.location().discard()
            try account.refresh()
            return try listing(account.open())
        }
    }

    @Test("After changes of any bytes, all mail is listed as before")
    func flips() throws {
        var random = SeededGenerator.fresh
        let account = try Self.account()
        let expected = try listing(account.open())
        for round in 0..<120 {
            let file = try Self.file(account)
            var content = try Data(contentsOf: file)
            let pages = content.count / 16384
            let page = round < pages ? round : Int.random(in: 0..<pages, using: &random)
            for _ in 0..<(round % 3 == 0 ? 200 : 1) {
                let place = page * 16384 + Int.random(in: 0..<16384, using: &random)
                content[place] ^= UInt8.random(in: 1...255, using: &random)
            }
            try content.write(to: file)
            let found = try Self.recovered(account)
            #expect(Self.withoutThreads(found) == Self.withoutThreads(expected), "seed \(random.seed), round \(round)")
        }
    }

    /// Drops the conversation of each message, which has no checksum.
    private static func withoutThreads(_ listing: [String]) -> [String] {
        listing.map { String($0.prefix { $0 != "[" }.dropLast(18)) }
    }

    @Test(
        "Rebuilds an index that is invalid, truncated, empty, of another version, or missing",
        arguments: ["no index", "cut short", "empty", "another version", "gone"])
    func replaced(_ fault: String) throws {
        let account = try Self.account()
        let expected = try listing(account.open())
        let file = try Self.file(account)
        let content = try Data(contentsOf: file)
        switch fault {
        case "no index": try Data("Dear Kim, this is a letter.".utf8).write(to: file)
        case "cut short": try content.prefix(content.count / 2).write(to: file)
        case "empty": try Data().write(to: file)
        case "another version":
            // user_version is at offset 60, in big-endian order.
            var other = content
            other[63] = 99
            try other.write(to: file)
        default: try FileManager.default.removeItem(at: file)
        }
        #expect(try account.refresh().isRebuilt)
        #expect(try listing(account.open()) == expected)
    }
}
