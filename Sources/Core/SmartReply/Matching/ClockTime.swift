/// Whether a word of digits can be a time of day.
struct ClockTime {
    /// "12:30" and "3pm" are times; "3" may be anything.
    let isSure: Bool

    /// "seven".
    static let spelled = ClockTime()

    private init() {
        isSure = false
    }

    init?(_ word: String) {
        var digits: [[UInt8]] = [[]]
        var letters: [UInt8] = []
        // "12.30" may be an amount.
        var isSpeltWithPeriod = false
        for octet in word.utf8 {
            switch octet {
            case 0x30...0x39 where letters.isEmpty || letters == [UInt8(ascii: "h")]:
                if letters == [UInt8(ascii: "h")], digits.count == 1 { digits.append([]) }
                digits[digits.count - 1].append(octet)
            case UInt8(ascii: ":"), UInt8(ascii: "."):
                guard letters.isEmpty, digits.count == 1 else {
                    letters.append(octet)
                    continue
                }
                isSpeltWithPeriod = octet == UInt8(ascii: ".")
                digits.append([])
            default: letters.append(octet)
            }
        }
        let numbers = digits.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == digits.count, digits.allSatisfy({ $0.count <= 2 }), numbers[0] < 25,
            numbers.count < 2 || numbers[1] < 60 && digits[1].count == 2
        else { return nil }
        let suffix = String(decoding: letters, as: UTF8.self)
        guard ["", "h", "am", "pm", "a.m", "p.m", "u", "hs"].contains(suffix) else { return nil }
        isSure = numbers.count == 2 && !isSpeltWithPeriod || !suffix.isEmpty
    }
}
