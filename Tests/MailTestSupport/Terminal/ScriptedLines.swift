import Synchronization

/// A user who types lines, one after the other.
public final class ScriptedLines: Sendable {
    private let lines: Mutex<[String]>
    private let heard = Mutex<[String]>([])

    public init(_ lines: [String]) {
        self.lines = Mutex(lines.reversed())
    }

    /// Returns the next line, or `nil` if none is left.
    public func next(after prompt: String) -> String? {
        heard.withLock { $0.append(prompt) }
        return lines.withLock { $0.popLast() }
    }

    /// The prompts shown before the lines.
    public var prompts: [String] { heard.withLock { $0 } }
}
