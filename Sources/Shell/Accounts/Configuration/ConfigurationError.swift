public import Disk

/// Configuration that cannot be followed: which file and line, what is wrong, and what to do.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// `nil` where no file is at fault.
    public let file: Path?
    /// From 1; `nil` where the fault is in no one line.
    public let line: Int?
    /// One sentence or two: what is wrong, and what to do about it.
    public let problem: String

    public init(_ file: Path?, line: Int? = nil, _ problem: String) {
        self.file = file
        self.line = line
        self.problem = problem
    }

    static let noHome = ConfigurationError(
        nil,
        "HOME is not set to an absolute path, so petrel does not know where to store mail. Set it, or PETREL_HOME, or add --home DIR."
    )
}

extension ConfigurationError: CustomStringConvertible {
    /// "…/accounts/work.json, line 3: …"
    public var description: String {
        guard let file else { return problem }
        return "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)"
    }
}
