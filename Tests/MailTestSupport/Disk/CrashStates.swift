import Disk
import Synchronization

/// What a disk may do with changes of names that it was not told to make sure of.
public enum CrashOrder: Sendable, CaseIterable {
    /// Those of one directory happen in their order, and a rename wholly or not at all: a journal of metadata.
    case inOrder
    /// Any of them may have happened without the others; and a file may have got its length before its content.
    case anyOrder
    /// A rename from one directory to another may have happened in the one and not in the other, too.
    case apart
}

/// A disk as the reboot after a loss of power finds it.
public struct CrashState: CustomStringConvertible {
    /// How many steps had been made.
    public let step: Int
    public let disk: MemoryFileSystem
    let changes: [MemoryChange]
    /// The changes of names that were lost.
    let lost: [MemoryChange]
    /// What became of files that were not synchronized.
    let extents: [(object: Int, extent: Extent)]

    /// Which octets of a file the disk holds.
    struct Extent: Hashable, Sendable {
        let length: Int
        /// From here…
        let zeroStart: Int
        /// …to here stand zeros.
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

/// The states in which a loss of power at any step may leave a disk: all of them where they are few, as many as were
/// asked for of those of one step otherwise. The same generator gives the same states.
public struct CrashStates: Sequence, IteratorProtocol {
    private let changes: [MemoryChange]
    private let limit: Int
    private var generator: SeededGenerator
    private var pending: PendingChanges
    private var step = 0
    private var waiting: [CrashState] = []
    private var isAtEnd = false

    init(
        _ changes: [MemoryChange], _ order: CrashOrder, from initial: MemoryTree, to final: MemoryTree, limit: Int,
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
    /// The states that a loss of power since the last `settle` may have left, at most `limit` for each step.
    public func crashStates(
        _ order: CrashOrder = .inOrder, limit: Int, using generator: SeededGenerator
    ) -> CrashStates {
        state.withLock { CrashStates($0.steps, order, from: $0.initial, to: $0.tree, limit: limit, generator) }
    }

    /// The states that a loss of power during `run` may leave.
    public func crashStates(
        _ order: CrashOrder = .inOrder, limit: Int, using generator: SeededGenerator,
        of run: (MemoryFileSystem) throws -> Void
    ) rethrows -> CrashStates {
        settle()
        try run(self)
        return crashStates(order, limit: limit, using: generator)
    }
}
