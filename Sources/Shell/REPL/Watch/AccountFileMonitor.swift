internal import Accounts
internal import Disk
private import Synchronization
internal import Threads

/// Notices when accounts are added, changed or removed, by any process.
final class AccountFileMonitor: Sendable {
    private let watch: DirectoryWatch
    private let state = Mutex<(hasChanged: Bool, monitor: DescriptorMonitor?)>((false, nil))

    /// `changed` is called on a thread of its own. Returns `nil` if the directory of the accounts cannot be watched.
    init?(_ home: Home, changed: @escaping @Sendable () -> Void) {
        guard let directory = try? home.directory(.accounts), let watch = try? DirectoryWatch(),
            (try? watch.add(directory)) != nil
        else { return nil }
        self.watch = watch
        let monitor = DescriptorMonitor(
            watch.descriptor, on: SerialQueue(),
            readable: { [weak self] in
                // Reading fails if the kernel has dropped events.
                guard let self, (try? watch.events())?.isEmpty != true else { return }
                self.state.withLock { $0.hasChanged = true }
                changed()
            }, ended: { [watch] in _ = watch })
        state.withLock { $0.monitor = monitor }
    }

    var hasChanged: Bool { state.withLock(\.hasChanged) }
}
