extension Base64 {
    /// Encodes bytes in pieces into lines of 76 characters [RFC 2045 §6.8].
    struct LineEncoder {
        private static let lineOctets = 57
        /// The bytes that do not fill a line yet.
        private var held: [UInt8] = []

        mutating func encode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
            var start = 0
            if !held.isEmpty {
                start = min(Self.lineOctets - held.count, input.count)
                held.append(input.extracting(..<start))
                guard held.count == Self.lineOctets || isLast else { return }
                Self.line(held.span, 0..<held.count, into: &output)
                held.removeAll(keepingCapacity: true)
            }
            while input.count - start >= Self.lineOctets {
                Self.line(input, start..<start + Self.lineOctets, into: &output)
                start += Self.lineOctets
            }
            if isLast {
                if start < input.count { Self.line(input, start..<input.count, into: &output) }
            } else {
                held.append(input.extracting(start...))
            }
        }

        private static func line(_ input: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8]) {
            output.append(addingCapacity: 78) { output in
                Base64.encode(input, range, into: &output)
                output.append(ASCII.cr)
                output.append(ASCII.lf)
            }
        }
    }
}
