private import Glibc

/// The result of reading from a descriptor [read(2)].
enum ReadResult: Hashable, Sendable {
    case octets([UInt8])
    case end
    /// No data is available yet.
    case nothing
    /// The terminal was closed, or reading failed.
    case failure

    private static let size = 1 << 14

    init(from descriptor: Int32) {
        var octets = [UInt8](repeating: 0, count: Self.size)
        let count = unsafe octets.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        switch count {
        case 1...: self = .octets(Array(octets[..<count]))
        case 0: self = .end
        default: self = errno == EINTR || errno == EAGAIN ? .nothing : .failure
        }
    }
}
