/// Encodes Unicode labels in ASCII [RFC 3492 §6].
enum Punycode {
    private static let base = 36
    private static let least = 1
    private static let most = 26

    /// Encodes a label: its ASCII characters, a hyphen if there are any, then the positions of the other characters.
    /// Returns `nil` if a number overflows, which no valid host name causes.
    static func encode(_ text: some Sequence<Unicode.Scalar>) -> [UInt8]? {
        let letters = Array(text)
        var output = letters.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let plain = output.count
        var handled = plain
        if plain > 0 { output.append(0x2D) }
        var current = 0x80
        var delta = 0
        var bias = 72
        while handled < letters.count {
            guard let next = letters.lazy.map({ Int($0.value) }).filter({ $0 >= current }).min() else { return nil }
            let (step, isTooFar) = (next - current).multipliedReportingOverflow(by: handled + 1)
            guard !isTooFar, delta <= Int(Int32.max) - step else { return nil }
            delta += step
            current = next
            for letter in letters {
                if letter.value < current { delta += 1 }
                guard letter.value == current else { continue }
                write(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == plain)
                delta = 0
                handled += 1
            }
            delta += 1
            current += 1
        }
        return output
    }

    /// Writes a number as a generalized variable-length integer, whose last digit is recognizable.
    private static func write(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = base
        while true {
            let threshold = min(max(place - bias, least), most)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var place = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            place += base
        }
        return place + (base - least + 1) * delta / (delta + 38)
    }
}
