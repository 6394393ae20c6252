/// Determines the properties of a stored message, which is processed in pieces. Throws if the message cannot be sent at
/// all.
public struct MessagePropertyScanner: Sendable {
    private var filter = SubmissionFilter()
    private var stuffing = DotStuffing()
    private var size = 0
    private var isEightBit = false
    private var hasEightBitHeader = false
    /// The number of bytes in the current header line. `nil` after the header.
    private var headerLine: Int? = 0

    public init() {}

    public mutating func add(_ octets: [UInt8]) throws(DotStuffing.Fault) {
        var piece: [UInt8] = []
        filter.add(octets, to: &piece)
        try look(at: piece)
    }

    public mutating func finish() throws(DotStuffing.Fault) -> MessageProperties {
        var rest: [UInt8] = []
        filter.finish(to: &rest)
        try look(at: rest)
        let end = try stuffing.terminator()
        return MessageProperties(
            size: size + end.count - 3, isEightBit: isEightBit, hasEightBitHeader: hasEightBitHeader)
    }

    private mutating func look(at octets: [UInt8]) throws(DotStuffing.Fault) {
        size += octets.count
        var output: [UInt8] = []
        output.reserveCapacity(octets.count + 64)
        try stuffing.add(octets, to: &output)
        if !isEightBit { isEightBit = octets.contains { $0 > 0x7F } }
        for octet in octets {
            guard let length = headerLine else { return }
            if octet > 0x7F { hasEightBitHeader = true }
            switch octet {
            case 0x0A: headerLine = length == 0 ? nil : 0
            case 0x0D: break
            default: headerLine = length + 1
            }
        }
    }
}
