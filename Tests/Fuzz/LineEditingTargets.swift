@testable import LineEditing

extension FuzzTarget {
    /// Any bytes as keys, with timeouts as often as the first byte says. The decoder stores little, and Ctrl-C works at
    /// the end.
    static let keys = FuzzTarget(name: "keys", maximumLength: 4096) { bytes in
        var decoder = KeyDecoder(pieceSize: 64)
        var keys: [Key] = []
        let wait = Int(bytes.first ?? 0)
        for (index, octet) in bytes.dropFirst().enumerated() {
            decoder.decode(octet, into: &keys)
            if wait > 0, index % wait == 0 { decoder.timeOut(into: &keys) }
            expect(decoder.unfinishedPaste.count < 128, "what is pasted comes in pieces")
        }
        expect(keys.count <= bytes.count + 1, "an octet is no more than a key")
        decoder.timeOut(into: &keys)
        for octet in Array("\u{1B}[201~\u{3}".utf8) { decoder.decode(octet, into: &keys) }
        expect(keys.last == .interrupt, "Ctrl-C is heard")
    }

    /// A typed line. The first byte sets the width of the screen, and the second the height and the style. The output
    /// is inert, and the text matches its characters.
    static let typing = FuzzTarget(name: "typing", maximumLength: 256) { bytes in
        guard bytes.count > 2 else { return }
        let size = ScreenSize(columns: Int(bytes[0] % 90) + 1, rows: Int(bytes[1] / 2 % 30) + 1)
        var request = LineRequest(prompt: "d7| ")
        request.usesHistory = true
        request.takesPastedLines = bytes[1] % 2 == 0
        var history = LineHistory()
        for line in ["list new", "日本語 e\u{301}", "reply 3\u{1B}[A"] { history.add(line) }
        var editor = LineEditor(EditedLine(), request, history: history)
        let style = TerminalOptions(isTerminal: true, term: Array("xterm".utf8), accessible: bytes[1] % 4 > 1)
        var output: [UInt8] = []
        var typed = LineEditorDisplay(request, editor, style, size: size, into: &output)
        var decoder = KeyDecoder(pieceSize: 64)
        for octet in bytes.dropFirst(2) {
            var keys: [Key] = []
            decoder.decode(octet, into: &keys)
            for key in keys {
                if case .complete = typed.editor.handle(key) {
                    let candidates = [Completion.Candidate("list"), .init("lists")]
                    _ = typed.editor.complete(with: Completion(replaced: 0..<2, candidates: candidates))
                }
                typed.paint(into: &output)
            }
            editor = typed.editor
            // Killing and yanking text quickly grows it to a mebibyte, and finds nothing new.
            if editor.line.size > 4096 { return }
            expect(editor.line.characters == Array(editor.line.text), "characters are those of the text")
            expect(editor.line.size == editor.line.text.utf8.count, "the size is that of the text")
            expect((0...editor.line.characters.count).contains(editor.line.cursor), "the cursor is in the line")
        }
        typed.finish(into: &output)
        expectUTF8(output, "what is shown")
        expectInert(output, canRepaint: style.canRepaint)
    }

    /// Allows only the sequences that display a line: movement, erasing and styles.
    private static func expectInert(_ output: [UInt8], canRepaint: Bool) {
        var place = 0
        while place < output.count {
            let octet = output[place]
            place += 1
            guard octet == 0x1B else {
                expect(
                    octet >= 0x20 && octet != 0x7F || [0x08, 0x0A, 0x0D].contains(octet), "control character \(octet)")
                continue
            }
            expect(canRepaint, "no sequence where nothing can be rewritten")
            expect(place < output.count && output[place] == 0x5B, "CSI")
            place += 1
            while place < output.count, (0x30...0x39).contains(output[place]) { place += 1 }
            expect(place < output.count && Array("ABCHJm".utf8).contains(output[place]), "a sequence of ours")
            place += 1
        }
    }
}
