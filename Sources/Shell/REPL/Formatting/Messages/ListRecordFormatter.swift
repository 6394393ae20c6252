internal import Accounts
internal import Composer
internal import MailIndex
internal import MailTypes
internal import Terminal

/// How --ids, --null and --format print the messages of a list for other programs: one record per message.
struct ListRecordFormatter {
    private enum Piece {
        case text(String)
        case field(Field)
    }

    struct Field: Sendable {
        let name: String
        fileprivate let value: @Sendable (IndexedMail.Found) -> String
    }

    private let pieces: [Piece]
    /// The byte after each record.
    private let end: UInt8

    /// Returns `nil` if none of the options was given.
    init?(_ invocation: Invocation) throws(CommandFailure) {
        let isNull = invocation.has("null")
        if let format = try invocation.text("format") {
            if invocation.has("ids") { throw .usage("--ids and --format cannot be used together.") }
            pieces = try Self.pieces(of: format)
        } else if isNull || invocation.has("ids") {
            pieces = try Self.pieces(of: "%(id)")
        } else {
            return nil
        }
        end = isNull ? 0 : 0x0A
    }

    func write(_ rows: [ListRow], to output: inout Output) {
        for row in rows {
            for piece in pieces {
                switch piece {
                case .text(let text): output.write(text)
                case .field(let field): output.write(Self.escaped(field.value(row.latest)))
                }
            }
            output.write(end)
        }
    }

    // MARK: - Fields

    static let fields: [Field] = [
        .init(name: "id") { $0.message.id.description },
        .init(name: "account") { $0.account.text },
        .init(name: "mailbox") { $0.message.mailbox.description },
        .init(name: "thread") { $0.message.thread.description },
        .init(name: "message-id") { $0.message.content.messageID?.text ?? "" },
        .init(name: "from") { addresses($0.message.content.from) },
        .init(name: "to") { addresses($0.message.content.to) },
        .init(name: "cc") { addresses($0.message.content.cc) },
        .init(name: "subject") { $0.message.content.subject },
        .init(name: "date") { $0.message.content.date.iso8601 },
        .init(name: "size") { "\($0.message.content.size)" },
        .init(name: "flags") { $0.message.flags.imapNames.joined(separator: " ") },
        .init(name: "attachments") { "\($0.message.content.attachments.count)" },
        .init(name: "snippet") { $0.message.content.snippet },
    ]

    private static func addresses(_ list: [Address]) -> String {
        list.map { AddressDisplay.of($0) }.joined(separator: ", ")
    }

    // MARK: - Parsing

    /// Parses `%(field)`, `%%` for a percent sign, and `\\t`, `\\n` and `\\\\`.
    private static func pieces(of format: String) throws(CommandFailure) -> [Piece] {
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

    /// For help.
    static let help = """
        FORMAT contains \\t, \\n and %(FIELD); fields are \(names). Control characters and backslashes in them are \
        escaped.
        """

    static var names: String { fields.map(\.name).joined(separator: ", ") }

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
        "format", value: "FORMAT", summary: "print this for each message: text with %(FIELD)")
}

extension Console {
    /// Prints a list for other programs, if options ask for that.
    mutating func printRecords(_ rows: [ListRow], _ invocation: Invocation) throws(CommandFailure) -> Bool {
        guard let format = try ListRecordFormatter(invocation) else { return false }
        number(rows)
        format.write(rows, to: &output)
        return true
    }
}
