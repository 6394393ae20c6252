private import CLinux

/// The share of the processor that the kernel gives a thread at a time.
public enum ShortTimeSlices {
    /// Asks the kernel to run the calling thread as soon as it wakes, although other threads are busy: keys that the user
    /// types are shown at once while mail is synced and indexed. If the kernel cannot do that, nothing changes.
    public static func requestForThisThread() {
        _ = linux_request_short_slices()
    }
}
