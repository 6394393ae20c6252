private import Glibc

/// The table of this process's file descriptors.
public enum DescriptorTableGrowth {
    /// The number of descriptors that a sync of many mailboxes keeps open, with a reserve.
    private static let room: Int32 = 512

    /// Enlarges the table. Must be called before the first thread starts.
    ///
    /// The kernel enlarges the table of a process by itself, at 64, 128 and 256 descriptors. But once the process has
    /// several threads, whichever opens a descriptor then waits until no processor reads the former table any longer
    /// (an RCU grace period), which takes 10 ms or more.
    public static func makeRoom() {
        // Fails if the process may not have as many descriptors; then there is less to gain.
        let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, room - 1)
        if descriptor >= 0 { close(descriptor) }
    }
}
