/// Converts text in a character set to UTF-8, in chunks. Each byte that cannot be decoded becomes U+FFFD.
struct CharsetDecoder {
    private enum State {
        case utf8(LossyUTF8Decoder)
        case table(SingleByteTable)
        /// The output is validated too: glibc produces UTF-8 for numbers that are not characters.
        case iconv(Iconv, Recovery, held: [UInt8], LossyUTF8Decoder)
        case utf7(UTF7Decoder)
        case hz(HZDecoder, Iconv)
        case iso2022JP(ISO2022JPDecoder, Iconv)
    }

    private var state: State

    init(_ charset: Charset) {
        switch charset.coding {
        case .utf8: state = .utf8(LossyUTF8Decoder())
        case .table(let table): state = .table(table)
        case .utf7: state = .utf7(UTF7Decoder())
        // Out of descriptors or memory: text whose ASCII is readable is better than nothing.
        case .hz: state = Iconv(HZDecoder.target).map { .hz(HZDecoder(), $0) } ?? .utf8(LossyUTF8Decoder())
        case .iso2022JP:
            state =
                Iconv(ISO2022JPDecoder.target).map { .iso2022JP(ISO2022JPDecoder(), $0) } ?? .utf8(LossyUTF8Decoder())
        case .iconv(let name):
            state =
                Iconv(name).map { .iconv($0, Recovery(name), held: [], LossyUTF8Decoder()) }
                ?? .utf8(LossyUTF8Decoder())
        }
    }

    mutating func decode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        switch state {
        case .utf8(var repair):
            repair.decode(input, isLast: isLast, into: &output)
            state = .utf8(repair)
        case .table(let table):
            table.decode(input, into: &output)
            state = .table(table)
        case .iconv(let converter, let recovery, var held, var repair):
            var converted: [UInt8] = []
            if held.isEmpty {
                held = Self.convert(converter, recovery, input, isLast: isLast, into: &converted)
            } else {
                held.append(input)
                held = Self.convert(converter, recovery, held.span, isLast: isLast, into: &converted)
            }
            if isLast { converter.finish(into: &converted) }
            repair.decode(converted.span, isLast: isLast, into: &output)
            state = .iconv(converter, recovery, held: held, repair)
        case .utf7(var decoder):
            decoder.decode(input, isLast: isLast, into: &output)
            state = .utf7(decoder)
        case .hz(var decoder, let converter):
            var characters: [UInt8] = []
            decoder.decode(input, isLast: isLast, into: &characters)
            _ = Self.convert(converter, .character, characters.span, isLast: true, into: &output)
            state = .hz(decoder, converter)
        case .iso2022JP(var decoder, let converter):
            var characters: [UInt8] = []
            decoder.decode(input, isLast: isLast, into: &characters)
            _ = Self.convert(converter, .character, characters.span, isLast: true, into: &output)
            state = .iso2022JP(decoder, converter)
        }
    }

    /// What to skip at an undecodable byte.
    private enum Recovery {
        /// A unit of the set, so that a bad unit does not shift those after it.
        case octets(Int)
        /// A character of an EUC, whose length its first byte determines.
        case character

        init(_ name: String) {
            let name = name.utf8
            if name.starts(with: "utf-16".utf8) || name.starts(with: "utf16".utf8) || name.starts(with: "ucs-2".utf8) {
                self = .octets(2)
            } else {
                self = .octets(name.starts(with: "utf-32".utf8) || name.starts(with: "utf32".utf8) ? 4 : 1)
            }
        }

        func length(_ octet: UInt8) -> Int {
            switch (self, octet) {
            case (.octets(let count), _): count
            case (.character, 0x8F): 3
            case (.character, 0x8E), (.character, 0xA1...0xFE): 2
            case (.character, _): 1
            }
        }
    }

    /// Converts a chunk. Returns the bytes of an incomplete character at its end.
    private static func convert(
        _ converter: Iconv, _ recovery: Recovery, _ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]
    ) -> [UInt8] {
        var start = 0
        while start < input.count {
            if case .character = recovery, input[start] == 0xFF {
                output.append(contentsOf: LossyUTF8Decoder.replacement)
                start += 1
                continue
            }
            switch converter.convert(input, from: start, into: &output) {
            case .complete:
                return []
            case .illegal(let index):
                output.append(contentsOf: LossyUTF8Decoder.replacement)
                start = min(index + recovery.length(input[index]), input.count)
            case .incomplete(let index):
                guard isLast || input.count - index > 16 else { return Array(input.extracting(index...)) }
                output.append(contentsOf: LossyUTF8Decoder.replacement)
                start = index + 1
            }
        }
        return []
    }
}
