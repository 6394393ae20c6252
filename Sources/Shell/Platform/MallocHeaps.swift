private import CLinux
private import Glibc

/// The heaps of this process. The allocator gives threads heaps of their own, so that they need not wait for each other.
public enum MallocHeaps {
    /// Returns freed memory to the system. The allocator otherwise keeps it for the thread that used it, where other
    /// threads cannot use it.
    public static func trim() {
        linux_trim()
    }

    /// Limits the heaps to one for each processor, and two on a single one. A sync of many accounts uses dozens of threads
    /// for a moment, whose heaps would keep memory until the process ends. Must be called before other threads start.
    public static func limit() {
        linux_limit_arenas(max(2, Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    }
}
