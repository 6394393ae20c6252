import MailTestSupport
import MailTypes
import Testing

@Suite("UID sets", .holds("PX6"))
struct UIDSetTests {
    private static func set(_ text: String) -> UIDSet? { UIDSet(Array(text.utf8).span) }

    @Test(
        "Parses sets and writes them in canonical form",
        arguments: [
            ("one", "7", "7"), ("a range", "1:3", "1:3"), ("the wrong way round", "9:5", "5:9"),
            ("in any order", "5,1:2,3", "1:3,5"), ("neighbours", "1,2,3", "1:3"), ("overlapping", "1:5,3:9", "1:9"),
            ("the largest", "4294967295", "4294967295"), ("all", "1:4294967295", "1:4294967295"),
            ("repeated", "4,4,4", "4"), ("zeros in front", "0004", "4"),
        ])
    func form(_ row: String, _ text: String, _ form: String) {
        #expect(Self.set(text)?.description == form, "\(row)")
    }

    @Test(
        "Rejects invalid sets",
        arguments: [
            ("empty", ""), ("zero", "0"), ("a star", "1:*"), ("a comma at the end", "1,2,"), ("two commas", "1,,2"),
            ("half a range", "1:"), ("33 bits", "4294967296"), ("64 bits", "18446744073709551617"), ("a sign", "-1"),
            ("a letter", "1a"), ("a space", "1 2"), ("two colons", "1:2:3"),
        ])
    func refused(_ row: String, _ text: String) {
        #expect(Self.set(text) == nil, "\(row)")
    }

    @Test("Rejects a set with more ranges than the limit")
    func bounded() {
        let octets = Array("1,3,5,7".utf8)
        #expect(UIDSet(octets.span, maximumRanges: 3) == nil)
        #expect(UIDSet(octets.span, maximumRanges: 4)?.count == 4)
    }

    @Test("Set operations agree with those of Swift sets")
    func property() {
        var generator = SeededGenerator.fresh
        for _ in 0..<500 {
            let one = Self.random(&generator)
            let two = Self.random(&generator)
            let sets = (UIDSet(one), UIDSet(two))
            let note = "seed \(generator.seed): \(one), \(two)"
            #expect(Array(sets.0.uids) == one.sorted(), "\(note)")
            #expect(sets.0.count == one.count, "\(note)")
            #expect(Array(sets.0.union(sets.1).uids) == one.union(two).sorted(), "\(note)")
            #expect(Array(sets.0.intersection(sets.1).uids) == one.intersection(two).sorted(), "\(note)")
            #expect(Array(sets.0.subtracting(sets.1).uids) == one.subtracting(two).sorted(), "\(note)")
            #expect(UIDSet(one.shuffled(using: &generator)) == sets.0, "\(note)")
            for uid in (1...40).compactMap({ UID(rawValue: $0) }) {
                #expect(sets.0.contains(uid) == one.contains(uid), "\(note)")
            }
            var inserted = UIDSet()
            for uid in one.shuffled(using: &generator) { inserted.insert(uid) }
            #expect(inserted == sets.0, "\(note)")
            if !one.isEmpty { #expect(UIDSet(sets.0.wireForm.span) == sets.0, "\(note)") }
        }
    }

    @Test("Pieces are short and together equal the set")
    func pieces() {
        var generator = SeededGenerator.fresh
        let uids = Set(
            (0..<3000).compactMap { _ in UID(rawValue: UInt32.random(in: 1...9_000_000, using: &generator)) })
        let set = UIDSet(uids)
        let pieces = set.pieces(ofAtMost: 1000)
        #expect(pieces.allSatisfy { $0.wireForm.count <= 1000 && !$0.isEmpty }, "seed \(generator.seed)")
        #expect(pieces.reduce(UIDSet()) { $0.union($1) } == set, "seed \(generator.seed)")
        #expect(pieces.reduce(0) { $0 + $1.count } == set.count, "seed \(generator.seed)")
        #expect(UIDSet().pieces(ofAtMost: 1000).isEmpty)
    }

    @Test("Pieces have at most the given number of messages and together equal the set")
    func piecesOfMessages() {
        var generator = SeededGenerator.fresh
        for _ in 0..<200 {
            let set = UIDSet(Self.random(&generator))
            let count = Int.random(in: 1...8, using: &generator)
            let pieces = set.pieces(ofMessages: count)
            #expect(pieces.dropLast().allSatisfy { $0.count == count }, "seed \(generator.seed)")
            #expect(pieces.allSatisfy { (1...count).contains($0.count) }, "seed \(generator.seed)")
            #expect(pieces.reduce(UIDSet()) { $0.union($1) } == set, "seed \(generator.seed)")
            #expect(pieces.reduce(0) { $0 + $1.count } == set.count, "seed \(generator.seed)")
        }
        #expect(UIDSet(UID.last).pieces(ofMessages: 5) == [UIDSet(UID.last)])
    }

    private static func random(_ generator: inout SeededGenerator) -> Set<UID> {
        Set(
            (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in
                UID(rawValue: UInt32.random(in: 1...40, using: &generator))
            })
    }
}
