private import Glibc

extension LineReader {
    func obeySignals() -> LineResult? {
        if let signal = endingSignal { return .terminated(signal) }
        if watch.take(SIGINT) { return .interrupt(wasEmpty: typed?.editor.line.isEmpty ?? true) }
        if watch.take(SIGTSTP) { return suspend() }
        if watch.take(SIGCONT) { return resume() }
        if watch.take(SIGWINCH) {
            let size = Screen.size(of: screen)
            show { typed, octets in typed.resize(size, into: &octets) }
        }
        return nil
    }

    /// Stops, with the terminal as it was found, until somebody lets the process go on.
    func suspend() -> LineResult? {
        show { typed, octets in typed.finish(into: &octets) }
        write(pasteMarks(false))
        mode?.leave()
        watch.stop()
        if !watch.take(SIGCONT) {
            // Another thread may be the one that the signal stops, a moment later. Or it is ignored.
            _ = DescriptorWait(-1, watch.descriptor, until: .now + .milliseconds(100))
            _ = watch.take(SIGCONT)
        }
        mode = TerminalMode(of: input)
        return resume()
    }

    func resume() -> LineResult? {
        guard mode?.enter() == true else { return .hangup }
        let size = Screen.size(of: screen)
        write(pasteMarks(true))
        show { typed, octets in typed.begin(size: size, into: &octets) }
        return nil
    }
}
