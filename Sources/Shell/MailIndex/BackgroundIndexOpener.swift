private import Dispatch
private import Synchronization
internal import Threads

/// Opens an index on another thread while the caller does something else.
///
/// The first connection to an index reads the whole write-ahead log. While this one is open, other connections need
/// not.
public final class BackgroundIndexOpener: Sendable {
    private let opened = Mutex<MailIndex?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    public init(_ location: IndexLocation) {
        BackgroundThreads.run {
            self.opened.withLock { $0 = (try? MailIndex.open(location)) ?? nil }
            self.isDone.signal()
        }
    }

    /// Whether it has the current index open. Does not wait for it.
    public var isCurrent: Bool {
        opened.withLock { index in
            guard let index else { return false }
            return (try? index.isReplaced()) == false
        }
    }

    /// Waits for the index and returns it. Returns `nil` if there is none that can be read, or if it was taken already.
    public func take() -> MailIndex? {
        isDone.wait()
        defer { isDone.signal() }
        return opened.withLock { index in
            let taken = index
            index = nil
            return taken
        }
    }
}
