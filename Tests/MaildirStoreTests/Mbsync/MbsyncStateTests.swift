import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@Suite("mbsync's record of a mailbox", .holds("K02", "PY7"))
struct MbsyncStateTests {
    private static let record = """
        FarUidValidity 1795610236
        NearUidValidity 1795610234
        MaxPulledUid 4
        MaxPushedUid 2
        MaxExpiredFarUid 3

        1 1\u{20}
        3 0 ~S
        4 2 FS
        9 0 ^

        """

    @Test("A record is written back as it was read, and lines that petrel does not use are kept")
    func unchanged() throws {
        let state = try #require(MbsyncState(Array(Self.record.utf8)))
        #expect(state.farValidity == 1_795_610_236 && state.nearValidity == 1_795_610_234)
        #expect(state.pairs.map(\.near) == [1, 2] && state.pairs.map(\.flags) == [[], [.flagged, .seen]])
        let lines = String(decoding: state.octets, as: UTF8.self).split(separator: "\n")
        #expect(Set(lines) == Set(Self.record.split(separator: "\n")))
        #expect(MbsyncState(state.octets) == state)
    }

    @Test("A message that mbsync removed here because of its age is left out; one that it skipped is not")
    func leftOut() throws {
        let state = try #require(MbsyncState(Array(Self.record.utf8)))
        // Of message 2, the record has only that messages up to 3 were removed.
        #expect(state.leftOut.uids.map(\.rawValue) == [2, 3] && !state.hasPlaceholders)
    }

    @Test("A recorded message replaces every line that has one of its numbers")
    func recorded() throws {
        var state = try #require(MbsyncState(Array(Self.record.utf8)))
        let nine = try #require(UID(rawValue: 9))
        state.record([MbsyncState.Pair(far: nine, near: 2, flags: [.seen])])
        let lines = String(decoding: state.octets, as: UTF8.self).split(separator: "\n").dropFirst(5)
        #expect(lines == ["1 1 ", "9 2 S", "3 0 ~S"])
    }

    @Test(
        "What is no complete record is rejected",
        arguments: [
            ("empty", ""),
            ("without an end of the header", "FarUidValidity 1\nNearUidValidity 1\n"),
            ("without a UIDVALIDITY", "FarUidValidity 1\nMaxPulledUid 1\n\n"),
            ("a word instead of a number", "FarUidValidity 1\nNearUidValidity x\n\n"),
            ("a line without numbers", "FarUidValidity 1\nNearUidValidity 1\n\nabc\n"),
            ("a number that is too large", "FarUidValidity 1\nNearUidValidity 1\n\n4294967296 1 \n"),
            ("cut off", "FarUidValidity 1\nNearUidValidity 1\n\n12 1"),
        ])
    func rejected(_ row: String, _ content: String) {
        #expect(MbsyncState(Array(content.utf8)) == nil, "\(row)")
    }
}
