/// Checks whether chunks, taken together, are well-formed UTF-8.
struct UTF8Validator {
    private(set) var isValid = true
    private var held: [UInt8] = []

    mutating func update(_ input: Span<UInt8>) {
        guard isValid else { return }
        var index = 0
        while !held.isEmpty, index < input.count, isValid {
            held.append(input[index])
            index += 1
            switch LossyUTF8Decoder.step(held.span, 0) {
            case .valid: held.removeAll(keepingCapacity: true)
            case .invalid: isValid = false
            case .cut: break
            }
        }
        while isValid, index < input.count {
            index = ByteScan.firstNonASCII(in: input, index..<input.count)
            scan: while index < input.count, input[index] > 0x7F {
                switch LossyUTF8Decoder.step(input, index) {
                case .valid(let length):
                    index += length
                case .invalid:
                    isValid = false
                    return
                case .cut:
                    for offset in index..<input.count { held.append(input[offset]) }
                    return
                }
            }
        }
    }

    func finish() -> Bool { isValid && held.isEmpty }
}
