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
    /// The lines that shortcut keys type and enter while nothing has been typed.
    public var shortcuts: [Shortcut: String] = [:]
    /// Whether Ctrl-X Ctrl-Y ends the line with the result `submitted`.
    public var takesSubmission = false
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

extension LineRequest {
    /// A key, or two, that can stand for a whole line.
    public enum Shortcut: Hashable, Sendable {
        case backspace
        case delete
        /// Ctrl-X Ctrl-Y, also after text was typed and removed again.
        case submit
    }
}

/// What the reader must do while a line is being edited.
public struct Idle: Sendable {
    /// Lines to print above the edited line, which keeps its text and cursor. Without line endings.
    public var lines: [String] = []
    /// Whether to ring the terminal bell.
    public var rings = false
    /// A new prompt. It is shown only if the line is empty, and the terminal can repaint or there are lines to print.
    public var prompt: String?
    /// A new `promptWhileTyping`, under the same conditions.
    public var promptWhileTyping: String?
    /// Whether to stop reading the line: the result is `finished`.
    public var isFinished = false

    public init() {}
}
