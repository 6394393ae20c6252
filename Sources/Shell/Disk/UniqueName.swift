private import Glibc
private import Synchronization

/// Globally unique filenames, made from the time, the process ID, a counter and the host name
/// [https://cr.yp.to/proto/maildir.html].
public enum UniqueName {
    private static let counter = Atomic<Int>(0)

    private static let host: [UInt8] = {
        var name = [UInt8](repeating: 0, count: 256)
        unsafe name.withUnsafeMutableBytes { buffer in
            guard let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress else { return }
            _ = unsafe gethostname(start, buffer.count - 1)
        }
        let octets = name.prefix { $0 != 0 }.prefix(64)
        // A slash would be a path separator, and other programs would take a colon for the start of the flags.
        let safe = octets.map { $0 == 0x2F || $0 == 0x3A || $0 <= 0x20 || $0 >= 0x7F ? 0x5F : $0 }
        return safe.isEmpty ? Array("localhost".utf8) : safe
    }()

    /// Returns a new name, such as `1760275380.M204511P4711Q3.castle`.
    public static func next() -> [UInt8] {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        let number = counter.add(1, ordering: .relaxed).newValue
        return Array("\(now.tv_sec).M\(now.tv_nsec / 1000)P\(getpid())Q\(number).".utf8) + host
    }
}
