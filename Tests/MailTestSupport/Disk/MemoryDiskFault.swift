/// A failure to inject into a disk in memory.
public struct MemoryDiskFault: Sendable {
    public enum Counting: Sendable, CaseIterable {
        /// Only calls that change or synchronize something.
        case changes
        /// All calls that can fail.
        case calls
    }

    /// The number of the failing call, counted from 1 since the disk was created or `settle` was called.
    public var number: Int
    public var counting: Counting
    /// The value of errno.
    public var code: Int32
    /// Whether all later calls fail too.
    public var lasts: Bool

    public init(number: Int, counting: Counting = .changes, code: Int32, lasts: Bool = false) {
        self.number = number
        self.counting = counting
        self.code = code
        self.lasts = lasts
    }
}
