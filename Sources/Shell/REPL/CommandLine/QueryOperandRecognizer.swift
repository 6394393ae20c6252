internal import MailSearch

/// Recognizes the parts of a query among operands that may also name messages and folders: filters, saved searches, what
/// combines them, and everything in parentheses and quotes. A bare word is none of them, because it may be the mistyped
/// name of a message.
struct QueryOperandRecognizer {
    private var depth = 0
    private var isQuoted = false

    /// Whether parentheses or quotes are open, so that the next operand is part of the query too.
    var isOpen: Bool { depth > 0 || isQuoted }

    /// Returns whether the next operand is part of a query.
    mutating func includes(_ operand: [UInt8]) -> Bool {
        guard isOpen || Self.isTerm(operand) else { return false }
        var isEscaped = false
        for byte in operand {
            if isEscaped {
                isEscaped = false
            } else if byte == 0x5C {
                isEscaped = true
            } else if byte == 0x22 {
                isQuoted.toggle()
            } else if !isQuoted, byte == 0x28 || byte == 0x7B {
                depth += 1
            } else if !isQuoted, byte == 0x29 || byte == 0x7D {
                depth = max(0, depth - 1)
            }
        }
        return true
    }

    private static func isTerm(_ operand: [UInt8]) -> Bool {
        let lower = operand.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        if ["and", "or", "not"].contains(where: { $0.utf8.elementsEqual(lower) }) { return true }
        if operand.isEmpty { return false }
        if operand.allSatisfy({ [0x28, 0x29, 0x7B, 0x7D].contains($0) }) { return true }
        let bare = bare(operand)
        return bare.first == 0x40 && SearchQuery.isName(Array(bare.dropFirst())) || operand.contains(0x3A)
    }

    /// Returns the operand without what can precede a term.
    private static func bare(_ operand: [UInt8]) -> ArraySlice<UInt8> {
        operand.drop { $0 == 0x2D || $0 == 0x28 || $0 == 0x7B }
    }

    /// Whether the operand begins with an operator such as `from:`.
    static func beginsWithOperator(_ operand: [UInt8]) -> Bool {
        let bare = bare(operand)
        return bare.firstIndex(of: 0x3A).map { QueryOperator.named(Array(bare[..<$0])) != nil } ?? false
    }

    /// Returns the operand with the quotes that a shell has removed from `subject:"final plan"`. Without them, the filter
    /// would match more messages than were meant.
    static func quoted(_ operand: [UInt8]) -> [UInt8] {
        guard let colon = operand.firstIndex(of: 0x3A) else { return operand }
        let value = operand[(colon + 1)...]
        let isPlain = !value.contains { [0x22, 0x28, 0x29, 0x3A, 0x5C, 0x7B, 0x7D].contains($0) }
        guard isPlain, value.contains(0x20), !operand[..<colon].contains(0x20) else { return operand }
        return operand[...colon] + [0x22] + value + [0x22]
    }
}
