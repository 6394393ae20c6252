internal import LineEditing
internal import MailTypes

extension LineReader {
    /// Paints the line's final state, and keeps the history, killed text and unfinished text.
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
        case .interrupt:
            line.finish("^C", into: &octets)
            line.editor.discard()
        case .finished: line.withdraw(into: &octets)
        case .submitted, .endOfInput, .terminated, .hangup, .tooLong: line.finish(into: &octets)
        }
        write(octets + pasteMarks(false))
        kills = line.editor.line.kills
        keep(line, result)
        let lines = held
        held = []
        if !lines.isEmpty { announce(lines) }
    }

    private func keep(_ line: LineEditorDisplay, _ result: LineResult) {
        let isAside = line.request.isSecret || line.request.isQuestion
        switch result {
        case .terminated where isAside, .hangup where isAside: unfinished = textOfRest
        case .terminated, .hangup:
            let pasted = Windows1252.textOrUTF8(decoder.unfinishedPaste)
            unfinished = line.editor.line.textBeforeCursor + pasted + line.editor.line.textBehindCursor
        case .finished: unfinished = line.request.isSecret ? "" : line.editor.line.text
        case .line, .submitted, .pasted, .endOfInput, .interrupt, .tooLong: unfinished = ""
        }
    }
}
