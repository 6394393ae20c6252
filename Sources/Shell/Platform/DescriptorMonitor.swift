public import Dispatch

/// Calls a function whenever a file descriptor is readable, until the object is released. Uses no processor time in
/// between.
public final class DescriptorMonitor: Sendable {
    /// Dispatch permits calls of its methods on any thread.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// `readable` is called on `queue` and must read from the descriptor. `ended` is called last, and may close it. The
    /// descriptor must stay open until then, so `ended` must keep its owner: Dispatch crashes if a descriptor that it
    /// watches is closed and its number is used again.
    public init(
        _ descriptor: Int32, on queue: DispatchQueue, readable: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void = {}
    ) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler(handler: readable)
        source.setCancelHandler(handler: ended)
        unsafe self.source = source
        source.resume()
    }

    deinit {
        unsafe source.cancel()
    }
}
