private import Glibc

/// The result of waiting for two descriptors [poll(2)].
struct DescriptorWait {
    /// Whether the first is readable or at its end.
    let hasInput: Bool
    /// Whether the second is readable.
    let hasNews: Bool

    /// Waits until one of the descriptors is readable or the deadline has passed. `nil` waits without a limit.
    init(_ input: Int32, _ news: Int32, until deadline: SuspendingClock.Instant?) {
        var requests = [
            pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: news, events: Int16(POLLIN), revents: 0),
        ]
        let count = unsafe poll(&requests, nfds_t(requests.count), Self.milliseconds(until: deadline))
        hasInput = count > 0 && requests[0].revents != 0
        hasNews = count > 0 && requests[1].revents != 0
    }

    /// Rounds up, so that the wait does not end before the deadline.
    private static func milliseconds(until deadline: SuspendingClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = (deadline - SuspendingClock.now).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        let milliseconds = min(left.seconds, 86_400) * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
        return Int32(milliseconds)
    }
}
