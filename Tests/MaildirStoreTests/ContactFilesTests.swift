import Contacts
import Disk
import JSONText
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Contacts on disk", .holds("K01", "A02", "A03", "PD2", "PD5", "PD6"))
struct ContactFilesTests {
    private func state(_ disk: MemoryFileSystem) throws -> Directory {
        try Directory.open(Path("/"), on: disk).makingDirectory(Array("state".utf8))
    }

    private func message(_ number: Int64, _ addresses: String...) -> ContactFiles.Sighting {
        message(number, addresses)
    }

    private func message(_ number: Int64, _ addresses: [String]) -> ContactFiles.Sighting {
        ContactFiles.Sighting(
            content: number, date: Instant(seconds: 1_000_000 + number),
            sightings: addresses.map { ContactOccurrence(address: EmailAddress($0), name: "Name of \($0.prefix(3))") })
    }

    private func frequencies(_ disk: MemoryFileSystem) throws -> [String: Int] {
        let contacts = try ContactFiles(in: state(disk)).book().contacts
        return Dictionary(uniqueKeysWithValues: contacts.map { ($0.address.text, $0.frequency) })
    }

    @Test("Reads back counts, names and dates")
    func roundTrip() throws {
        let disk = MemoryFileSystem()
        let directory = try ContactFiles(in: state(disk))
        let progress = ContactProgress(index: 7, content: 2)
        try directory.count(
            [message(1, "ana@example.org", "ben@example.org"), message(2, "ana@example.org")], upTo: progress)
        let book = try directory.book()
        #expect(try directory.progress() == progress)
        let ana = try #require(book[EmailAddress("ana@example.org")])
        #expect(ana.frequency == 2)
        #expect(ana.name == "Name of ana")
        #expect(ana.lastSeen == Instant(seconds: 1_000_002))
        #expect(book.count == 2)
    }

    @Test("Counts a message once, also when a new index recounts all messages")
    func again() throws {
        let disk = MemoryFileSystem()
        let directory = try ContactFiles(in: state(disk))
        let messages = [message(1, "ana@example.org"), message(2, "ana@example.org", "ben@example.org")]
        try directory.count(messages, upTo: ContactProgress(index: 7, content: 2))
        try directory.count(messages, upTo: ContactProgress(index: 7, content: 2))
        #expect(try frequencies(disk) == ["ana@example.org": 2, "ben@example.org": 1])
        var recounted = AccountContacts()
        for sighting in [message(1, "ana@example.org"), message(2, "ben@example.org")].flatMap(\.sightings) {
            recounted.record(sighting, at: Instant(seconds: 5))
        }
        for _ in 0..<2 {
            try directory.recount(recounted, upTo: ContactProgress(index: 8, content: 2))
            #expect(try frequencies(disk) == ["ana@example.org": 2, "ben@example.org": 1])
        }
        try directory.count([message(3, "ben@example.org")], upTo: ContactProgress(index: 8, content: 3))
        #expect(try frequencies(disk) == ["ana@example.org": 2, "ben@example.org": 2])
    }

    @Test("Beyond the capacity, a new contact replaces the least recently seen")
    func capacity() throws {
        let disk = MemoryFileSystem()
        let directory = try ContactFiles(in: state(disk))
        var book = AccountContacts()
        for number in 1...AccountContacts.capacity - 1 {
            let sighting = ContactOccurrence(address: EmailAddress("p\(number)@example.org"), name: nil)
            book.record(sighting, at: Instant(seconds: Int64(number)))
        }
        try directory.recount(book, upTo: ContactProgress(index: 7, content: 1))
        for (content, name) in [(2, "ana"), (3, "ben"), (4, "ana")] {
            try directory.count(
                [message(Int64(content), "\(name)@example.org")],
                upTo: ContactProgress(index: 7, content: Int64(content)))
        }
        // More addresses than are kept in the recent counts, so they are written to their shards.
        let many = (5000...5000 + RecentContactOccurrences.mostRecent).map { "p\($0)@example.org" }
        try directory.count([message(5, many)], upTo: ContactProgress(index: 7, content: 5))
        let found = try frequencies(disk)
        #expect(found.count == AccountContacts.capacity)
        #expect(found["p1@example.org"] == nil && found["p2@example.org"] == 1)
        #expect(found["ana@example.org"] == 2 && found["ben@example.org"] == 1)
    }

