/// Parameters in the order of first appearance, with decoded values [RFC 2231].
public struct ParameterList: Sendable {
    public private(set) var entries: [(name: String, value: String)] = []

    public init() {}

    /// The value of a parameter; `name` must be in lower case.
    public subscript(name: String) -> String? {
        entries.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    init(_ parameters: ParameterParser, _ bytes: [UInt8]) {
        var parameters = parameters
        var collected: [Collected] = []
        var places: [[UInt8]: Int] = [:]
        while let parameter = parameters.next() {
            let name = SegmentName(bytes[parameter.name])
            if collected.isEmpty || places[name.base] == nil {
                places[name.base] = collected.count
                collected.append(Collected(base: name.base))
            }
            collected[places[name.base] ?? 0].add(name, parameter.value)
        }
        entries = collected.map { (String(decoding: $0.base, as: UTF8.self), $0.text) }
    }

    /// The value of one parameter, in all forms in which it is given.
    private struct Collected {
        let base: [UInt8]
        private var plain: [UInt8]?
        private var extended: [UInt8]?
        private var segments: [(number: Int, isExtended: Bool, value: [UInt8])] = []

        init(base: [UInt8]) {
            self.base = base
        }

        mutating func add(_ name: SegmentName, _ value: [UInt8]) {
            if let number = name.number {
                segments.append((number, name.isExtended, value))
            } else if name.isExtended {
                extended = extended ?? value
            } else {
                plain = plain ?? value
            }
        }

        /// The extended forms carry more than the plain form beside them, which is for old readers.
        var text: String {
            if let extended { return Self.decode([(0, true, extended)]) }
            if !segments.isEmpty {
                return Self.decode(segments.sorted { $0.number < $1.number })
            }
            return HeaderText.string(raw: plain ?? [])
        }

        /// Joins `charset'language'text` and its continuations. The bytes are decoded after joining.
        private static func decode(_ segments: [(number: Int, isExtended: Bool, value: [UInt8])]) -> String {
            var octets: [UInt8] = []
            var label: [UInt8]?
            var isEncodedWord = true
            for (position, segment) in segments.enumerated() {
                var value = segment.value[...]
                if segment.isExtended {
                    isEncodedWord = false
                    if position == 0, let first = value.firstIndex(of: ASCII.apostrophe),
                        let second = value[(first + 1)...].firstIndex(of: ASCII.apostrophe)
                    {
                        label = first > value.startIndex ? Array(value[..<first]) : nil
                        value = value[(second + 1)...]
                    }
                    appendPercentDecoded(value, to: &octets)
                } else {
                    octets.append(contentsOf: value)
                }
            }
            if isEncodedWord { return HeaderText.string(raw: octets) }
            var text: [UInt8] = []
            TextDecoding.decode(octets.span, label: label, into: &text)
            return String(decoding: text, as: UTF8.self)
        }

        private static func appendPercentDecoded(_ value: ArraySlice<UInt8>, to octets: inout [UInt8]) {
            var index = value.startIndex
            while index < value.endIndex {
                if value[index] == ASCII.percent, index + 2 < value.endIndex,
                    let high = value[index + 1].hexDigitValue, let low = value[index + 2].hexDigitValue
                {
                    octets.append(high << 4 | low)
                    index += 3
                } else {
                    octets.append(value[index])
                    index += 1
                }
            }
        }
    }

    /// `name`, `name*`, `name*0` or `name*0*` [RFC 2231 §3, §4].
    private struct SegmentName {
        let base: [UInt8]
        var number: Int?
        let isExtended: Bool

        init(_ name: ArraySlice<UInt8>) {
            var rest = name
            if rest.last == ASCII.asterisk, rest.count > 1 {
                isExtended = true
                rest = rest.dropLast()
            } else {
                isExtended = false
            }
            if let star = rest.lastIndex(of: ASCII.asterisk), star > rest.startIndex {
                let digits = rest[(star + 1)...]
                if !digits.isEmpty, digits.count < 9, digits.allSatisfy(\.isDigit) {
                    number = digits.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
                    rest = rest[..<star]
                }
            }
            base = rest.map(\.lowercased)
        }
    }
}
