internal import LineEditing

extension LineReader {
    func paint() {
        if !held.isEmpty, typed?.editor.search == nil {
            let lines = held
            held = []
            announce(lines)
        }
        show { typed, octets in typed.paint(into: &octets) }
    }

    func show(_ change: (inout LineEditorDisplay, inout [UInt8]) -> Void) {
        var octets: [UInt8] = []
        if var line = typed {
            typed = nil
            change(&line, &octets)
            typed = line
        }
        write(octets)
    }

    func write(_ octets: [UInt8]) {
        guard !octets.isEmpty else { return }
        output.write(octets.span)
        output.flush()
    }

    /// Returns the sequence that switches bracketed paste on or off [XTerm Control Sequences: bracketed paste].
    func pasteMarks(_ isOn: Bool) -> [UInt8] {
        style.marksPaste ? Array((isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l").utf8) : []
    }
}
