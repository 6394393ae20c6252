import MailTestSupport

/// A step of a history.
struct OutboxHistoryStep: CustomStringConvertible {
    enum Kind: Equatable {
        case change(SidecarTransitionTable.Change)
        case sendWatched, endWindow, undo, killSession
        /// `stop`: the change of the disk before which the sender is killed.
        case deliver(Answer, stop: Int?)
        case clock(Int)
        case copyHome
    }

    enum Answer: String, CaseIterable {
        case accepted, refused, postponed, unanswered, cut, noServer
    }

    let home: Int
    let kind: Kind

    static func random(using generator: inout SeededGenerator) -> OutboxHistoryStep {
        let home = Int.random(in: 0..<4, using: &generator) == 0 ? 1 : 0
        let changes: [SidecarTransitionTable.Change] = [.sendNow, .sendLater, .takeBack, .retry, .confirm, .release]
        let kind: Kind
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3:
            let isKilled = Bool.random(using: &generator)
            kind = .deliver(
                Answer.allCases.randomElement(using: &generator) ?? .accepted,
                stop: isKilled ? Int.random(in: 1...60, using: &generator) : nil)
        case 4...6: kind = .change(changes.randomElement(using: &generator) ?? .sendNow)
        case 7, 8: kind = .sendWatched
        case 9: kind = [.endWindow, .undo, .killSession].randomElement(using: &generator) ?? .undo
        case 10: kind = .clock(Int.random(in: 1...4, using: &generator))
        default: kind = home == 0 ? .copyHome : .change(.release)
        }
        return OutboxHistoryStep(home: home, kind: kind)
    }

    var name: String {
        switch kind {
        case .change(let change): "\(change)"
        case .deliver(let answer, let stop): stop == nil ? answer.rawValue : "killed"
        case .sendWatched: "sendWatched"
        case .endWindow: "endWindow"
        case .undo: "undo"
        case .killSession: "killSession"
        case .clock: "clock"
        case .copyHome: "copyHome"
        }
    }

    var description: String { "home \(home): \(kind)" }
}
