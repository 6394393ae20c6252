internal import Disk
internal import MailEngine

extension Command {
    static let offline = Command(
        name: "offline", summary: "work offline until you type online", places: [.prompt],
        details: """
            petrel does not use the network, and messages you send wait in the outbox. A message that is being sent is
            finished; a running sync stops. Until you type online or exit, other processes of this home, such as petrel
            watch, send nothing either, except petrel outbox flush in a shell. When petrel exits, the waiting messages are
            sent with the next send or sync, or by petrel watch if it runs.
            """,
        examples: ["offline"]
    ) { _, console throws(CommandFailure) in
        console.session?.isPaused = true
        for courier in console.session.map({ Array($0.couriers.values) }) ?? [] { courier.stop() }
        console.stopSync()
        console.stopWatch()
        console.session?.closeConnections()
        let obstacle = console.holdOutboxes()
        console.printLine("Offline. Nothing is sent until you type: online")
        if let obstacle { throw obstacle }
        return .done
    }

    static let online = Command(
        name: "online", summary: "work online again and send the outbox", places: [.prompt],
        details: "Ends offline.", examples: ["online"]
    ) { _, console throws(CommandFailure) in
        console.session?.isPaused = false
        console.session?.offlineLock = nil
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

    /// Keeps all processes of the home from sending. Returns why that is impossible.
    fileprivate func holdOutboxes() -> CommandFailure? {
        guard let session, session.offlineLock == nil else { return nil }
        do throws(CommandFailure) {
            let home = try home()
            do throws(FileError) {
                session.offlineLock = try OfflineHold.begin(in: home)
                return nil
            } catch {
                return CommandFailure(
                    .inputOutput, "inputOutput",
                    "This prompt sends nothing, but a petrel in another terminal or in the background may. \(error)")
            }
        } catch {
            return error
        }
    }

    /// Whether another prompt works offline, so that nothing is sent. A problem is reported by what sends.
    private var awaitsOtherPrompt: Bool {
        guard session?.offlineLock == nil, let home = try? home() else { return false }
        return (try? OfflineHold.isInEffect(in: home)) ?? false
    }

    /// Says why a queued message is not sent, if another prompt works offline.
    mutating func noteOfflinePrompt() {
        if awaitsOtherPrompt { note(DeliveryDescriptions.awaitsPrompt(isAtPrompt: session != nil)) }
    }

    /// The same, unless the background sender of a prompt says it.
    mutating func noteOfflinePromptInShell() {
        if session == nil || !isInteractive { noteOfflinePrompt() }
    }

    /// Says that the outbox is sent although another prompt works offline.
    mutating func noteSendingDespiteOfflinePrompt() {
        if awaitsOtherPrompt { note("Another prompt works offline. The outbox is sent because you ask for it here.") }
    }

    /// Sends the outboxes in the background.
    func sendWhatWaits() {
        guard isInteractive, let accounts = try? everyAccount() else { return }
        for account in accounts where ((try? account.queuedCount()) ?? 0) > 0 {
            deliverSoon(account, triesAtOnce: true)
        }
    }
}
