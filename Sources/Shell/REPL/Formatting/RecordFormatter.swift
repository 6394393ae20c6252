internal import Terminal

/// How --ids, --null and --format print a list for other programs: one record per item.
struct RecordFormatter<Item> {
    private enum Piece {
        case text(String)
        case field(Field)
    }

    struct Field: Sendable {
        let name: String
        let value: @Sendable (Item) -> String
    }

    private let pieces: [Piece]
    /// The byte after each record.
    private let end: UInt8

    /// Returns `nil` if none of the options was given. --ids prints the first field.
    init?(_ invocation: Invocation, _ fields: [Field]) throws(CommandFailure) {
        let isNull = invocation.has("null")
        if let format = try invocation.text("format") {
            if invocation.has("ids") { throw .usage("--ids and --format cannot be used together.") }
            pieces = try Self.pieces(of: format, fields)
        } else if isNull || invocation.has("ids") {
            pieces = fields.prefix(1).map { .field($0) }
        } else {
            return nil
        }
        end = isNull ? 0 : 0x0A
    }

    func write(_ items: [Item], to output: inout Output) {
        for item in items {
            for piece in pieces {
                switch piece {
                case .text(let text): output.write(text)
                case .field(let field): output.write(Self.escaped(field.value(item)))
                }
            }
            output.write(end)
        }
    }

    // MARK: - Parsing

    /// Parses `%(field)`, `%%` for a percent sign, and `\\t`, `\\n` and `\\\\`.
    private static func pieces(of format: String, _ fields: [Field]) throws(CommandFailure) -> [Piece] {
        let names = names(of: fields)
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var rest = Array(format.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x5C, let next = rest.popFirst() {
                switch next {
                case 0x74: text.append(0x09)
                case 0x6E: text.append(0x0A)
                case 0x5C: text.append(0x5C)
                default:
                    throw .usage("--format: \\\(Character(Unicode.Scalar(next))) has no meaning. Use \\t, \\n or \\\\.")
                }
            } else if byte == 0x25, rest.first == 0x25 {
                text.append(0x25)
                rest.removeFirst()
            } else if byte == 0x25, rest.first == 0x28, let close = rest.firstIndex(of: 0x29) {
                let name = String(decoding: rest[(rest.startIndex + 1)..<close], as: UTF8.self)
                guard let field = fields.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                    throw .usage("--format: there is no field \"\(name)\". Fields: \(names)")
                }
                if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
                text = []
                pieces.append(.field(field))
                rest = rest[(close + 1)...]
            } else if byte == 0x25 {
                throw .usage("--format: write %(field), or %% for a percent sign. Fields: \(names)")
            } else {
                text.append(byte)
            }
        }
        if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
        return pieces
    }

    /// Returns a sentence for help.
    static func help(_ fields: [Field]) -> String {
        "FORMAT contains \\t, \\n and %(FIELD); fields are \(names(of: fields)). Control characters and backslashes in "
            + "them are escaped."
    }

    private static func names(of fields: [Field]) -> String { fields.map(\.name).joined(separator: ", ") }

    /// Escapes control characters and backslashes, so that a value is one line and cannot steer a terminal.
    private static func escaped(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x09: text.append(contentsOf: "\\t".unicodeScalars)
            case 0x0A: text.append(contentsOf: "\\n".unicodeScalars)
            case 0x0D: text.append(contentsOf: "\\r".unicodeScalars)
            case 0x5C: text.append(contentsOf: "\\\\".unicodeScalars)
            case 0..<0x20, 0x7F..<0xA0:
                let digits = String(scalar.value, radix: 16)
                text.append(contentsOf: "\\x\(digits.utf8.count < 2 ? "0" : "")\(digits)".unicodeScalars)
            default:
                // Marks that change the direction of text or hide it are not printed as such either.
                if scalar.properties.generalCategory == .format {
                    text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
                } else {
                    text.append(scalar)
                }
            }
        }
        return String(text)
    }
}

extension [Command.Option] {
    /// The options that print a list for other programs.
    static let forPrograms: [Command.Option] = [.ids, .null, .format]
}

extension Command.Option {
    static let ids = Command.Option("ids", summary: "print only ids, one per line")
    static let null = Command.Option(
        "null", "0", summary: "end each id or record with a NUL byte instead of a line end")
    static let format = Command.Option(
        "format", value: "FORMAT", summary: "print this for each row: text with %(FIELD)")
}

extension Console {
    /// Prints a list for other programs, if options ask for that.
    mutating func printRecords<Item>(
        _ items: [Item], _ fields: [RecordFormatter<Item>.Field], _ invocation: Invocation
    ) throws(CommandFailure) -> Bool {
        guard let formatter = try RecordFormatter(invocation, fields) else { return false }
        if isJSON { throw .usage("--json cannot be used with --ids, --null or --format. Leave one of them out.") }
        formatter.write(items, to: &output)
        return true
    }

    /// Prints a list of messages for other programs, if options ask for that.
    mutating func printRecords(_ rows: [ListRow], _ invocation: Invocation) throws(CommandFailure) -> Bool {
        guard try printRecords(rows.map(\.latest), RecordFields.messages, invocation) else { return false }
        number(rows)
        return true
    }
}
