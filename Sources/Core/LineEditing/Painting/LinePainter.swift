/// Displays the line being edited, on a screen or for a screen reader.
enum LinePainter: Sendable {
    case screen(ScreenPainter)
    case appending(EscapeFreePainter)

    init(_ line: RenderedLine, _ style: TerminalOptions, size: ScreenSize, into output: inout [UInt8]) {
        if style.canRepaint {
            self = .screen(ScreenPainter(line, size: size, isBold: style.usesColor, into: &output))
        } else {
            self = .appending(EscapeFreePainter(line, columns: size.columns, into: &output))
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

    /// Prints lines above the line being edited, which is repeated as `line` if the terminal cannot repaint.
    mutating func announce(_ lines: [String], above line: RenderedLine, into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.announce(lines, into: &output)
            self = .screen(painter)
        case .appending(var painter):
            painter.announce(lines, above: line, into: &output)
            self = .appending(painter)
        }
    }

    /// Adapts to a new screen size. `line` is the same line rendered for that size.
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

    /// Clears the screen except for the line. If nothing can be erased, repeats the line.
    mutating func clear(into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.clear(into: &output)
            self = .screen(painter)
        case .appending(let painter): painter.repeatLine(into: &output)
        }
    }

    /// Writes a remark after the line, and moves to the next row.
    mutating func finish(_ remark: String = "", into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.finish(remark, into: &output)
            self = .screen(painter)
        case .appending(let painter): painter.finish(remark, into: &output)
        }
    }

    /// Erases the line if possible. Otherwise moves to the next row.
    mutating func withdraw(into output: inout [UInt8]) {
        switch self {
        case .screen(var painter):
            painter.erase(into: &output)
            self = .screen(painter)
        case .appending(let painter): painter.finish("", into: &output)
        }
    }
}
