internal import Accounts
internal import MailTypes
internal import Outbox
internal import Platform
internal import Terminal

extension Command {
    static let quit = Command(
        name: "quit", aliases: ["q", "exit"], summary: "exit petrel", places: [.prompt],
        details: "Everything is saved. If the undo window of a message is open, petrel asks what to do with it.",
        examples: ["quit"], quickForm: "quit"
    ) { invocation, console throws(CommandFailure) in
        try console.quit()
        return .done
    }
}

extension Console {
    fileprivate mutating func quit() throws(CommandFailure) {
        try closeDraft(saying: true)
        if let session, let window = session.windows.last {
            let count = session.windows.count
            let question = Question(
                text:
                    "\(count.counted("message")) can still be undone for \(window.countdown.seconds) s.",
                answers: [
                    .init(letter: "w", words: "Wait"), .init(letter: "n", words: "Send now"),
                    .init(letter: "u", words: "Undo, keep as draft"),
                ], safe: 0, remedy: "Wait for it, or type: now", refusal: Self.notEnded)
            let answer = isInteractive && canAsk ? try ask(question) : 0
            if answer == 2 {
                for window in session.windows.reversed() {
                    _ = try takeBack(window)
                    printLine("Send undone: \(window.draftName) is a draft.")
                }
                session.windows = []
            }
            guard answer != 0 || waitForWindows() else {
                throw CommandFailure(.interrupted, "interrupted", Self.notEnded)
            }
            for window in session.windows {
                if let line = window.release(on: self) { tell(line) }
            }
            session.windows = []
        }
        let background = finishSending()
        stopSync()
        session?.ending = .done
        session?.offlineLock = nil
        guard isInteractive else { return }
        if let accounts = try? everyAccount(), let outbox = try? drafts(of: accounts).outbox, !outbox.isEmpty {
            reportRemainingOutbox(outbox, after: [], background: background)
        }
        printLine("Everything is saved. Bye.")
    }

    /// Waits until a message that is being sent is finished, unless the user stops it; later messages are sent by
    /// another process. Returns their accounts.
    private mutating func finishSending() -> Set<AccountName> {
        guard let session, !session.couriers.isEmpty else { return [] }
        let begin = clock.elapsed()
        var isSaid = false
        while clock.elapsed() - begin < Self.sendingTime, !input.isStopped() {
            for line in session.deliveryLines(self) where line != DeliveryDescriptions.sending { tell(line) }
            guard session.isBusySending else { break }
            if !isSaid, clock.elapsed() - begin > UndoCountdown.tick {
                isSaid = true
                printLine(worded(session.sendingWords))
                output.flush()
            }
            clock.sleep(for: .milliseconds(20))
        }
        for line in session.deliveryLines(self) { tell(line) }
        // `offline` was meant for this session only.
        guard !session.isPaused, let accounts = try? everyAccount() else { return [] }
        let waiting = accounts.filter {
            !$0.configuration.smtpServers.isEmpty && ((try? $0.queuedCount()) ?? 0) > 0
        }
        for account in waiting { deliverDetached(account) }
        return Set(waiting.map(\.name))
    }

    private static var sendingTime: Duration { .seconds(20) }

    private static var notEnded: String {
        "petrel did not exit: an undo window is still open. Type: undo, now or quit"
    }

    /// Waits until the undo windows end. Returns `false` if the user stops it.
    private func waitForWindows() -> Bool {
        guard let session else { return true }
        return passTime(
            until: { session.windows.allSatisfy(\.countdown.isOver) },
            { elapsed in
                for index in session.windows.indices { session.windows[index].countdown.wake(after: elapsed) }
            })
    }
}
