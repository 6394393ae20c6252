private import Glibc
internal import LineEditing

extension LineReader {
    func obeySignals() -> LineResult? {
        if let signal = endingSignal { return .terminated(signal) }
        if watch.take(SIGINT) { return .interrupt(wasEmpty: typed?.editor.line.isEmpty ?? true) }
        if watch.take(SIGTSTP) { return suspend() }
        if watch.take(SIGCONT) { return resume() }
        if watch.take(SIGWINCH) {
            let size = TerminalPathAndSize.size(of: screen)
            show { typed, octets in typed.resize(size, into: &octets) }
        }
        return nil
    }

    /// Restores the terminal's original mode, and stops the process until it is continued.
    func suspend() -> LineResult? {
        show { typed, octets in typed.finish(into: &octets) }
        write(pasteMarks(false))
        mode?.leave()
        watch.stop()
        if !watch.take(SIGCONT) {
            // The signal may stop the process slightly later, if another thread receives it, or may be ignored.
            _ = DescriptorWait(-1, watch.descriptor, until: .now + .milliseconds(100))
            _ = watch.take(SIGCONT)
        }
        mode = TerminalMode(of: input)
        return resume()
    }

    func resume() -> LineResult? {
        guard mode?.enter() == true else { return .hangup }
        let size = TerminalPathAndSize.size(of: screen)
        write(pasteMarks(true))
        show { typed, octets in typed.begin(size: size, into: &octets) }
        return nil
    }
}
