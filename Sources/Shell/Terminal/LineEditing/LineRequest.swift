/// One line that is to be typed: what stands before it, and what may happen meanwhile.
public struct LineRequest {
    /// Stands before the line, and says by its last sign what is being typed: a command, text, an answer.
    public var prompt: String
    /// Takes the place of the prompt while anything stands in the line, where it can be rewritten: a prompt that
    /// counts seconds stands still then. `nil` for the prompt as it is.
    public var promptWhileTyping: String?
    /// Text that stands in the line already.
    public var initial = ""
    /// Nothing is shown of what is typed, and nothing kept.
    public var isSecret = false
    /// Whether the line can be one of those typed before, and becomes one.
    public var usesHistory = false
    /// Whether pasted text keeps its line ends: see `LineResult.pasted`. Otherwise they become blanks.
    public var takesPastedLines = false
    /// Whether this is a question: what is left of a pasted text is no answer to it and waits for the next line.
    public var isQuestion = false
    /// What the word at the cursor may become; asked when Tab is typed. `cursor` counts octets of UTF-8.
    public var complete: ((_ line: String, _ cursor: Int) -> Completion)?
    /// Called when somebody wakes the reader, and after each `tick`; also when nothing of that kind has happened. It may
    /// call `announce` of the reader, but not `read`.
    public var idle: ((_ isLineEmpty: Bool) -> Idle)?
    /// How often `idle` is called by itself; `nil` for never.
    public var tick: Duration?

    public init(prompt: String) {
        self.prompt = prompt
    }
}

/// What is to happen beside the line that is being typed.
public struct Idle: Sendable {
    /// Printed above the line, which stays as it is with its cursor. Without line ends.
    public var lines: [String] = []
    /// Whether the terminal rings.
    public var rings = false
    /// A new prompt. It is shown where the line can be rewritten and is empty; elsewhere it is left alone.
    public var prompt: String?
    /// The same for what takes its place while anything stands in the line.
    public var promptWhileTyping: String?
    /// Whether the line is not wanted any more: the result is `finished`.
    public var isFinished = false

    public init() {}
}

/// What a word may become.
public struct Completion: Sendable {
    public struct Candidate: Sendable {
        /// What is put into the line.
        public let text: String
        /// What people are shown of it.
        public let shown: String

        public init(_ text: String, shown: String? = nil) {
            self.text = text
            self.shown = shown ?? text
        }
    }

    /// The octets of the line that a candidate takes the place of.
    public let replaced: Range<Int>
    /// The best first.
    public let candidates: [Candidate]
    /// Set behind the only candidate, for example a blank.
    public let suffix: String

    public init(replaced: Range<Int>, candidates: [Candidate], suffix: String = " ") {
        self.replaced = replaced
        self.candidates = candidates
        self.suffix = suffix
    }

    public static let none = Completion(replaced: 0..<0, candidates: [])
}

/// How the typing of a line ended.
public enum LineResult: Hashable, Sendable {
    case line(String)
    /// Pasted text with line ends: the lines that are complete, of which the first begins with what was typed before.
    /// What stands behind the last end is typed on: it stands in the next line that is asked for. Text of more than a
    /// mebibyte comes in several results.
    case pasted([String])
    /// Ctrl-D on an empty line, or the end of a file.
    case endOfInput
    /// Ctrl-C. The line is gone.
    case interrupt(wasEmpty: Bool)
    /// The process was told to end by this signal: SIGTERM, SIGHUP or SIGQUIT. No line is read after it.
    case terminated(Int32)
    /// The terminal is gone, or input cannot be read.
    case hangup
    /// `idle` said so.
    case finished
    /// A line of a file or a pipe that is longer than any line may be.
    case tooLong
}
