/// A failure that a disk in memory is to have.
public struct MemoryFault: Sendable {
    public enum Counting: Sendable, CaseIterable {
        /// Only calls that change something or make sure of it.
        case changes
        /// All calls that can fail.
        case calls
    }

    /// Which call fails, counted from 1 since the disk was made or `settle` was called.
    public var number: Int
    public var counting: Counting
    /// The value of errno.
    public var code: Int32
    /// Whether all later ones fail too.
    public var lasts: Bool

    public init(number: Int, counting: Counting = .changes, code: Int32, lasts: Bool = false) {
        self.number = number
        self.counting = counting
        self.code = code
        self.lasts = lasts
    }
}
