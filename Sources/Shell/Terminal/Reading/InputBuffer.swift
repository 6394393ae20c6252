private import Glibc

/// What reading from a descriptor gave [read(2)].
enum InputBuffer: Hashable, Sendable {
    case octets([UInt8])
    case end
    /// Nothing yet, after all.
    case nothing
    /// The terminal is gone, or whatever else it was cannot be read.
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
