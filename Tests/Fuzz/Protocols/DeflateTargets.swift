import Deflate

extension FuzzTarget {
    /// Compressed data from a server. The first byte sets the size of the pieces in which the data arrives, the second
    /// the limit of each read. Neither changes the output, and no read exceeds its limit. Data that is compressed and
    /// decompressed is unchanged.
    static let inflate = FuzzTarget(name: "inflate", maximumLength: 1024) { bytes in
        guard bytes.count >= 2 else { return }
        let octets = Array(bytes.dropFirst(2))
        let whole = inflated(octets, piece: .max, limit: 65_536)
        let pieces = inflated(octets, piece: Int(bytes[0] % 31) + 1, limit: Int(bytes[1]) + 1)
        expect(whole.octets == pieces.octets, "octets in pieces mean what they mean at once")
        expect(whole.end == pieces.end, "and end as they end at once")
        var deflater = Deflater()
        let half = octets.count / 2
        let compressed = deflater.compress(Array(octets[..<half])) + deflater.compress(Array(octets[half...]))
        let back = inflated(compressed, piece: Int(bytes[0] % 31) + 1, limit: Int(bytes[1]) + 1)
        expect(back.octets == octets && back.end == .complete, "what is compressed comes back")
    }

    private enum End: Equatable {
        /// Between two blocks.
        case complete
        case cut
        /// Where the sender marks the end. `hasRest` if more data follows.
        case end(hasRest: Bool)
        case fault
    }

    /// Decompresses until the data or the stream ends, or until a fault.
    private static func inflated(_ octets: [UInt8], piece: Int, limit: Int) -> (octets: [UInt8], end: End) {
        var inflater = Inflater()
        var result: [UInt8] = []
        var rest = octets[...]
        while true {
            do throws(DeflateError) {
                let more = try inflater.next(atMost: limit)
                expect(more.count <= limit, "no more than was asked for")
                result += more
                // The highest ratio of deflate is 1032 to 1.
                expect(result.count <= 1100 * (octets.count + 1), "no more than deflate can say")
                if !more.isEmpty { continue }
            } catch {
                return (result, .fault)
            }
            if inflater.isAtEnd { return (result, .end(hasRest: inflater.hasRest || !rest.isEmpty)) }
            if rest.isEmpty { return (result, inflater.isBetweenBlocks ? .complete : .cut) }
            inflater.feed(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
    }
}
