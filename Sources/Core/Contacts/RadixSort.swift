/// Sorts by a number, one octet of it at a time, in time that is linear in how many there are. Equal ones keep their
/// order.
enum RadixSort {
    static func sort(_ elements: inout [(key: UInt64, number: UInt32)]) {
        var sorted = elements
        for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
            var starts = [Int](repeating: 0, count: 257)
            for element in elements { starts[Int(element.key >> shift & 255) + 1] += 1 }
            // An octet that is the same in all of them, as most are, needs no pass.
            if starts.contains(elements.count) { continue }
            for octet in 0..<256 { starts[octet + 1] += starts[octet] }
            for element in elements {
                let octet = Int(element.key >> shift & 255)
                sorted[starts[octet]] = element
                starts[octet] += 1
            }
            swap(&elements, &sorted)
        }
    }
}
