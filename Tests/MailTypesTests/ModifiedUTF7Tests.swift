import MailTestSupport
import MailTypes
import Testing

@Suite("Modified UTF-7")
struct ModifiedUTF7Tests {
    @Test(
        "Encodes and decodes names",
        arguments: [
            ("plain", "INBOX", "INBOX"),
            ("an ampersand", "R&-D", "R&D"),
            ("umlaut", "Entw&APw-rfe", "Entwürfe"),
            ("RFC 3501's example", "~peter/mail/&U,BTFw-/&ZeVnLIqe-", "~peter/mail/台北/日本語"),
            ("beyond the basic plane", "&2D3eAA-", "😀"),
            ("empty", "", ""),
        ])
    func names(_ row: String, _ encoded: String, _ name: String) {
        #expect(ModifiedUTF7.encode(Array(name.utf8)) == Array(encoded.utf8), "\(row)")
        #expect(ModifiedUTF7.decode(Array(encoded.utf8)) == Array(name.utf8), "\(row)")
    }

    @Test(
        "Rejects non-canonical encodings",
        arguments: [
            ("a shift that does not end", "a&APw"), ("a bare ampersand", "R&D"), ("ASCII inside a shift", "&AGE-"),
            ("padding bits", "&AP1-"), ("two shifts in a row", "&APw-&APw-"), ("half a surrogate pair", "&2D0-"),
            ("a digit that is none", "&AP_-"), ("8 bits", "é"), ("a control character", "a\u{1}"),
        ])
    func refused(_ row: String, _ encoded: String) {
        #expect(ModifiedUTF7.decode(Array(encoded.utf8)) == nil, "\(row)")
    }

    @Test("Any text round-trips")
    func property() {
        var generator = SeededGenerator.fresh
        for _ in 0..<5000 {
            let scalars = (0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in
                Unicode.Scalar(
                    UInt32.random(in: 0...(Bool.random(using: &generator) ? 0x7F : 0x2FFFF), using: &generator))
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let octets = Array(String(text).utf8)
            #expect(ModifiedUTF7.decode(ModifiedUTF7.encode(octets)) == octets, "seed \(generator.seed): \(octets)")
        }
    }
}
