/// Sends one message to a server that is ready for it: MAIL, RCPT, DATA, the content and the final dot [RFC 5321 §3.3].
/// Each event yields one effect.
///
/// The final dot decides. If anything fails before it, the message was not sent. Before sending the dot, the caller
/// must record that the outcome may become unknown, and the transaction waits until that is done. After the dot, only a
/// complete reply determines the outcome.
public struct MailTransaction: Sendable {
    public enum Event: Sendable {
        case begin
        /// Bytes arrived.
        case received([UInt8])
        /// The next piece of the stored message. Empty at its end.
        case content([UInt8])
        /// The caller has recorded that the message is about to be delivered.
        case committed
        /// The caller cannot continue: the message cannot be read, or the state cannot be recorded.
        case stopped(because: String)
        case lost(ConnectionLossReason)
    }

    public enum Effect: Sendable {
        /// Write these bytes and wait for the reply.
        case send([UInt8], SMTPTimeouts.Wait)
        /// Wait for more input.
        case read(SMTPTimeouts.Wait)
        /// Write these bytes, if any, and provide the next piece of the message.
        case content([UInt8])
        /// Write these bytes, if any. Then record that the message is about to be delivered to these recipients, and
        /// continue with `committed`.
        case commit([UInt8], [EnvelopeAddress])
        /// The transaction has ended. Close the connection if it is not reusable.
        case done(DeliveryResult)
    }

    enum Step {
        case reset, sender
        /// The index of the recipient in the envelope.
        case recipient(Int)
        case data
    }

    private enum State {
        case unbegun
        /// Commands remain to be sent or answered.
        case envelope
        case content(SubmissionFilter, DotStuffing, size: Int)
        case committing(terminator: [UInt8])
        case end
        case over
    }

    /// The maximum number of recipients per message, which every server must support [RFC 5321 §4.5.3.1.8]. The rest
    /// need further messages.
    public static let maximumRecipients = 100

    private let envelope: Envelope
    private let measure: MessageProperties
    private let extensions: ServiceExtensions
    private let resetsFirst: Bool
    private var state = State.unbegun
    private var parser = ReplyParser()
    private var recipients: [DeliveryResult.Recipient]
    private var parameters: MailParameters
    /// The commands still to be sent, and those awaiting a reply, in order.
    private var waiting: [Step] = []
    private var asked: ArraySlice<Step> = []
    /// The reason why the message will not be sent.
    private var refusal: SMTPFailure?
    /// The reply to DATA.
    private var dataReply: Reply?

    /// `resetsFirst` states whether the connection has carried another message before.
    public init(
        _ envelope: Envelope, _ measure: MessageProperties, to extensions: ServiceExtensions, resetsFirst: Bool
    ) {
        self.envelope = envelope
        self.measure = measure
        self.extensions = extensions
        self.resetsFirst = resetsFirst
        let limit = min(extensions.recipientLimit ?? Self.maximumRecipients, Self.maximumRecipients)
        recipients = envelope.recipients.enumerated().map { number, address in
            DeliveryResult.Recipient(address, number < limit ? .untried : .left)
        }
        parameters = MailParameters(
            size: extensions.size ? measure.size : nil, isEightBit: measure.isEightBit,
            isUTF8: envelope.isInternational || measure.hasEightBitHeader,
            status: extensions.deliveryStatus ? envelope.status : nil)
    }

    // MARK: - Events

    public mutating func handle(_ event: Event) -> Effect {
        if case .over = state { preconditionFailure("what became of the message was said") }
        return switch event {
        case .begin: begin()
        case .received(let octets): receive(octets)
        case .content(let piece): take(piece)
        case .committed: commit()
        case .stopped(let reason): fail(.stopped(because: reason), .message, .later(after: nil))
        case .lost(let loss): fail(.lost(loss), .connection, .later(after: nil))
        }
    }

    private mutating func begin() -> Effect {
        precondition(!envelope.recipients.isEmpty, "a message goes to somebody")
        if let limit = extensions.sizeLimit, measure.size > limit {
            return end(SMTPFailure(.sender, .tooLarge(limit: limit), .message, .never))
        }
        if measure.isEightBit, !extensions.eightBitMIME {
            return end(SMTPFailure(.sender, .needsEightBit, .message, .never))
        }
        if parameters.isUTF8, !extensions.smtpUTF8 {
            return end(SMTPFailure(.sender, .needsUTF8, .message, .never))
        }
        state = .envelope
        waiting = (resetsFirst ? [.reset] : []) + envelopeSteps
        return sendWaiting()
    }

