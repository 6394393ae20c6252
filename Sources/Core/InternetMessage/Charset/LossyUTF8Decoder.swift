/// Passes valid UTF-8 through and replaces each maximal invalid subpart by U+FFFD [Unicode 15, §3.9].
///
/// Works in chunks: a sequence cut by the end of a chunk is completed by the next one.
struct LossyUTF8Decoder {
    /// The start of an incomplete sequence: at most three bytes.
    private var held: [UInt8] = []

    static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Returns whether all of `range` is well-formed UTF-8.
    static func isValid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var validator = UTF8Validator()
        validator.update(bytes.extracting(range))
        return validator.finish()
    }

    mutating func decode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        var index = 0
        if !held.isEmpty { index = complete(input, isLast: isLast, into: &output) }
        while index < input.count {
            let ascii = ByteScan.firstNonASCII(in: input, index..<input.count)
            var end = ascii
            scan: while end < input.count {
                switch Self.step(input, end) {
                case .valid(let length): end += length
                case .cut where !isLast, .invalid, .cut: break scan
                }
            }
            output.append(input.extracting(index..<end))
            index = end
            guard index < input.count else { return }
            switch Self.step(input, index) {
            case .valid:
                break
            case .invalid(let length):
                output.append(contentsOf: Self.replacement)
                index += length
            case .cut:
                if isLast {
                    output.append(contentsOf: Self.replacement)
                } else {
                    for offset in index..<input.count { held.append(input[offset]) }
                }
                return
            }
        }
        if isLast, !held.isEmpty {
            output.append(contentsOf: Self.replacement)
            held = []
        }
    }

    /// Joins the held bytes with the first bytes of `input`. Returns how many of those were used.
    private mutating func complete(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) -> Int {
        var used = 0
        while true {
            switch Self.step(held.span, 0) {
            case .valid:
                output.append(contentsOf: held)
                held = []
                return used
            case .invalid(let length):
                // The invalid byte was the last one taken. It is read again, unless it is the only byte.
                output.append(contentsOf: Self.replacement)
                let unread = held.count - length
                held = []
                return used - unread
            case .cut:
                guard used < input.count else {
                    if isLast {
                        output.append(contentsOf: Self.replacement)
                        held = []
                    }
                    return used
                }
                held.append(input[used])
                used += 1
            }
        }
    }

    enum Step {
        case valid(Int)
        /// The length of the maximal invalid subpart.
        case invalid(Int)
        /// Well-formed so far, but incomplete.
        case cut
    }

    /// Classifies the sequence at `index` by table 3-7 of the Unicode standard.
    @inline(__always)
    static func step(_ bytes: Span<UInt8>, _ index: Int) -> Step {
        let lead = bytes[index]
        if lead < 0x80 { return .valid(1) }
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF4: (length, high) = (4, 0x8F)
        case 0xF1...0xF3: length = 4
        default: return .invalid(1)
        }
        guard index &+ 1 < bytes.count else { return .cut }
        guard bytes[index &+ 1] >= low, bytes[index &+ 1] <= high else { return .invalid(1) }
        var offset = 2
        while offset < length {
            guard index &+ offset < bytes.count else { return .cut }
            guard bytes[index &+ offset] & 0xC0 == 0x80 else { return .invalid(offset) }
            offset &+= 1
        }
        return .valid(length)
    }
}
