extension Command {
    static let offline = Command(
        name: "offline", summary: "work offline until you type online", places: [.prompt],
        details: """
            petrel does not use the network, and messages you send wait in the outbox. A message that is being sent is
            finished; a running sync stops. When petrel exits, the waiting messages are sent with the next send or sync.
            """,
        examples: ["offline"]
    ) { _, console throws(CommandFailure) in
        console.session?.isPaused = true
        for courier in console.session.map({ Array($0.couriers.values) }) ?? [] { courier.stop() }
        console.stopSync()
        console.stopWatch()
        console.session?.closeConnections()
        console.printLine("Offline. Nothing is sent until you type: online")
        return .done
    }

    static let online = Command(
        name: "online", summary: "work online again and send the outbox", places: [.prompt],
        details: "Ends offline.", examples: ["online"]
    ) { _, console throws(CommandFailure) in
        console.session?.isPaused = false
        console.printLine("Online.")
        console.sendWhatWaits()
        return .done
    }
}

extension Console {
    /// Throws if the user has typed `offline`, which promises that nothing is transferred.
    func checkOnline() throws(CommandFailure) {
        guard session?.isPaused ?? false else { return }
        throw CommandFailure(
            .temporaryFailure, "offline", "You work offline, so nothing was transferred. To end that, type: online")
    }

    /// Sends the outboxes in the background.
    func sendWhatWaits() {
        guard isInteractive, let accounts = try? everyAccount() else { return }
        for account in accounts where ((try? account.queuedCount()) ?? 0) > 0 {
            deliverSoon(account, triesAtOnce: true)
        }
    }
}
