private import CLinux
public import Disk
private import Glibc
private import Synchronization

/// Restricts what this process can change, for commands that read bytes of strangers [landlock(7), seccomp(2)].
///
/// The sandbox is a second line of defence: petrel refuses untrusted names that lead elsewhere itself. Programs that petrel
/// starts, such as a password command, are outside.
public enum Sandbox {
    private static let allowed = Mutex<[Path]?>(nil)

    /// Lets this process change only these files, and everything in these directories. Those that do not exist are ignored.
    /// Must be called once, by the main thread before it starts another: the sandbox contains the calling thread and those that
    /// it starts. An old kernel restricts less, or nothing.
    ///
    /// `temporaryDirectory`: one of these directories, for the temporary files of SQLite, which are otherwise in /var/tmp.
    public static func enter(allowing places: [Path], temporaryDirectory: Path?) {
        let sandbox = linux_sandbox_create()
        var entered: [Path] = []
        if sandbox >= 0 {
            entered = places.filter { place in
                unsafe place.withCString { unsafe linux_sandbox_allow(sandbox, $0) == 0 }
            }
            unsafe temporaryDirectory?.withCString { _ = unsafe setenv("SQLITE_TMPDIR", $0, 1) }
        }
        if linux_sandbox_enter(sandbox) != 0 { allowed.withLock { $0 = entered + entered.map(\.resolved) } }
    }

    /// Whether the sandbox, if any, lets this process change what is in the directory.
    public static func allows(_ directory: Path) -> Bool {
        guard let allowed = allowed.withLock({ $0 }) else { return true }
        let wanted = directory.resolved.bytes + [0x2F]
        return allowed.contains { wanted.starts(with: $0.bytes + ($0.bytes.last == 0x2F ? [] : [0x2F])) }
    }
}
