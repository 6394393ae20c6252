/// A line being edited: its request, its editor and its painter.
package struct LineEditorDisplay {
    package let request: LineRequest
    let style: TerminalOptions
    package var editor: LineEditor
    package var prompt: String
    package var promptWhileTyping: String?
    var size: ScreenSize
    private var painter: LinePainter

    package init(
        _ request: LineRequest, _ editor: LineEditor, _ style: TerminalOptions, size: ScreenSize,
        into output: inout [UInt8]
    ) {
        self.request = request
        self.style = style
        self.editor = editor
        self.size = size
        prompt = request.prompt
        promptWhileTyping = request.promptWhileTyping
        let first = RenderedLine(
            prompt: request.prompt, text: editor.shownText, cursor: editor.shownCursor, columns: size.columns)
        painter = LinePainter(first, style, size: size, into: &output)
    }

    private var shown: RenderedLine {
        let isFrozen = style.canRepaint && !editor.line.isEmpty
        let calm = isFrozen ? promptWhileTyping ?? prompt : prompt
        return RenderedLine(
            prompt: editor.search?.prompt ?? calm, text: editor.shownText, cursor: editor.shownCursor,
            columns: size.columns)
    }

    package mutating func paint(into output: inout [UInt8]) {
        painter.update(shown, into: &output)
    }

    /// Prints lines. Where nothing can be repainted, the line is repeated below them, after a new `prompt` if there is one.
    package mutating func announce(_ lines: [String], prompt: String? = nil, into output: inout [UInt8]) {
        paint(into: &output)
        if let prompt, !style.canRepaint { self.prompt = prompt }
        painter.announce(lines, above: shown, into: &output)
    }

    package mutating func resize(_ size: ScreenSize, into output: inout [UInt8]) {
        paint(into: &output)
        self.size = size
        painter.resize(shown, size, into: &output)
    }

    package mutating func clear(into output: inout [UInt8]) {
        paint(into: &output)
        painter.clear(into: &output)
    }

    /// Paints the line again in the row of the cursor.
    package mutating func begin(size: ScreenSize, into output: inout [UInt8]) {
        self.size = size
        painter = LinePainter(shown, style, size: size, into: &output)
    }

    package mutating func finish(_ remark: String = "", into output: inout [UInt8]) {
        paint(into: &output)
        painter.finish(remark, into: &output)
    }

    /// Finishes the line, and shows `text` instead of the text that is still being edited.
    package mutating func finish(showing text: String, into output: inout [UInt8]) {
        let last = RenderedLine(prompt: prompt, text: text, cursor: text.count, columns: size.columns)
        painter.update(last, into: &output)
        painter.finish(into: &output)
    }

    package mutating func withdraw(into output: inout [UInt8]) {
        painter.withdraw(into: &output)
    }
}
