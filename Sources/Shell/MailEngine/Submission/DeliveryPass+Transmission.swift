internal import MailClients
internal import MailTypes
internal import MaildirStore
internal import SMTPProtocol

extension DeliveryPass {
    /// Transmits a message, and returns the results with the connection that they are from. If the server has ended a
    /// connection that was used before, transmits the message over a new one. If there is none, the message waits.
    mutating func transmit(
        _ message: OutboxStore.Claimed, to envelope: Envelope, on session: SubmissionConnection
    ) async -> ([DeliveryResult], SubmissionConnection) {
        let isReused = await session.client.messageCount > 0
        let deliveries = await attempt(message, to: envelope, on: session)
        guard isReused, deliveries.count == 1, deliveries.allSatisfy(\.isConnectionEnded), !Task.isCancelled else {
            return (deliveries, session)
        }
        await hangUp()
        self.session = try? await opened()
        guard let other = self.session else { return (deliveries, session) }
        return (await attempt(message, to: envelope, on: other), other)
    }

    private func attempt(
        _ message: OutboxStore.Claimed, to envelope: Envelope, on session: SubmissionConnection
    ) async -> [DeliveryResult] {
        let store = store
        // Finish transmitting the message even if the task is cancelled.
        return await Task {
            await session.client.send(envelope, MessageSource(message.octets)) {
                (recipients) async throws(MessageSource.Failure) in
                try await store.note(message.message.id, isCommittedFor: recipients.map(\.description))
            }
        }.value
    }
}

extension OutboxStore {
    /// Durably records that the end of the message is about to be transmitted.
    fileprivate func note(
        _ id: DraftID, isCommittedFor recipients: [String]
    ) throws(MessageSource.Failure) {
        let isNoted: Bool
        do throws(DraftError) {
            isNoted = try commit(id, for: recipients)
        } catch {
            throw MessageSource.Failure(error.sentence)
        }
        if !isNoted { throw MessageSource.Failure(DraftError.missing(id).sentence) }
    }
}
