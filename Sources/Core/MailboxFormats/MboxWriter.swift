public import MailTypes

/// Writes a message as a part of an mbox.
public enum MboxWriter {
    /// Returns the message with its separator, its flags as header fields, LF line ends, quoting, and the empty line
    /// after it. `date`: seconds since 1970.
    public static func octets(
        of message: [UInt8], sender: [UInt8], date: Int64, _ flags: MaildirFlags, _ quoting: MboxQuotingStyle = .mboxrd
    ) -> [UInt8] {
        var octets = MboxSeparator.line(sender, date) + MboxStatus.fields(flags)
        if message.first == 0x20 || message.first == 0x09 { octets += MboxStatus.ending }
        octets.reserveCapacity(octets.count + message.count + 64)
        var isInHeader = true
        var start = 0
        while start < message.count {
            let end = message[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? message.count
            var line = message[start..<end]
            start = end
            let isEnded = line.last == 0x0A
            if isEnded { line = line.dropLast(line.dropLast().last == 0x0D ? 2 : 1) }
            if line.isEmpty { isInHeader = false }
            if isInHeader, MboxStatus.isKept(line) { octets += MboxStatus.keptPrefix }
            let rest = quoting == .mboxrd ? line.drop { $0 == 0x3E } : line
            if rest.starts(with: MboxSeparator.start) { octets.append(0x3E) }
            octets += line
            octets.append(0x0A)
        }
        octets.append(0x0A)
        return octets
    }
}
