internal import Terminal

extension Command {
    static let offline = Command(
        name: "offline", summary: "send nothing until you type online", synopsis: "", operands: 0...0,
        places: [.prompt],
        details: """
            Mail that you send waits in the outbox, and petrel touches no network by itself. A message that is on its way
            still goes; a sync that goes on behind the prompt stops. It holds until online. What waits when petrel ends is sent with the next thing that sends.
            """,
        examples: ["offline"]
    ) { _, console throws(CommandFailure) in
        console.session?.isPaused = true
        for courier in console.session.map({ Array($0.couriers.values) }) ?? [] { courier.stop() }
        console.stopSync()
        console.printLine("Offline. Nothing is sent until you type: online")
        return .done
    }

    static let online = Command(
        name: "online", summary: "send again what waits", synopsis: "", operands: 0...0, places: [.prompt],
        details: "What was queued meanwhile goes.", examples: ["online"]
    ) { _, console throws(CommandFailure) in
        console.session?.isPaused = false
        console.printLine("Online.")
        console.sendWhatWaits()
        return .done
    }
}

extension Console {
    /// What waits in the outboxes goes while somebody types.
    func sendWhatWaits() {
        guard isInteractive, let accounts = try? everyAccount() else { return }
        for account in accounts where ((try? account.queuedCount()) ?? 0) > 0 { deliverSoon(account) }
    }
}
