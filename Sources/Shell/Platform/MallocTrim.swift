private import CLinux

/// Trims the heap of this process.
public enum MallocTrim {
    /// Returns freed memory to the system. The allocator otherwise keeps it for the thread that used it, where other
    /// threads cannot use it.
    public static func giveBack() {
        linux_trim()
    }
}