    /// With a single recipient, DATA is sent together with the envelope, which saves a round trip [RFC 2920 §3.1]. With
    /// several, the replies decide whether the message is sent at all.
    private var envelopeSteps: [Step] {
        let asked = recipients.indices.filter { recipients[$0].word != .left }
        return [.sender] + asked.map { .recipient($0) } + (extensions.pipelining && asked.count == 1 ? [.data] : [])
    }

    /// Sends all waiting commands at once if the server supports pipelining, otherwise the next one [RFC 2920 §3.1].
    private mutating func sendWaiting() -> Effect {
        let flight = extensions.pipelining ? waiting.count : 1
        asked = ArraySlice(waiting.prefix(flight))
        waiting.removeFirst(asked.count)
        return .send(asked.flatMap { octets(of: $0) }, timeouts)
    }

    private func octets(of step: Step) -> [UInt8] {
        switch step {
        case .reset: SMTPCommand.reset.octets
        case .sender: SMTPCommand.mail(envelope.sender, parameters).octets
        case .recipient(let number): SMTPCommand.recipient(envelope.recipients[number], parameters.status).octets
        case .data: SMTPCommand.data.octets
        }
    }

    private var timeouts: SMTPTimeouts.Wait {
        switch state {
        case .unbegun, .over: .quit
        case .envelope:
            switch asked.first {
            case .reset: .command
            case .sender: .sender
            case .recipient, nil: .recipient
            case .data: .data
            }
        case .content, .committing: .piece
        case .end: .end
        }
    }

    private var stage: SMTPFailure.Stage {
        switch state {
        case .unbegun: .sender
        case .envelope:
            switch asked.first {
            case .reset: .reset
            case .sender: .sender
            case .recipient, nil: .recipients
            case .data: .data
            }
        case .content, .committing: .content
        case .end, .over: .end
        }
    }

    // MARK: - Replies

    private mutating func receive(_ octets: [UInt8]) -> Effect {
        parser.append(octets)
        while true {
            let next: Reply?
            do throws(ReplyParser.Fault) {
                next = try parser.next()
            } catch {
                return fail(.malformed(error), .connection, .later(after: nil))
            }
            guard let reply = next else { return .read(timeouts) }
            if let effect = handle(reply) { return effect }
        }
    }

    /// Handles a reply. Returns `nil` if more replies are expected.
    private mutating func handle(_ reply: Reply) -> Effect? {
        switch state {
        case .envelope:
            guard let step = asked.popFirst() else {
                return fail(.unasked, .connection, .later(after: nil))
            }
            if let ending = answer(step, reply) { return ending }
            guard asked.isEmpty else { return nil }
            guard parser.isEmpty else { return fail(.unasked, .connection, .later(after: nil)) }
            return afterFlight()
        case .end:
            return finish(reply)
        case .content, .committing:
            // A server may reject a message before it has received all of it.
            if reply.code >= 400 { return end(reply.refusal(at: .content)) }
            return fail(.unasked, .connection, .later(after: nil))
        case .unbegun, .over:
            return fail(.unasked, .connection, .later(after: nil))
        }
    }

    /// Records the reply to a command. Returns an effect if it ends the transaction.
    private mutating func answer(_ step: Step, _ reply: Reply) -> Effect? {
        if case .data = step {
            dataReply = reply
            return nil
        }
        // The server is closing the connection, or is out of step with the client.
        let isLost = reply.code == 421 || reply.severity == .intermediate
        if isLost, let refusal { return end(refusal) }
        switch step {
        case .reset:
            guard reply.severity == .positive else { return end(reply.refusal(at: .reset)) }
        case .sender:
            if isLost { return end(reply.refusal(at: .sender)) }
            if reply.severity != .positive { refusal = reply.refusal(at: .sender) }
        case .recipient(let number):
            if isLost { return end(reply.refusal(at: .recipients)) }
            // After a refused sender, the replies for the recipients are meaningless.
            if refusal?.stage == .sender { return nil }
            if reply.severity == .positive {
                recipients[number].word = .agreed
            } else if reply.isTooManyRecipients(afterOthers: recipients.contains { $0.word == .agreed }) {
                recipients[number].word = .left
            } else {
                recipients[number].word = .refused(reply)
            }
        case .data: break
        }
        return nil
    }

