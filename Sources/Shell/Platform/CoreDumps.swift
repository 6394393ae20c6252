private import CLinux

/// Core files of this process, which would contain passwords and mail.
public enum CoreDumps {
    /// Makes the kernel write none, and keeps other processes of the user from reading the memory. Programs that this
    /// process starts are not affected.
    public static func forbid() {
        linux_forbid_core_dumps()
    }
}
