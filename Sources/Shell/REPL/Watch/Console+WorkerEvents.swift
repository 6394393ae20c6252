internal import Accounts
internal import MailTypes
internal import Platform
internal import Terminal
internal import Worker

extension Console {
    /// Prints the events of the home's worker until the user stops it. Never becomes the worker.
    mutating func followEvents() throws(CommandFailure) -> ExitCode {
        guard session == nil else { throw .usage("At the prompt, events are shown as they happen. Type: events") }
        let home = try home()
        let lines = WatchEventQueue()
        let source = input.waitingForEvents()
        let follower = WorkerEventFollower(home, lines, wake: source.wake)
        defer { follower.stop() }
        while true {
            let isStopped = source.wait()
            show(lines.take())
            if output.isBroken || isStopped { return .done }
        }
    }

    mutating func show(_ lines: [WatchEvent]) {
        for line in lines {
            if isJSON {
                output.write(line.json.span)
            } else if let text = line.text {
                let text = "\(line.time(in: zone)) \(text)"
                if line.isProblem { printError(text) } else { printLine(text) }
            }
        }
        output.flush()
    }
}