    private mutating func afterFlight() -> Effect {
        if let refusal {
            // Some servers do not support parameters. Retry without them if the message does not need them
            // [RFC 5321 §4.1.1.11].
            if refusal.stage == .sender, [501, 504, 555].contains(refusal.reply?.code), parameters.canBeSpared, canGoOn
            {
                self.refusal = nil
                dataReply = nil
                parameters = MailParameters(isEightBit: false, isUTF8: parameters.isUTF8)
                waiting = envelopeSteps
                return sendWaiting()
            }
            return end(refusal, after: canGoOn ? refusal.reply : nil)
        }
        if !waiting.isEmpty { return sendWaiting() }
        if let refused = recipientRefusal { return end(refused, after: canGoOn ? refused.reply : nil) }
        guard let reply = dataReply else {
            waiting = [.data]
            return sendWaiting()
        }
        guard reply.code == 354 else { return end(reply.refusal(at: .data), after: reply) }
        state = .content(SubmissionFilter(), DotStuffing(), size: 0)
        return .content([])
    }

    /// Whether the server awaits a command after it has refused the sender or the recipient: DATA was not sent, or was
    /// refused too. Otherwise, the server awaits a message, and closing the connection is the only way to send none.
    private var canGoOn: Bool { dataReply.map { $0.code >= 400 && $0.code != 421 } ?? true }

    /// The reason why the message is not sent to the remaining recipients: none are left, or one was refused and all are
    /// required. A permanent refusal is reported before a temporary one.
    private var recipientRefusal: SMTPFailure? {
        let refusals = recipients.compactMap { recipient -> Reply? in
            if case .refused(let reply) = recipient.word { return reply }
            return nil
        }
        let hasAgreed = recipients.contains { $0.word == .agreed }
        if hasAgreed, refusals.isEmpty || envelope.isPartialAllowed { return nil }
        return (refusals.first { $0.severity == .permanent } ?? refusals.first)?.refusal(at: .recipients)
    }

    // MARK: - Content

    private mutating func take(_ piece: [UInt8]) -> Effect {
        guard case .content(var filter, var stuffing, var size) = state else {
            preconditionFailure("a message is handed over before the server asks for it")
        }
        var clean: [UInt8] = []
        filter.add(piece, to: &clean)
        if piece.isEmpty { filter.finish(to: &clean) }
        var output: [UInt8] = []
        output.reserveCapacity(clean.count + 64)
        do throws(DotStuffing.Fault) {
            try stuffing.add(clean, to: &output)
            size += clean.count
            guard piece.isEmpty else {
                state = .content(filter, stuffing, size: size)
                return .content(output)
            }
            let terminator = try stuffing.terminator()
            guard size + terminator.count - 3 == measure.size else {
                return fail(.messageChanged, .message, .later(after: nil))
            }
            state = .committing(terminator: terminator)
            return .commit(output, recipients.filter { $0.word == .agreed }.map(\.address))
        } catch {
            return fail(.message(error), .message, .never)
        }
    }

    private mutating func commit() -> Effect {
        guard case .committing(let terminator) = state else {
            preconditionFailure("nothing is about to be handed over")
        }
        state = .end
        return .send(terminator, .end)
    }

    private mutating func finish(_ reply: Reply) -> Effect {
        switch reply.severity {
        case .positive:
            state = .over
            return .done(DeliveryResult(.accepted(reply), recipients, isReusable: parser.isEmpty))
        case .transient, .permanent:
            return end(reply.refusal(at: .end), after: reply)
        case .intermediate:
            return fail(.reply(reply), .connection, .later(after: nil))
        }
    }

    // MARK: - Completion

    /// Ends the transaction with the message not accepted. The connection can be used again if the server answered and
    /// did not announce that it closes.
    private mutating func end(_ failure: SMTPFailure, after reply: Reply? = nil) -> Effect {
        let wasAsked: Bool = if case .unbegun = state { false } else { true }
        let answered = reply.map { $0.severity != .intermediate && $0.code >= 400 && $0.code != 421 } ?? false
        state = .over
        let isReusable = (!wasAsked || answered) && parser.isEmpty
        return .done(DeliveryResult(.notSent(failure), recipients, isReusable: isReusable))
    }

    /// Ends the transaction with an unusable connection. If the complete message was sent, its outcome is unknown.
    private mutating func fail(
        _ cause: SMTPFailure.Cause, _ reach: SMTPFailure.Reach, _ retry: SMTPFailure.Retry
    ) -> Effect {
        let failure = SMTPFailure(stage, cause, reach, retry)
        let isUnknown: Bool = if case .end = state { true } else { false }
        state = .over
        return .done(
            DeliveryResult(isUnknown ? .unknown(failure) : .notSent(failure), recipients, isReusable: false))
    }
}

extension MailParameters {
    /// Whether a server without extensions could still accept the message.
    fileprivate var canBeSpared: Bool {
        !isEightBit && (size != nil || status != nil)
    }
}
