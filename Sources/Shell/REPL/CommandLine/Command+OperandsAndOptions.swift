internal import LineEditing

extension Command {
    /// An argument of a command without a leading dash.
    struct Operand: Sendable {
        /// The name that help shows, in capitals, or the words that can be chosen: `on|off`.
        let name: String
        let kind: ValueKind
        let repetition: Repetition

        enum Repetition: Sendable {
            case one
            case optional
            case zeroOrMore
            case oneOrMore
        }

        static func one(_ name: String, _ kind: ValueKind = .text) -> Operand {
            Operand(name: name, kind: kind, repetition: .one)
        }

        static func optional(_ name: String, _ kind: ValueKind = .text) -> Operand {
            Operand(name: name, kind: kind, repetition: .optional)
        }

        static func zeroOrMore(_ name: String, _ kind: ValueKind = .text) -> Operand {
            Operand(name: name, kind: kind, repetition: .zeroOrMore)
        }

        static func oneOrMore(_ name: String, _ kind: ValueKind = .text) -> Operand {
            Operand(name: name, kind: kind, repetition: .oneOrMore)
        }

        /// "NAME", "[NAME]", "NAME…" or "[NAME…]".
        var synopsis: String {
            switch repetition {
            case .one: name
            case .optional: "[\(name)]"
            case .zeroOrMore: "[\(name)…]"
            case .oneOrMore: "\(name)…"
            }
        }
    }

    /// What an operand or the value of an option names. Completion offers candidates of this kind.
    enum ValueKind: Hashable, Sendable {
        /// Anything; there are no candidates.
        case text
        case account
        /// An attachment of the open draft.
        case attachment
        case choice([String])
        case command
        /// A contact.
        case contact
        /// A draft or a message in the outbox.
        case draft
        case file
        case folder
        /// Text that may have several lines and control characters, such as the text of a message or a shell command.
        case lines
        /// A deleted or replaced draft text that `recover` lists.
        case keptVersion
        case message
        /// When a message is sent: `at` or `in`, and a time.
        case plan
        /// A time of day with or without a day.
        case plannedTime
        /// A delay.
        case plannedDelay
        /// A search query.
        case query
        /// A recipient of the open draft.
        case recipient
        /// One of the user's addresses, or an account.
        case sender
        case setting
        /// A value of the setting that the operand before names.
        case settingValue
        case signature
        case template
    }

    /// An argument that begins with dashes.
    struct Option: Sendable {
        /// Without the dashes.
        let name: String
        /// The short form, one ASCII letter.
        let letter: Character?
        /// The name that help shows for the value; `nil` if the option takes none.
        let value: String?
        /// The value if the option is the last word, or another option follows; `nil` if it needs a value.
        let standard: String?
        /// What the value names.
        let kind: ValueKind
        /// Whether it may be given more than once, each time with another value.
        let isRepeatable: Bool
        /// Whether the command fails without it.
        let isRequired: Bool
        /// What the option does, in one line.
        let summary: String

        init(
            _ name: String, _ letter: Character? = nil, value: String? = nil, _ kind: ValueKind = .text,
            standard: String? = nil, isRepeatable: Bool = false, summary: String, isRequired: Bool = false
        ) {
            self.name = name
            self.letter = letter
            self.value = value
            self.standard = standard
            self.kind = kind
            self.isRepeatable = isRepeatable
            self.isRequired = isRequired
            self.summary = summary
        }

        /// "-t, --to WHO".
        var form: String {
            (letter.map { "-\($0), " } ?? "") + synopsis
        }

        /// "--to WHO".
        var synopsis: String {
            "--\(name)" + (value.map { " \($0)" } ?? "")
        }
    }

    /// Returns the operands that are possible at a position, for completion. There may be several: after one or more
    /// messages, `move` takes another message or the folder.
    func operands(at position: Int) -> [Operand] {
        var found: [Operand] = []
        for (index, operand) in operands.enumerated() {
            let isRepeated = operand.repetition == .zeroOrMore || operand.repetition == .oneOrMore
            let earliest = operands[..<index].count { $0.repetition == .one || $0.repetition == .oneOrMore }
            let isUnlimited = operands[..<index].contains {
                $0.repetition == .zeroOrMore || $0.repetition == .oneOrMore
            }
            let latest = isUnlimited || isRepeated ? Int.max : index
            if (earliest...latest).contains(position) { found.append(operand) }
        }
        return found
    }
}
