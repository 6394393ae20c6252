public import Disk

/// An error in the configuration: the file and line, what is wrong and how to fix it.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// `nil` if no file is the cause.
    public let file: Path?
    /// The line number, from 1, or `nil` if no single line is the cause.
    public let line: Int?
    /// One or two sentences: what is wrong and how to fix it.
    public let problem: String

    public init(_ file: Path?, line: Int? = nil, _ problem: String) {
        self.file = file
        self.line = line
        self.problem = problem
    }

    static func sharedMaildir(_ file: Path, _ path: Path, with other: AccountName) -> ConfigurationError {
        ConfigurationError(
            file,
            "Its mail would be stored in \(path), together with that of \(other). Give it a separate \"maildir\".")
    }

    package static let noHome = ConfigurationError(
        nil,
        "HOME is not set to an absolute path, so petrel does not know where to store mail. Set it, or PETREL_HOME, or add --home DIR."
    )
}

extension ConfigurationError: CustomStringConvertible {
    /// For example "…/accounts/work.json, line 3: …".
    public var description: String {
        guard let file else { return problem }
        return "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)"
    }
}

extension [ConfigurationError] {
    /// The errors of a file in the order of their lines. Those without a line come first.
    var inLineOrder: [ConfigurationError] {
        enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    }
}
