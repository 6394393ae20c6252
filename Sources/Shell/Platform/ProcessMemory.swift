private import CLinux

/// The memory of this process.
public enum ProcessMemory {
    /// Returns freed memory to the system. The allocator keeps it for the thread that used it, where others cannot use
    /// it.
    public static func giveBack() {
        linux_trim()
    }
}
