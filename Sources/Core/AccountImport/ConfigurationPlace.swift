/// A line of a configuration file, for messages.
public struct ConfigurationPlace: Hashable, Sendable {
    public let file: String
    /// From 1.
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

extension ConfigurationPlace: CustomStringConvertible {
    public var description: String { "\(file):\(line)" }
}
