import MailTestSupport
import MailTypes
import MailboxFormats
import Testing

@Suite("Sequences of MH folders")
struct MHSequencesTests {
    @Test("Reads sequences, and ignores what is none")
    func reading() {
        let sequences = MHSequences(
            Array(
                "cur: 7\nunseen: 1 3-5\n 9\nflagged: 2-1 3 x 4-\nreplied: 3\nforwarded: 1\nno colon\n 8\npetrel-a: 2\n"
                    .utf8))
        let letters = (1...9).map { String(decoding: sequences.flags(of: $0).letters, as: UTF8.self) }
        #expect(letters == ["P", "Sa", "FR", "", "", "S", "S", "S", ""])
        #expect(MHSequences.number(ofFile: Array("12".utf8)) == 12)
        for name in ["0", "012", "1a", ",3", "", "9999999999", ".mh_sequences"] {
            #expect(MHSequences.number(ofFile: Array(name.utf8)) == nil, "\(name)")
        }
    }

    @Test("What was written is read back")
    func roundTrip() {
        var generator = SeededGenerator.fresh
        for _ in 0..<200 {
            let flags = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                MaildirFlags(letters: Array("DFPRSTaX".utf8).filter { _ in Bool.random(using: &generator) })
            }
            var written = MHSequences()
            for (index, flags) in flags.enumerated() { written.add(index + 1, flags) }
            let read = MHSequences(written.octets)
            #expect(flags.indices.map { read.flags(of: $0 + 1) } == flags, "seed \(generator.seed)")
        }
    }
}
