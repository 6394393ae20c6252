internal import Composer
internal import MailTypes

/// Line numbers and ranges, as the user types them.
enum LineRangeOperand {
    /// Returns the index of line N.
    static func index(_ operand: [UInt8], in draft: Draft) throws(CommandFailure) -> Int {
        try range(operand, in: draft).lowerBound
    }

    static func range(_ operand: [UInt8], in draft: Draft) throws(CommandFailure) -> Range<Int> {
        try range(operand, count: draft.lines.count)
    }

    /// Parses `3`, `3-5`, `3-` and `$`.
    static func range(_ operand: [UInt8], count: Int) throws(CommandFailure) -> Range<Int> {
        let ends = operand.split(separator: 0x2D, maxSplits: 1, omittingEmptySubsequences: false)
        let first = number(ends[0], count)
        let last = ends.count == 1 ? first : ends[1].isEmpty ? count : number(ends[1], count)
        guard let first, let last, first >= 1, first <= last, last <= count else {
            let text = String(decoding: operand, as: UTF8.self)
            throw .usage(
                count == 0 ? "There is no text yet." : "\"\(text)\" is not one of the lines 1-\(count). Type: lines")
        }
        return first - 1..<last
    }

    private static func number(_ digits: ArraySlice<UInt8>, _ count: Int) -> Int? {
        if digits.elementsEqual([0x24]) { return count }
        guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
