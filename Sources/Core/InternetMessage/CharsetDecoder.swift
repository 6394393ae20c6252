/// Turns chunks of text in some character set into UTF-8. What cannot be read becomes U+FFFD, one for each bad byte.
struct CharsetDecoder {
    private enum State {
        case utf8(UTF8Repair)
        case table(SingleByteTable)
        case iconv(Iconv, held: [UInt8])
        case hz(HZDecoder)
    }

    private var state: State

    init(_ charset: Charset) {
        switch charset.coding {
        case .utf8: state = .utf8(UTF8Repair())
        case .table(let table): state = .table(table)
        case .hz:
            if let converter = Iconv("gb18030") {
                state = .hz(HZDecoder(converter))
            } else {
                state = .utf8(UTF8Repair())
            }
        case .iconv(let name):
            if let converter = Iconv(name) {
                state = .iconv(converter, held: [])
            } else {
                // Out of descriptors or memory: readable where the text is ASCII is better than nothing.
                state = .utf8(UTF8Repair())
            }
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
        case .iconv(let converter, var held):
            if held.isEmpty {
                held = Self.convert(converter, input, isLast: isLast, into: &output)
            } else {
                held.append(input)
                held = Self.convert(converter, held.span, isLast: isLast, into: &output)
            }
            state = .iconv(converter, held: held)
        case .hz(var decoder):
            decoder.decode(input, into: &output)
            if isLast { decoder.finish(into: &output) }
            state = .hz(decoder)
        }
    }

    /// Returns the start of a character that the input cuts.
    private static func convert(
        _ converter: Iconv, _ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]
    ) -> [UInt8] {
        var start = 0
        while start < input.count {
            switch converter.convert(input, from: start, into: &output) {
            case .complete:
                return []
            case .illegal(let index):
                output.append(contentsOf: UTF8Repair.replacement)
                start = index + 1
            case .incomplete(let index):
                guard isLast || input.count - index > 16 else { return Array(input.extracting(index...)) }
                output.append(contentsOf: UTF8Repair.replacement)
                start = index + 1
            }
        }
        return []
    }
}

/// HZ: GB2312 with the high bits off between `~{` and `~}` [RFC 1843].
struct HZDecoder {
    private let converter: Iconv
    private var isChinese = false
    private var afterTilde = false
    private var lead: UInt8?

    init(_ converter: Iconv) {
        self.converter = converter
    }

    mutating func decode(_ input: Span<UInt8>, into output: inout [UInt8]) {
        for index in 0..<input.count { decode(input[index], into: &output) }
    }

    mutating func finish(into output: inout [UInt8]) {
        if lead != nil { output.append(contentsOf: UTF8Repair.replacement) }
        if afterTilde { output.append(0x7E) }
        lead = nil
        afterTilde = false
    }

    private mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        if afterTilde {
            afterTilde = false
            switch byte {
            case 0x7B: isChinese = true
            case 0x7D: isChinese = false
            case 0x7E: output.append(0x7E)
            case ASCII.lf: break
            default: output.append(contentsOf: [0x7E, byte < 0x80 ? byte : ASCII.question])
            }
        } else if let first = lead {
            lead = nil
            if case .illegal = converter.convert([first | 0x80, byte | 0x80], into: &output) {
                output.append(contentsOf: UTF8Repair.replacement)
            }
        } else if byte == 0x7E {
            afterTilde = true
        } else if byte == ASCII.lf || byte == ASCII.cr {
            isChinese = false
            output.append(byte)
        } else if isChinese, byte > 0x20 {
            lead = byte
        } else if byte < 0x80 {
            output.append(byte)
        } else {
            output.append(contentsOf: UTF8Repair.replacement)
        }
    }
}

extension Array where Element == UInt8 {
    init(_ span: Span<UInt8>) {
        self.init()
        append(span)
    }
}
