/// Sorts by a number, one byte at a time, in time linear in the number of elements. The sort is stable.
enum RadixSort {
    static func sort(_ elements: inout [(key: UInt64, number: UInt32)]) {
        var sorted = elements
        for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
            var starts = [Int](repeating: 0, count: 257)
            for element in elements { starts[Int(element.key >> shift & 255) + 1] += 1 }
            // Skip the pass for a byte that is the same in all elements, as most are.
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
