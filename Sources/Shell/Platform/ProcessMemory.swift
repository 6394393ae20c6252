private import CLinux

/// The memory of this process.
public enum ProcessMemory {
    /// Gives back what was freed. The allocator keeps it for the threads that had it, and others cannot use it.
    public static func giveBack() {
        linux_trim()
    }
}
