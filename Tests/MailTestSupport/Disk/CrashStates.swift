import Disk
import Synchronization

/// How a disk may reorder changes of names that were not synchronized.
public enum CrashOrder: Sendable, CaseIterable {
    /// Changes in one directory happen in order, and a rename is atomic, as with a metadata journal.
    case inOrder
    /// Any change may have happened without the others, and a file may have its length before its content.
    case anyOrder
    /// Like `anyOrder`, and a rename between two directories may have happened in only one of them.
    case apart
}

/// The state of a disk after a power loss and a reboot.
public struct CrashState: CustomStringConvertible {
    /// The number of steps completed before the power loss.
    public let step: Int
    public let disk: MemoryFileSystem
    let changes: [MemoryDiskChange]
    /// The changes of names that were lost.
    let lost: [MemoryDiskChange]
    /// The extents of files that were not synchronized.
    let extents: [(object: Int, extent: Extent)]

    /// The bytes of a file that the disk holds.
    struct Extent: Hashable, Sendable {
        let length: Int
        /// The bytes from here up to `zeroEnd` are zeros.
        let zeroStart: Int
        let zeroEnd: Int
    }

    public var description: String {
        let last = step == 0 ? "nothing" : "\(changes[step - 1])"
        let lost = lost.isEmpty ? "" : "; lost: " + lost.map(\.description).joined(separator: ", ")
        let files = extents.map { object, extent in
            "; #\(object) has \(extent.length)"
                + (extent.zeroStart < extent.zeroEnd ? ", zeros \(extent.zeroStart)..<\(extent.zeroEnd)" : "")
        }
        return "crash after step \(step) (\(last))" + lost + files.joined()
    }
}

/// The states in which a power loss at any step may leave a disk. Yields all states of a step if there are few, and a
/// random selection up to the limit otherwise. The same generator yields the same states.
public struct CrashStates: Sequence, IteratorProtocol {
    private let changes: [MemoryDiskChange]
    private let limit: Int
    private var generator: SeededGenerator
    private var pending: PendingChanges
    private var step = 0
    private var waiting: [CrashState] = []
    private var isAtEnd = false

    init(
        _ changes: [MemoryDiskChange], _ order: CrashOrder, from initial: MemoryTree, to final: MemoryTree, limit: Int,
        _ generator: SeededGenerator
    ) {
        self.changes = changes
        self.limit = limit
        self.generator = generator
        pending = PendingChanges(order, initial, final)
    }

    public mutating func next() -> CrashState? {
        while waiting.isEmpty, !isAtEnd {
            waiting = pending.outcomes(limit: limit, &generator).reversed().map { outcome in
                CrashState(
                    step: step, disk: MemoryFileSystem(outcome.tree), changes: changes, lost: outcome.lost,
                    extents: outcome.extents)
            }
            if step == changes.count { isAtEnd = true } else { pending.add(changes[step]) }
            step += 1
        }
        return waiting.popLast()
    }
}

extension MemoryFileSystem {
    /// Returns the states that a power loss since the last `settle` may have left, at most `limit` for each step.
    public func crashStates(
        _ order: CrashOrder = .inOrder, limit: Int, using generator: SeededGenerator
    ) -> CrashStates {
        state.withLock { CrashStates($0.steps, order, from: $0.initial, to: $0.tree, limit: limit, generator) }
    }

    /// Returns the states that a power loss during `run` may leave.
    public func crashStates(
        _ order: CrashOrder = .inOrder, limit: Int, using generator: SeededGenerator,
        of run: (MemoryFileSystem) throws -> Void
    ) rethrows -> CrashStates {
        settle()
        try run(self)
        return crashStates(order, limit: limit, using: generator)
    }
}
