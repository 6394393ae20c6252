/// Blocks tasks until it is opened.
actor Gate {
    private var isOpen = false
    private var isWaitedAt = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        isWaitedAt = true
        for one in watching { one.resume() }
        watching = []
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Returns when a task is waiting.
    func isReached() async {
        if isWaitedAt { return }
        await withCheckedContinuation { watching.append($0) }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}
