/// A request to read one line: its prompt and options.
public struct LineRequest {
    /// The text before the line. Its last character shows what to type: a command, text, or an answer.
    public var prompt: String
    /// Replaces the prompt while the line is not empty, if the terminal can repaint. A prompt that counts seconds then
    /// stays unchanged. `nil` keeps the prompt.
    public var promptWhileTyping: String?
    /// The initial text of the line.
    public var initial = ""
    /// Whether the input is neither shown nor kept.
    public var isSecret = false
    /// Whether the history is available, and the line is added to it.
    public var usesHistory = false
    /// Whether pasted text keeps its line endings: see `LineResult.pasted`. Otherwise they become blanks.
    public var takesPastedLines = false
    /// Whether this is a question. The rest of a pasted text does not answer it, and is kept for the next line.
    public var isQuestion = false
    /// Returns completions for the word at the cursor when the user presses Tab. `cursor` is an offset in bytes of
    /// UTF-8.
    public var complete: ((_ line: String, _ cursor: Int) -> Completion)?
    /// Called when the reader is woken and after each `tick`, possibly also without either. It may call the reader's
    /// `announce`, but not `read`.
    public var idle: ((_ isLineEmpty: Bool) -> Idle)?
    /// The interval between calls of `idle`, or `nil` to call it only when woken.
    public var tick: Duration?

    public init(prompt: String) {
        self.prompt = prompt
    }
}

/// What the reader must do while a line is being edited.
public struct Idle: Sendable {
    /// Lines to print above the edited line, which keeps its text and cursor. Without line endings.
    public var lines: [String] = []
    /// Whether to ring the terminal bell.
    public var rings = false
    /// A new prompt. It is shown only if the terminal can repaint and the line is empty.
    public var prompt: String?
    /// A new `promptWhileTyping`, under the same conditions.
    public var promptWhileTyping: String?
    /// Whether to stop reading the line: the result is `finished`.
    public var isFinished = false

    public init() {}
}

/// The completions of a word.
public struct Completion: Sendable {
    public struct Candidate: Sendable {
        /// The text inserted into the line.
        public let text: String
        /// The text shown to the user.
        public let shown: String

        public init(_ text: String, shown: String? = nil) {
            self.text = text
            self.shown = shown ?? text
        }
    }

    /// The bytes of the line that a candidate replaces.
    public let replaced: Range<Int>
    /// The best first.
    public let candidates: [Candidate]
    /// Appended to the only candidate, for example a blank.
    public let suffix: String

    public init(replaced: Range<Int>, candidates: [Candidate], suffix: String = " ") {
        self.replaced = replaced
        self.candidates = candidates
        self.suffix = suffix
    }

    public static let none = Completion(replaced: 0..<0, candidates: [])
}

/// How reading a line ended.
public enum LineResult: Hashable, Sendable {
    case line(String)
    /// Pasted text with line endings: the complete lines. The first one begins with the text typed before. The text
    /// after the last line ending is kept, and appears in the next line that is read. Text larger than 1 MiB is split
    /// into several results.
    case pasted([String])
    /// Ctrl-D on an empty line, or the end of a file.
    case endOfInput
    /// Ctrl-C. The line is discarded.
    case interrupt(wasEmpty: Bool)
    /// The process received this signal: SIGTERM, SIGHUP or SIGQUIT. No further lines are read.
    case terminated(Int32)
    /// The terminal was closed, or input cannot be read.
    case hangup
    /// `idle` ended the line.
    case finished
    /// A line of a file or pipe exceeds the maximum length.
    case tooLong
}
