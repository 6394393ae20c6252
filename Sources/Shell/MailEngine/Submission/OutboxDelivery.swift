public import Accounts
internal import Disk
internal import InternetMessage
public import MailClients
internal import MailTypes
public import MaildirStore
internal import Outbox
public import Platform
internal import SASL
internal import SMTPProtocol

/// Sends the messages in an account's outbox once each, in the order in which they were queued.
///
/// Only one process per account sends at a time. It writes a durable record before it transmits the end of a message.
/// If the record exists but the process is gone, the outcome is unknown: petrel does not send the message again unless
/// the user asks for it. A message that the server accepted is stored in Sent and then removed from the outbox.
public struct OutboxDelivery: Sendable {
    let account: AccountConfiguration
    let connections: NetworkAccess
    let clock: any Clock
    let credentials: CredentialSource
    let files: OutgoingAttachmentDownload?
    private let store: DraftStore
    private let isSentFresh: Bool
    /// Whether Drafts was just synced.
    var areDraftsFresh: Bool
    var sentAndDraftsSync: SentAndDraftsSync?
    var triesAtOnce = false
    /// Whether a prompt works offline; `nil` if the user wants that the outbox is sent nevertheless.
    var offlineHold: OfflineHold?
    /// Records an attempt. Returns a sentence if that is impossible.
    var log: (@Sendable (SubmissionAttempt) -> String?)?
    private let tell: @Sendable (DeliveryEvent) -> Void

    /// `isSentFresh`: whether Sent and Drafts were just synced. `files` fetches attachments that were not downloaded yet.
    /// `sentAndDraftsSync` runs after messages were sent, and before messages are sent that have waited; it is `nil` if a
    /// sync follows anyway. `tell` is called with each
    /// event as it happens, on any thread.
    public init(
        _ account: AccountConfiguration, _ store: DraftStore, by connections: NetworkAccess, clock: any Clock,
        isSentFresh: Bool = false, files: OutgoingAttachmentDownload? = nil,
        sentAndDraftsSync: SentAndDraftsSync? = nil,
        as credentials: @escaping CredentialSource, tell: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }
    ) {
        self.account = account
        self.store = store
        self.connections = connections
        self.clock = clock
        self.isSentFresh = isSentFresh
        areDraftsFresh = isSentFresh
        self.files = files
        self.sentAndDraftsSync = sentAndDraftsSync
        self.credentials = credentials
        self.tell = tell
    }

    /// Sends everything that can be sent now, then uploads the copies in Sent. The result includes the events of
    /// `former`, the report of an earlier run.
    public func run(continuing former: DeliveryReport = DeliveryReport()) async -> DeliveryReport {
        var pass = DeliveryPass(self, OutboxStore(store, of: account, clock), tell)
        do throws(DraftError) {
            if areDraftsFresh { pass.drafts = .checked(at: clock.now()) }
            // Check again after releasing the lock: a message may have been queued, or become due, meanwhile.
            var holdsLock = true
            repeat {
                if !pass.drafts.isChecked(at: clock.now()), try !isOfflineByChoice() {
                    pass.drafts = try await checkDrafts(pass)
                }
                holdsLock = try await runLocked(&pass)
            } while try await pass.hasMore() && holdsLock
        } catch {
            pass.report.failure = error
            pass.say(.stopped(reason: error.sentence))
            // What waits tells the caller when to try again.
            _ = try? await pass.countWaiting()
        }
        // The lock has been released, so a server that does not answer QUIT does not delay other senders.
        await pass.hangUp()
        // If this fails, the next sync repeats it.
        await storeSentCopies(&pass)
        return former.followed(by: pass.report)
    }

    /// Runs all deliveries concurrently, so that an unresponsive server does not delay the others. Returns their
    /// reports, each of which continues the one in `former`. After `limit`, ends what is not complete, except the
    /// transmission of a message that has begun.
    public static func run(
        _ deliveries: [OutboxDelivery], continuing former: [DeliveryReport], within limit: Duration? = nil
    ) async -> [DeliveryReport] {
        await withTaskGroup(of: (Int, DeliveryReport)?.self) { group in
            for (index, delivery) in deliveries.enumerated() {
                group.addTask { (index, await delivery.run(continuing: former[index])) }
            }
            if let limit {
                group.addTask {
                    try? await Task.sleep(for: limit)
                    return nil
                }
            }
            var reports = former
            var running = deliveries.count
            while running > 0, let ended = await group.next() {
                guard let (index, report) = ended else {
                    group.cancelAll()
                    continue
                }
                reports[index] = report
                running -= 1
            }
            group.cancelAll()
            return reports
        }
    }

    /// Whether nothing may be sent, because a prompt works offline.
    func isOfflineByChoice() throws(DraftError) -> Bool {
        do throws(FileError) { return try offlineHold?.isInEffect() ?? false } catch { throw .file(error) }
    }

    /// Returns `false` if another process is sending.
    private func runLocked(_ pass: inout DeliveryPass) async throws(DraftError) -> Bool {
        guard let lock = try await pass.store.lock() else {
            pass.report.isBusy = true
            return false
        }
        defer { withExtendedLifetime(lock) {} }
        try await pass.run(isSentFresh: isSentFresh)
        return true
    }
}
