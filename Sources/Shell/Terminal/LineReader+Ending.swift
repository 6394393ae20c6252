extension LineReader {
    /// Leaves the line on the screen as it became, and keeps what is to be kept.
    func end(_ result: LineResult) {
        guard var line = typed else { return }
        typed = nil
        var octets: [UInt8] = []
        switch result {
        case .line(let text):
            if line.request.usesHistory, !line.request.isSecret { history.add(text) }
            line.finish(into: &octets)
        case .pasted(let lines):
            line.finish(showing: lines.first ?? "", into: &octets)
            if !line.editor.line.isEmpty {
                rest = (line.editor.line.textBeforeCursor, line.editor.line.textBehindCursor)
            }
        case .interrupt: line.finish("^C", into: &octets)
        case .finished: line.withdraw(into: &octets)
        case .endOfInput, .terminated, .hangup, .tooLong: line.finish(into: &octets)
        }
        write(octets + pasteMarks(false))
        killed = line.editor.line.killed
        keep(line.editor, result)
        let lines = held
        held = []
        if !lines.isEmpty { announce(lines) }
    }

    func keep(_ editor: LineEditor, _ result: LineResult) {
        guard !editor.isSecret else { return }
        switch result {
        case .finished: unfinished = editor.line.text
        case .terminated, .hangup:
            let pasted = String(decoding: decoder.unfinishedPaste, as: UTF8.self)
            unfinished = editor.line.textBeforeCursor + pasted + editor.line.textBehindCursor
        case .line, .pasted, .endOfInput, .interrupt, .tooLong: break
        }
    }
}
