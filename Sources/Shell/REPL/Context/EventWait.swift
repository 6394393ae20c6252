/// How a command waits for events without using processor time.
struct EventWait: Sendable {
    /// Returns after the next `wake`, or when a signal arrives: `true` if the process must end.
    let wait: @Sendable () -> Bool
    /// Ends the wait; may be called on any thread.
    let wake: @Sendable () -> Void
}
