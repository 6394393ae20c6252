internal import LineEditing

extension LineReader {
    /// Reads the next line of a file, a pipe or an unknown terminal.
    func readPiped(_ request: LineRequest) -> LineResult {
        var schedule = LineReaderTimers(tick: request.tick)
        while true {
            if let result = lines.next() { return result }
            if let signal = endingSignal { return .terminated(signal) }
            let wait = DescriptorWait(input, watch.descriptor, until: schedule.next)
            if wait.hasNews { watch.quieten() }
            if wait.hasInput {
                switch ReadResult(from: input) {
                case .octets(let octets): lines.append(octets)
                case .end: return lines.last()
                case .failure: return .hangup
                case .nothing: break
                }
            }
            if schedule.hasTicked || wait.hasNews {
                if idle(request) { return .finished }
                schedule.restart()
            }
        }
    }
}
