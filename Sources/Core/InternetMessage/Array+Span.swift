extension [UInt8] {
    @inline(__always)
    mutating func append(_ span: Span<UInt8>) {
        append(addingCapacity: span.count) { output in
            for index in 0..<span.count { output.append(span[index]) }
        }
    }
}

extension Array where Element == UInt8 {
    init(_ span: Span<UInt8>) {
        self.init()
        append(span)
    }
}
