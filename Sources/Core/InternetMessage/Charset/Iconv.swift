internal import Glibc

/// An open iconv conversion to UTF-8 [iconv(3)].
@safe final class Iconv {
    enum Outcome {
        case complete
        /// The bytes from here on are an incomplete character.
        case incomplete(at: Int)
        /// The byte here does not begin a character of the set.
        case illegal(at: Int)
    }

    private let descriptor: iconv_t?

    init?(_ name: String) {
        let descriptor = unsafe iconv_open("UTF-8", name)
        guard Int(bitPattern: descriptor) != -1 else { return nil }
        unsafe self.descriptor = descriptor
    }

    deinit {
        unsafe _ = iconv_close(descriptor)
    }

    /// Keeps the descriptor open for the life of the process.
    func keepLoaded() {
        unsafe _ = Unmanaged.passRetained(self)
    }

    /// Converts as much of `input` as possible. The state of the set (escape sequences) is kept between calls.
    func convert(_ input: [UInt8], into output: inout [UInt8]) -> Outcome {
        convert(input.span, from: 0, into: &output)
    }

    func convert(_ input: Span<UInt8>, from start: Int, into output: inout [UInt8]) -> Outcome {
        var consumed = start
        while true {
            var failure: Int32 = 0
            let room = max(64, (input.count - consumed) * 3)
            output.append(addingCapacity: room) { span in
                failure = unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                    unsafe input.withUnsafeBufferPointer { source in
                        unsafe step(source, &consumed, buffer, &count)
                    }
                }
            }
            switch failure {
            case 0: return .complete
            case E2BIG: continue
            case EINVAL: return .incomplete(at: consumed)
            default: return .illegal(at: consumed)
            }
        }
    }

    /// Appends the character that the converter holds back because the next one might combine with it.
    func finish(into output: inout [UInt8]) {
        output.append(addingCapacity: 64) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                guard let target = buffer.baseAddress else { return }
                var output: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutableRawPointer(target + count)
                    .assumingMemoryBound(to: CChar.self)
                let room = buffer.count - count
                var left = room
                unsafe _ = iconv(descriptor, nil, nil, &output, &left)
                count += room - left
            }
        }
    }

    private func step(
        _ source: UnsafeBufferPointer<UInt8>, _ consumed: inout Int,
        _ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) -> Int32 {
        guard let base = source.baseAddress, let target = buffer.baseAddress else { return 0 }
        var input: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutableRawPointer(mutating: base + consumed)
            .assumingMemoryBound(to: CChar.self)
        var inputLeft = source.count - consumed
        var output: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutableRawPointer(target + count)
            .assumingMemoryBound(to: CChar.self)
        let room = buffer.count - count
        var outputLeft = room
        let result = unsafe iconv(descriptor, &input, &inputLeft, &output, &outputLeft)
        let failure = errno
        consumed = source.count - inputLeft
        count += room - outputLeft
        return result == -1 ? failure : 0
    }
}
