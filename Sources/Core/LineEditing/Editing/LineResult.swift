/// How reading a line ended.
public enum LineResult: Hashable, Sendable {
    case line(String)
    /// Ctrl-X Ctrl-Y, for a request with `takesSubmission`: the line, after which the user wants to send.
    case submitted(String)
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
