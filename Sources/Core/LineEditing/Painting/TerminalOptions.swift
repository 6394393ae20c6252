/// The capabilities of the terminal, or of a file or pipe in its place, and the user's preferences.
public struct TerminalOptions: Hashable, Sendable {
    /// The user's color setting.
    public enum Color: Hashable, Sendable {
        case automatic
        case always
        case never
    }

    /// Whether a user is at a terminal, so that lines can be edited and questions asked.
    public let isTerminal: Bool
    /// Whether output is linear text without repainting, for screen readers.
    public let isAccessible: Bool
    /// Whether the line being edited may be repainted in place.
    public let canRepaint: Bool
    /// Whether color and bold may emphasize the text.
    public let usesColor: Bool
    /// Whether a prompt may change by itself while nothing is typed.
    public let ticks: Bool
    /// Whether to enable bracketed paste. It requires escape sequences, which are not sent in accessible mode.
    package let marksPaste: Bool

    /// Creates a value from the variables TERM; NO_COLOR, if it is set and not empty [no-color.org]; REDUCED_MOTION;
    /// and ACCESSIBLE. If TERM is unset, empty or `dumb`, only text is written. `isTerminal` applies to input and
    /// output.
    public init(
        isTerminal: Bool, term: [UInt8]?, noColor: Bool = false, reducedMotion: Bool = false, accessible: Bool = false,
        color: Color = .automatic
    ) {
        let isDumb = term.map { $0.isEmpty || $0.elementsEqual("dumb".utf8) } ?? true
        self.isTerminal = isTerminal
        isAccessible = accessible
        marksPaste = isTerminal && !isDumb && !accessible
        canRepaint = isTerminal && !isDumb && !accessible
        ticks = canRepaint && !reducedMotion
        usesColor =
            switch color {
            case .automatic: isTerminal && !isDumb && !noColor
            case .always: true
            case .never: false
            }
    }
}
