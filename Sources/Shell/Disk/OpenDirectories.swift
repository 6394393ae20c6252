private import CLinux
private import Synchronization

/// Limits how many directories are open at the same time, because a process may have only so many descriptors: a sync has
/// three directories for each mailbox, of which an account may have thousands.
///
/// When one more directory is opened, the one that was opened `most` directories ago is closed. It is opened again when it
/// is used.
final class OpenDirectories: Sendable {
    /// The other half of the descriptors is left for files, connections and directories that are in use. More than 4096
    /// directories would only take memory: each of them has a slot, also after its end.
    static let shared = OpenDirectories(most: min(Int(clamping: linux_descriptor_limit()) / 2, 4096))

    private struct Slot {
        weak var directory: Directory?
    }

    private let most: Int
    private let state = Mutex((slots: [Slot](), next: 0))

    init(most: Int) {
        self.most = max(1, most)
    }

    /// Must be called when a directory has been opened.
    func add(_ directory: Directory) {
        let oldest: Directory? = state.withLock { state in
            guard state.slots.count == most else {
                state.slots.append(Slot(directory: directory))
                return nil
            }
            let oldest = state.slots[state.next].directory
            state.slots[state.next] = Slot(directory: directory)
            state.next = (state.next + 1) % most
            return oldest
        }
        oldest?.close()
    }
}