    @Test(
        "A power loss during a write loses no contact, and repeating it counts nothing twice",
        arguments: [100, 2])
    func everyState(mostRecent: Int) throws {
        let generator = SeededGenerator.fresh
        let people = (0..<12).map { "p\($0)@example.org" }
        let first = ContactFiles.Sighting(
            content: 1, date: Instant(seconds: 1),
            sightings: people.map { ContactOccurrence(address: EmailAddress($0), name: nil) })
        let second = ContactFiles.Sighting(
            content: 2, date: Instant(seconds: 2),
            sightings: (people + ["new@example.org"]).map { ContactOccurrence(address: EmailAddress($0), name: nil) })
        let disk = MemoryFileSystem()
        try ContactFiles(in: state(disk), mostRecent: mostRecent).count(
            [first], upTo: ContactProgress(index: 7, content: 1))
        var count = 0
        for order in CrashOrder.allCases {
            let states = try disk.crashStates(order, limit: crashLimit * 2, using: generator) { disk in
                try ContactFiles(in: state(disk), mostRecent: mostRecent).count(
                    [second], upTo: ContactProgress(index: 7, content: 2))
            }
            for state in states {
                count += 1
                let found = try frequencies(state.disk)
                let isWhole = people.allSatisfy { found[$0] == 1 || found[$0] == 2 }
                #expect(isWhole, "seed \(generator.seed), \(order): \(state): \(found)")
                let directory = try ContactFiles(in: self.state(state.disk), mostRecent: mostRecent)
                let missing = try directory.progress()?.content == 2 ? [] : [second]
                try directory.count(missing, upTo: ContactProgress(index: 7, content: 2))
                let again = try frequencies(state.disk)
                let isExact = people.allSatisfy { again[$0] == 2 } && again["new@example.org"] == 1
                #expect(isExact, "seed \(generator.seed), \(order): \(state): \(again)")
            }
            // Start the next order from the same state.
            try Self.reset(disk, to: first, in: state(disk))
        }
        report(count, "contacts")
    }

    private static func reset(
        _ disk: MemoryFileSystem, to first: ContactFiles.Sighting, in state: Directory
    ) throws {
        try state.removeTree(Array("contacts".utf8))
        try ContactFiles(in: state).count([first], upTo: ContactProgress(index: 7, content: 1))
    }

    @Test("A damaged file loses only its own contacts until they are recounted")
    func damaged() throws {
        let disk = MemoryFileSystem()
        let directory = try ContactFiles(in: state(disk))
        try directory.count(
            [message(1, "ana@example.org", "ben@example.org")], upTo: ContactProgress(index: 7, content: 1))
        let name = String(
            decoding: ContactShard.filename(ContactShard.number(EmailAddress("ana@example.org"))), as: UTF8.self)
        disk.plant(.file, at: Path("/state/contacts/cur/\(name)"), Array("{\"version\":1".utf8))
        #expect(try frequencies(disk) == ["ben@example.org": 1])
        #expect(try directory.damage(repairing: true, in: state(disk)).count == 1)
        #expect(try directory.progress() == nil)
        try directory.count(
            [message(1, "ana@example.org", "ben@example.org")], upTo: ContactProgress(index: 7, content: 1))
        #expect(try frequencies(disk) == ["ana@example.org": 1, "ben@example.org": 1])
    }

    @Test("A few messages change one file, many their shards, and a forgotten contact is in none")
    func recent() throws {
        let disk = MemoryFileSystem()
        let directory = try ContactFiles(in: state(disk))
        try directory.count([message(1, "ana@example.org")], upTo: ContactProgress(index: 7, content: 1))
        func files() -> [Path: [UInt8]] { disk.files.filter { $0.key.bytes.starts(with: "/state/contacts/cur/".utf8) } }
        let before = files()
        try directory.count(
            [message(2, "ana@example.org", "ben@example.org"), message(3, "chi@example.org")],
            upTo: ContactProgress(index: 7, content: 3))
        let changed = files().filter { before[$0.key] != $0.value }
        #expect(changed.keys.map(\.description) == ["/state/contacts/cur/counted.json"])
        #expect(try frequencies(disk) == ["ana@example.org": 2, "ben@example.org": 1, "chi@example.org": 1])
        try directory.forget(EmailAddress("chi@example.org"))
        let names = files().values.filter { String(decoding: $0, as: UTF8.self).contains("Name of chi") }
        #expect(names.isEmpty)
        #expect(try directory.book()[EmailAddress("chi@example.org")]?.isForgotten == true)
        let many = (0...RecentContactOccurrences.mostRecent).map { "p\($0)@example.org" }
        try directory.count([message(4, many + ["ben@example.org"])], upTo: ContactProgress(index: 7, content: 4))
        let tally = try #require(files()[Path("/state/contacts/cur/counted.json")])
        #expect(RecentContactOccurrences(reading: tally)?.recent.isEmpty == true)
        let found = try frequencies(disk)
        #expect(found["ana@example.org"] == 2 && found["ben@example.org"] == 2 && found["chi@example.org"] == 0)
        #expect(found.count == many.count + 3)
    }

