private import Dispatch
internal import MailTypes
private import Synchronization

/// An index that is opened on another thread, for whoever has something else to do before it is needed.
///
/// The first one who opens an index reads its whole write-ahead log. As long as this one is open nobody else need.
public final class BackgroundIndexOpener: Sendable {
    private let opened = Mutex<MailIndex?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    public init(_ location: IndexLocation) {
        DispatchQueue.global().async {
            self.opened.withLock { $0 = (try? MailIndex.open(location)) ?? nil }
            self.isDone.signal()
            // The words of the first new message would wait for it.
            SearchFold.prepare()
        }
    }

    /// Waits for it. `nil` where there is none that can be read, and for all but the first one who asks.
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
