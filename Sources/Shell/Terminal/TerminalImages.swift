/// Draws images in terminals that decode them. Detected by the environment, without asking the terminal, which would
/// delay the start and leave an answer in the input.
public enum TerminalImages: Sendable {
    /// The graphics protocol of kitty and Ghostty, which takes PNG.
    case kitty
    /// The inline images of iTerm2 and WezTerm, which take PNG, JPEG and GIF.
    case iTerm

    /// Returns the protocol of the terminal; `nil` if it is not known to draw images. `variable` returns the value of
    /// an environment variable. Inside tmux and screen, which drop what they do not know, only if `isForced`.
    public init?(isForced: Bool, _ variable: (String) -> [UInt8]?) {
        func value(_ name: String) -> String { variable(name).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        let isInside = !value("TMUX").isEmpty || !value("STY").isEmpty
        if isInside, !isForced { return nil }
        let program = value("TERM_PROGRAM")
        let terminal = value("TERM")
        if !value("KITTY_WINDOW_ID").isEmpty || terminal == "xterm-kitty" || terminal == "xterm-ghostty"
            || program == "ghostty"
        {
            self = .kitty
        } else if program == "iTerm.app" || program == "WezTerm" || value("LC_TERMINAL") == "iTerm2" {
            self = .iTerm
        } else {
            return nil
        }
    }

    /// Bytes of base64 per command of kitty's protocol.
    private static let chunkLength = 4096

    /// Returns the control sequences that draw an image file, given in base64, followed by a line feed. `columns`: the
    /// width in columns, or `nil` for the image's own.
    ///
    /// kitty is asked not to answer.
    public func sequence(base64: [UInt8], size: Int, columns: Int?) -> [UInt8] {
        switch self {
        case .kitty:
            var output: [UInt8] = []
            var start = 0
            while start < base64.count {
                let end = min(start + Self.chunkLength, base64.count)
                let more = end < base64.count ? 1 : 0
                let width = columns.map { ",c=\($0)" } ?? ""
                let keys = start == 0 ? "a=T,f=100,q=2\(width),m=\(more)" : "q=2,m=\(more)"
                output += Array("\u{1B}_G\(keys);".utf8) + base64[start..<end] + [0x1B, 0x5C]
                start = end
            }
            return output + [0x0A]
        case .iTerm:
            let width = columns.map { "\($0)" } ?? "auto"
            let head = "\u{1B}]1337;File=inline=1;size=\(size);width=\(width);preserveAspectRatio=1:"
            return Array(head.utf8) + base64 + [0x07, 0x0A]
        }
    }
}
