import MailTypes

/// A fast path for most responses of a sync: FETCH with flags, UID, size, date and MODSEQ in their canonical form.
/// `ResponseParser` handles everything else, and gives the same results for these.
enum FetchFastPath {
    /// Returns `nil` if the response contains anything else or any error.
    static func message(_ octets: Span<UInt8>, _ range: Range<Int>) -> FetchedMessage? {
        let end = range.upperBound
        var index = range.lowerBound &+ 2
        // The shortest is: * 1 FETCH (UID 1)
        guard range.count > 16, octets[index &- 2] == ASCII.asterisk, octets[index &- 1] == ASCII.space,
            let number = number(octets, &index, end), skip(" fetch (", octets, &index, end)
        else { return nil }
        guard number <= UInt64(UInt32.max) else { return nil }
        var message = FetchedMessage(sequenceNumber: UInt32(truncatingIfNeeded: number))
        while index < end {
            guard item(&message, octets, &index, end), index < end else { return nil }
            if octets[index] == ASCII.rightParenthesis { return index &+ 1 == end ? message : nil }
            guard octets[index] == ASCII.space else { return nil }
            index &+= 1
        }
        return nil
    }

    @inline(__always)
    private static func item(
        _ message: inout FetchedMessage, _ octets: Span<UInt8>, _ index: inout Int, _ end: Int
    ) -> Bool {
        switch octets[index] {
        case 0x55:
            guard skip("uid ", octets, &index, end), let value = number(octets, &index, end),
                value <= UInt64(UInt32.max), let uid = UID(rawValue: UInt32(truncatingIfNeeded: value))
            else { return false }
            message.uid = uid
        case 0x46:
            guard skip("flags (", octets, &index, end) else { return false }
            var flags = FlagSet()
            while index < end, octets[index] != ASCII.rightParenthesis {
                let start = index
                index = ByteScan.first(ASCII.space, or: ASCII.rightParenthesis, in: octets, start..<end)
                guard flags.insert(known: octets.extracting(start..<index)), index < end else { return false }
                if octets[index] == ASCII.space { index &+= 1 }
            }
            guard index < end else { return false }
            index &+= 1
            message.flags = flags
        case 0x4D:
            guard skip("modseq (", octets, &index, end), let value = number(octets, &index, end), index < end,
                octets[index] == ASCII.rightParenthesis
            else { return false }
            index &+= 1
            message.modSequence = ModSequence(rawValue: value)
        case 0x52:
            guard skip("rfc822.size ", octets, &index, end), let value = number(octets, &index, end) else {
                return false
            }
            message.size = value
        case 0x49:
            guard skip("internaldate \"", octets, &index, end) else { return false }
            let start = index
            while index < end, octets[index] != ASCII.quote { index &+= 1 }
            guard index < end else { return false }
            var date = InternalDateParser(start..<index)
            message.internalDate = date.read(octets)
            index &+= 1
        default:
            return false
        }
        return true
    }

    @inline(__always)
    private static func skip(_ word: StaticString, _ octets: Span<UInt8>, _ index: inout Int, _ end: Int) -> Bool {
        let next = index &+ word.utf8CodeUnitCount
        guard next <= end, octets.has(word, at: index..<next) else { return false }
        index = next
        return true
    }

    /// Reads at most 18 digits, which cannot overflow.
    @inline(__always)
    private static func number(_ octets: Span<UInt8>, _ index: inout Int, _ end: Int) -> UInt64? {
        let start = index
        var value: UInt64 = 0
        if index &+ 8 <= end {
            let (count, number) = DigitRun.first(of: octets, at: index)
            value = number
            index &+= count
            guard count == 8 else { return count > 0 ? value : nil }
        }
        while index < end, octets[index].isDigit {
            value = value &* 10 &+ UInt64(octets[index] &- ASCII.zero)
            index &+= 1
        }
        return index > start && index &- start <= 18 ? value : nil
    }
}
