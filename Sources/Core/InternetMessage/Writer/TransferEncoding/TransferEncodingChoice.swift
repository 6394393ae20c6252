/// Chooses the encoding for a body: none if it can be sent unencoded, otherwise the shorter one.
struct TransferEncodingChoice {
    private var quotedPrintable: QuotedPrintableEncoder
    private var quotedLength = 0
    private var length = 0
    private var lineLength = 0
    private var isSevenBit = true
    private var isASCII = true
    private var validator = UTF8Validator()
    private var lineStart: [UInt8] = []
    private var scratch: [UInt8] = []
    private let isText: Bool
    /// Whether blanks at the end of a line must survive transports that remove them, as in signed text.
    private let keepsTrailingBlanks: Bool
    private var last: UInt8 = 0

    init(isText: Bool, keepsTrailingBlanks: Bool = false) {
        self.isText = isText
        self.keepsTrailingBlanks = keepsTrailingBlanks
        quotedPrintable = QuotedPrintableEncoder(isText: isText)
    }

    mutating func look(at piece: Span<UInt8>, isLast: Bool) {
        scratch.removeAll(keepingCapacity: true)
        quotedPrintable.encode(piece, isLast: isLast, into: &scratch)
        quotedLength += scratch.count
        length += piece.count
        isASCII = isASCII && ByteScan.firstNonASCII(in: piece, 0..<piece.count) == piece.count
        validator.update(piece)
        guard isSevenBit else { return }
        for index in 0..<piece.count { look(at: piece[index]) }
    }

    /// Checks a byte. Lines that transports are known to change are encoded although they are 7-bit: those that begin
    /// with "From " or with "--=_", as the boundaries of this writer do.
    private mutating func look(at octet: UInt8) {
        if octet != ASCII.cr {
            if octet == ASCII.lf, keepsTrailingBlanks, last.isBlank { isSevenBit = false }
            last = octet
        }
        if octet == ASCII.lf {
            lineLength = 0
            lineStart.removeAll(keepingCapacity: true)
            return
        }
        lineLength += 1
        if octet > 0x7E || octet == 0 || lineLength > 990 { isSevenBit = false }
        if octet < ASCII.space, octet != ASCII.tab, octet != ASCII.cr { isSevenBit = false }
        if lineLength <= 5 {
            lineStart.append(octet)
            if lineStart == Array("From ".utf8) || lineStart == Array("--=_".utf8) { isSevenBit = false }
        }
    }

    /// The character set of a text attachment; `nil` if it is not UTF-8, because it could be any.
    var charset: String? {
        isASCII ? "us-ascii" : validator.finish() ? "utf-8" : nil
    }

    var encoding: TransferEncoding {
        if isText, isSevenBit { return .sevenBit }
        let base64Length = (length + 2) / 3 * 4 + (length + 56) / 57 * 2
        return quotedLength <= base64Length ? .quotedPrintable : .base64
    }
}
