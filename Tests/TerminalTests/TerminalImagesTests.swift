import Testing

@testable import Terminal

@Suite("Images in terminals")
struct TerminalImagesTests {
    private static let environments: [(variables: [String: String], isForced: Bool, expected: TerminalImages?)] = [
        (["TERM": "xterm-kitty"], false, .kitty), (["KITTY_WINDOW_ID": "1", "TERM": "xterm"], false, .kitty),
        (["TERM_PROGRAM": "ghostty"], false, .kitty), (["TERM_PROGRAM": "iTerm.app"], false, .iTerm),
        (["TERM_PROGRAM": "WezTerm"], false, .iTerm), (["LC_TERMINAL": "iTerm2"], false, .iTerm),
        (["TERM": "xterm-256color"], true, nil), ([:], true, nil),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], false, nil),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], true, .kitty),
    ]

    @Test("The terminal is recognized by its environment", arguments: environments)
    func recognizing(_ row: (variables: [String: String], isForced: Bool, expected: TerminalImages?)) {
        let found = TerminalImages(isForced: row.isForced) { row.variables[$0].map { Array($0.utf8) } }
        #expect(found == row.expected)
    }

    @Test("kitty gets the file in chunks and is asked not to answer")
    func kitty() {
        let text = String(
            decoding: TerminalImages.kitty.sequence(
                base64: [UInt8](repeating: 0x41, count: 5000), size: 3750, columns: 80),
            as: UTF8.self)
        let commands = text.split(separator: "\u{1B}_G")
        #expect(commands.count == 2 && commands[0].hasPrefix("a=T,f=100,q=2,c=80,m=1;AAA"))
        #expect(commands[1].hasPrefix("q=2,m=0;A") && text.hasSuffix("\u{1B}\\\n"))
    }

    @Test("iTerm2 gets the file in one sequence")
    func iTerm() {
        let text = String(decoding: TerminalImages.iTerm.sequence(base64: [0x41], size: 1, columns: nil), as: UTF8.self)
        #expect(text == "\u{1B}]1337;File=inline=1;size=1;width=auto;preserveAspectRatio=1:A\u{7}\n")
    }
}