    @Test("Forgetting a contact keeps others of the same shard that are not written yet")
    func forgottenBeside() throws {
        let disk = MemoryFileSystem()
        let directory = try ContactFiles(in: state(disk))
        try directory.count([message(1, "ana@example.org")], upTo: ContactProgress(index: 7, content: 1))
        let number = ContactShard.number(EmailAddress("ana@example.org"))
        let others = (0...).lazy.map { "p\($0)@example.org" }.filter { ContactShard.number(EmailAddress($0)) != number }
        let first = try #require(others.first { _ in true })
        let place = ContactShard.number(EmailAddress(first))
        let beside = try #require(others.dropFirst().first { ContactShard.number(EmailAddress($0)) == place })
        try directory.count([message(2, first, beside)], upTo: ContactProgress(index: 7, content: 2))
        try directory.forget(EmailAddress(first))
        #expect(try frequencies(disk)[beside] == 1)
    }

    @Test("Unknown members survive, and a forgotten contact stays forgotten")
    func unknownMembers() throws {
        let disk = MemoryFileSystem()
        let directory = try ContactFiles(in: state(disk))
        try directory.count([message(1, "ana@example.org")], upTo: ContactProgress(index: 7, content: 1))
        let place = Path(
            "/state/contacts/cur/"
                + String(
                    decoding: ContactShard.filename(ContactShard.number(EmailAddress("ana@example.org"))), as: UTF8.self
                ))
        let file = String(decoding: try #require(disk.files[place]), as: UTF8.self)
        let changed = file.replacing("\"forgotten\":false", with: "\"forgotten\":false,\"keys\":[1e400]")
        let value = try #require(try JSONReader.value(of: Array(changed.utf8)).object)
        disk.plant(.file, at: place, ChecksummedJSON.octets(of: value))
        try directory.count([message(2, "ANA@example.org")], upTo: ContactProgress(index: 7, content: 2))
        let many = (0...RecentContactOccurrences.mostRecent).map { "p\($0)@example.org" }
        try directory.count([message(3, many)], upTo: ContactProgress(index: 7, content: 3))
        #expect(try frequencies(disk)["ANA@example.org"] == 2)
        #expect(String(decoding: try #require(disk.files[place]), as: UTF8.self).contains("\"keys\":[1e400]"))
        try directory.forget(EmailAddress("ana@example.org"))
        try directory.count([message(4, "ana@example.org")], upTo: ContactProgress(index: 7, content: 4))
        #expect(try directory.book()[EmailAddress("ana@example.org")]?.isForgotten == true)
    }

    @Test("The fast reader and the general reader agree")
    func readers() throws {
        var generator = SeededGenerator.fresh
        for _ in 0..<300 {
            var shard = ContactShard()
            shard.progress = ContactProgress(
                index: .random(in: 0...UInt64.max, using: &generator),
                content: .random(in: 0...1 << 40, using: &generator))
            for number in 0..<Int.random(in: 0...5, using: &generator) {
                let names = ["Ana", "Zoë \u{1F600}", "a \"b\" \\ c", "tab\tbed", "", "\u{85}"]
                let hasName = Bool.random(using: &generator)
                shard.contacts.append(
                    Contact(
                        address: EmailAddress("p\(number)@example.org"),
                        name: hasName ? names.randomElement(using: &generator) : nil,
                        lastSeen: Instant(seconds: .random(in: -10_000...1 << 33, using: &generator)),
                        frequency: .random(in: 0...1000, using: &generator), isForgotten: Bool.random(using: &generator)
                    ))
            }
            let file = shard.octets(keeping: nil)
            let read = try #require(ContactShard(reading: file))
            #expect(Set(read.contacts) == Set(shard.contacts), "seed \(generator.seed)")
            #expect(read.progress == shard.progress, "seed \(generator.seed)")
            if let fast = ContactFileReader.shard(file) {
                #expect(Set(fast.contacts) == Set(shard.contacts), "seed \(generator.seed)")
            }
        }
    }
}
