/// How the line that is being typed is kept before people's eyes, or ears.
enum LinePainter: Sendable {
    case screen(ScreenPainter)
    case appending(AppendingPainter)

    init(_ line: RenderedLine, _ style: TerminalStyle, size: ScreenSize, into output: inout [UInt8]) {
        if style.canRepaint {
            self = .screen(ScreenPainter(line, size: size, isBold: style.usesColor, into: &output))
        } else {
            self = .appending(AppendingPainter(line, columns: size.columns, into: &output))
        }
    }

    mutating func update(_ line: RenderedLine, into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.update(line, into: &output)
            self = .screen(painter)
        case .appending(var painter):
            painter.update(line, into: &output)
            self = .appending(painter)
        }
    }

    /// Prints lines above the one that is being typed.
    mutating func announce(_ lines: [String], into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.announce(lines, into: &output)
            self = .screen(painter)
        case .appending(var painter):
            painter.announce(lines, into: &output)
            self = .appending(painter)
        }
    }

    /// `line` is the same line on a screen of that size.
    mutating func resize(_ line: RenderedLine, _ size: ScreenSize, into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.resize(line, size, into: &output)
            self = .screen(painter)
        case .appending(var painter):
            painter.resize(columns: size.columns)
            self = .appending(painter)
        }
    }

    /// An empty screen but for the line; where nothing can be erased, the line once more.
    mutating func clear(into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.clear(into: &output)
            self = .screen(painter)
        case .appending(let painter): painter.repeatLine(into: &output)
        }
    }

    /// Leaves the line with a remark behind it and goes to the row below.
    mutating func finish(_ remark: String = "", into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.finish(remark, into: &output)
            self = .screen(painter)
        case .appending(let painter): painter.finish(remark, into: &output)
        }
    }

    /// Takes the line away where that is possible, and else goes to the row below.
    mutating func withdraw(into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.erase(into: &output)
            self = .screen(painter)
        case .appending(let painter): painter.finish("", into: &output)
        }
    }
}
