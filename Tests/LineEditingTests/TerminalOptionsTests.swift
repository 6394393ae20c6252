import MailTestSupport
import Testing

@testable import LineEditing

@Suite("Capabilities of terminals")
struct TerminalOptionsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let style: TerminalOptions
        /// r: repaints, c: uses color, t: ticks, p: marks pasted text.
        let may: String
        var testDescription: String { name }

        init(_ name: String, _ may: String, _ style: TerminalOptions) {
            self.name = name
            self.may = may
            self.style = style
        }
    }

    private static let xterm = Array("xterm".utf8)
    private static let dumb = Array("dumb".utf8)

    static let rows = [
        Row("a terminal", "rctp", TerminalOptions(isTerminal: true, term: xterm)),
        Row("a pipe", "", TerminalOptions(isTerminal: false, term: xterm)),
        Row("a typewriter", "", TerminalOptions(isTerminal: true, term: dumb)),
        Row("one without a name", "", TerminalOptions(isTerminal: true, term: nil)),
        Row("NO_COLOR", "rtp", TerminalOptions(isTerminal: true, term: xterm, noColor: true)),
        Row(
            "NO_COLOR and --color=always", "rctp",
            TerminalOptions(isTerminal: true, term: xterm, noColor: true, color: .always)),
        Row("--color=never", "rtp", TerminalOptions(isTerminal: true, term: xterm, color: .never)),
        Row("REDUCED_MOTION", "rcp", TerminalOptions(isTerminal: true, term: xterm, reducedMotion: true)),
        Row("ACCESSIBLE", "c", TerminalOptions(isTerminal: true, term: xterm, accessible: true)),
    ]

    @Test("Respects the terminal and the user's settings", .holds("N03"), arguments: rows)
    func styles(_ row: Row) {
        let style = row.style
        let may = (style.canRepaint ? "r" : "") + (style.usesColor ? "c" : "") + (style.ticks ? "t" : "")
        #expect(may + (style.marksPaste ? "p" : "") == row.may)
    }
}
