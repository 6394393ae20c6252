internal import Accounts
private import Synchronization
internal import Worker

/// Stays connected to the worker of a home, whichever process that is.
final class WorkerEventFollower: Sendable {
    private let isStopped = Atomic(false)
    private let home: Home
    private let lines: WatchEventQueue
    private let wake: @Sendable () -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// How long to wait before looking again for a worker.
    private static let pause = Duration.milliseconds(500)

    init(_ home: Home, _ lines: WatchEventQueue, wake: @escaping @Sendable () -> Void) {
        (self.home, self.lines, self.wake) = (home, lines, wake)
        task.withLock { $0 = Task.detached { await self.run() } }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        task.withLock { $0?.cancel() }
    }

    private func run() async {
        while !isStopped.load(ordering: .relaxed) {
            if let client = try? WorkerRole.client(of: home) { await follow(client) }
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func follow(_ client: WorkerClient) async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        client.receive { [lines, wake] reply in
            guard case .event(let object) = reply, let line = WatchEvent(object) else { return }
            lines.add([line])
            wake()
        } closed: {
            end.finish()
        }
        client.ask(.follow)
        for await _ in ends {}
        client.close()
    }
}
