/// OpenPGP data in the text of a message, without MIME [RFC 9580 §6, §7].
public struct InlineOpenPGP: Sendable {
    public enum Kind: Hashable, Sendable {
        /// A text with its signature below.
        case signed
        case encrypted
    }

    public let kind: Kind
    /// The armored data with its first and last line.
    public let octets: [UInt8]
    /// Whether there is nothing else in the text.
    public let isWholeText: Bool

    /// The most blocks that are looked at in a text.
    public static let mostBlocks = 4

    private static let signedStart = Array("-----BEGIN PGP SIGNED MESSAGE-----".utf8)
    private static let signedEnd = Array("-----END PGP SIGNATURE-----".utf8)
    private static let encryptedStart = Array("-----BEGIN PGP MESSAGE-----".utf8)
    private static let encryptedEnd = Array("-----END PGP MESSAGE-----".utf8)

    /// Finds the blocks in a text. A block begins at the start of a line, so quoted ones are not found, and one without an
    /// end is left out.
    public static func blocks(in text: [UInt8]) -> [InlineOpenPGP] {
        var found: [(kind: Kind, range: Range<Int>)] = []
        var open: (kind: Kind, start: Int)?
        var position = 0
        var outside = 0
        while position < text.count, found.count < mostBlocks {
            let end = text[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
            let line = trimmed(text[position..<end])
            if let block = open {
                let last = block.kind == .signed ? signedEnd : encryptedEnd
                if line.elementsEqual(last) {
                    found.append((block.kind, block.start..<end))
                    open = nil
                }
            } else if line.elementsEqual(signedStart) {
                open = (.signed, position)
            } else if line.elementsEqual(encryptedStart) {
                open = (.encrypted, position)
            } else {
                outside += line.count
            }
            position = end
        }
        let isWhole = found.count == 1 && open == nil && outside == 0 && trimmed(text[position...]).isEmpty
        return found.map { InlineOpenPGP(kind: $0.kind, octets: Array(text[$0.range]), isWholeText: isWhole) }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, last == 0x0A || last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
        return line
    }
}
