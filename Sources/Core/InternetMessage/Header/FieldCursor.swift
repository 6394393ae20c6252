/// A position in the value of a structured field, with methods that read the lexical tokens of RFC 5322 §3.2, folded or
/// not.
///
/// Never traps and never moves back, so parsing takes linear time.
struct FieldCursor {
    let bytes: [UInt8]
    var index: Int
    let end: Int
    /// Set when a comment has no end. From then on, "(" is an ordinary character, so that an unclosed comment neither
    /// consumes the rest of the field nor is searched for again.
    private var hasUnclosedComment = false

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    var isAtEnd: Bool { index >= end }
    var current: UInt8 { bytes[index] }

    func peek(_ distance: Int) -> UInt8? {
        index + distance < end ? bytes[index + distance] : nil
    }

    mutating func skipWhitespace() {
        while index < end, bytes[index].isWhitespace { index += 1 }
    }

    /// Skips folding white space and comments [RFC 5322 §3.2.2].
    mutating func skipCFWS() {
        while index < end {
            if bytes[index].isWhitespace {
                index += 1
            } else if bytes[index] == ASCII.leftParenthesis, comment() != nil {
                continue
            } else {
                return
            }
        }
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < end, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    mutating func skip(to byte: UInt8) {
        index = ByteScan.first(byte, in: bytes.span, index..<end)
    }

    /// Reads a closed comment, if there is one at the cursor, and returns the range of its content, including nested
    /// comments.
    mutating func comment() -> Range<Int>? {
        guard !hasUnclosedComment, index < end, bytes[index] == ASCII.leftParenthesis else { return nil }
        var depth = 1
        var scan = index + 1
        while scan < end {
            switch bytes[scan] {
            case ASCII.backslash: scan += 1
            case ASCII.leftParenthesis: depth += 1
            case ASCII.rightParenthesis:
                depth -= 1
                if depth == 0 {
                    let content = index + 1..<scan
                    index = scan + 1
                    return content
                }
            default: break
            }
            scan += 1
        }
        hasUnclosedComment = true
        return nil
    }

    /// Reads the content of a quoted-string, unescaped and unfolded [RFC 5322 §3.2.4]. An unclosed one ends with the
    /// field.
    ///
    /// Only `\"` and `\\` are escapes: Windows file names arrive with single backslashes and keep them.
    mutating func quotedString() -> [UInt8]? {
        guard index < end, bytes[index] == ASCII.quote else { return nil }
        var content: [UInt8] = []
        index += 1
        while index < end {
            let byte = bytes[index]
            index += 1
            switch byte {
            case ASCII.quote:
                return content
            case ASCII.backslash where index < end && (bytes[index] == ASCII.quote || bytes[index] == ASCII.backslash):
                content.append(bytes[index])
                index += 1
            case ASCII.cr, ASCII.lf:
                break
            default:
                content.append(byte)
            }
        }
        return content
    }

    /// Reads the longest run of bytes before one for which `isEnd` returns true.
    mutating func run(until isEnd: (UInt8) -> Bool) -> Range<Int> {
        let start = index
        while index < end, !isEnd(bytes[index]) { index += 1 }
        return start..<index
    }
}
