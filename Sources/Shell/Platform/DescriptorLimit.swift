private import CLinux
private import Synchronization

/// The limit of file descriptors that this process may have open.
///
/// A process begins with a soft limit, often 1024, which it may raise to the hard limit. It is that low for programs that
/// use select(2), which petrel does not. A sync of many accounts needs a few descriptors for each mailbox.
public enum DescriptorLimit {
    /// No sync needs more, and the kernel's table of this many descriptors is small.
    private static let most: UInt = 4096
    /// The soft limit that this process began with; 0 if it was not raised.
    private static let began = Atomic<UInt>(0)

    /// Raises the soft limit as far as the hard limit permits. Must be called before other threads start.
    public static func raise() {
        began.store(linux_raise_descriptor_limit(most), ordering: .relaxed)
    }

    /// The soft limit that this process began with, which programs that it starts get; `nil` if it was not raised.
    public static var former: UInt? {
        let former = began.load(ordering: .relaxed)
        return former > 0 ? former : nil
    }
}
