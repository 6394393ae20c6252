import Glibc
import LineEditing
import Terminal

// Reads lines from its terminal and reports the result of each, for tests that send it signals.

let reader = LineReader(style: TerminalOptions(isTerminal: true, term: Array("xterm".utf8), color: .never))
var number = 0
while true {
    number += 1
    let result = reader.read(LineRequest(prompt: "\(number)> "))
    reader.announce(["got \(result), unfinished \"\(reader.unfinished)\""])
    switch result {
    case .endOfInput, .hangup, .terminated: exit(7)
    case .line, .submitted, .pasted, .interrupt, .finished, .tooLong: break
    }
}
