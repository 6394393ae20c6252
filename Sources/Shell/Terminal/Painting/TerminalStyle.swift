/// What may be done with the terminal, or with whatever stands in its place.
public struct TerminalStyle: Hashable, Sendable {
    /// What the user said about colour.
    public enum Color: Hashable, Sendable {
        case automatic
        case always
        case never
    }

    /// Somebody sits there: lines are edited, and questions can be asked.
    public let isTerminal: Bool
    /// Everything is said in words, once, one after the other.
    public let isAccessible: Bool
    /// The line that is being typed may be rewritten in its place.
    public let canRepaint: Bool
    /// Colour and bold may repeat what words say.
    public let usesColor: Bool
    /// A prompt may change by itself while nothing is typed.
    public let ticks: Bool
    /// The terminal can mark where pasted text begins and ends. It is asked to by a sequence of controls, of which
    /// nothing is sent where somebody listens.
    let marksPaste: Bool

    /// The values are those of the variables TERM, without which nothing but text is sent, as with `dumb`; NO_COLOR, if
    /// it is set and not empty [no-color.org]; REDUCED_MOTION and ACCESSIBLE. `isTerminal` is for input and output both.
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
