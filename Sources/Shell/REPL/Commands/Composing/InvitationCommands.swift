internal import Accounts
internal import Calendar
internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import Platform

extension Command {
    static let accept = answer("accept", .accepted, "accept an invitation")
    static let decline = answer("decline", .declined, "decline an invitation")
    static let tentative = answer("tentative", .tentative, "accept an invitation tentatively")

    private static func answer(_ name: String, _ answer: CalendarUser.Answer, _ summary: String) -> Command {
        Command(
            name: name, summary: summary, operands: [.optional("ID", .message)],
            options: [Option("message", "m", value: "TEXT", summary: "add a comment"), .undo, .wait],
            details: """
                Sends the answer to the organizer through the outbox, like any message, in the form that calendar programs
                read. ID is as in show; at the prompt, without ID, it is the message that was shown last. petrel keeps no
                calendar. After undo, the draft has only the text: type the command again.
                """,
            examples: ["petrel \(name) 4f3a91c2d0e8b7a6", "petrel \(name) 4f3a91c2d0e8b7a6 -m 'See you there.'"]
        ) { invocation, console throws(CommandFailure) in
            try console.answer(answer, invocation)
        }
    }
}

extension Console {
    fileprivate mutating func answer(
        _ answer: CalendarUser.Answer, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let found = try messageToAnswer(invocation)
        let account = found.opened.account
        let message = Message(try found.contents())
        let (invitation, organizer) = try invitationToAnswer(in: message)
        let own = own(account)
        let event = invitation.events[0]
        let main = own.identity(for: message.header) ?? unnamedSender
        let attendee = event.attendees.first { guest in
            guest.email.map { own.contains($0) || $0 == main.email } ?? false
        }
        let sender = own.identities.first { $0.email == attendee?.email } ?? main
        if organizer.email.map({ own.contains($0) }) ?? false {
            throw CommandFailure(
                .dataError, "ownInvitation", "That is your own invitation. There is nothing to answer.")
        }
        let name = sender.name.flatMap { $0.isEmpty ? nil : $0 } ?? sender.email?.text ?? ""
        var draft = Reply(to: message, .sender, own: own)?.draft ?? Draft()
        draft.sender = sender
        draft.recipients = Recipients()
        draft.recipients.to = [organizer]
        draft.subject = "\(Self.word(answer)): \(event.summary.isEmpty ? "(no title)" : event.summary)"
        let comment = try invocation.text("message") ?? ""
        draft.lines = ["\(name) \(Self.sentence(answer)): \(event.summary)"] + (comment.isEmpty ? [] : ["", comment])
        let guest = Address(name: sender.name, email: attendee?.email ?? sender.email)
        let calendar = InvitationReply(answer, to: invitation, as: guest, comment: comment).bytes(at: clock.now())
        let octets = try Self.octets(of: draft, with: calendar, at: savingFacts.date)
        if attendee == nil {
            note("Your address is not among the guests. The answer is sent as \(display(sender)).")
        }
        let compose = try composing(draft, of: account, insertingAt: draft.lines.count)
        return try queue(compose, .written(octets), invocation)
    }

    /// Returns the invitation and its organizer, or throws if there is nothing to answer.
    private func invitationToAnswer(
        in message: Message
    ) throws(CommandFailure) -> (invitation: SchedulingMessage, organizer: Address) {
        guard let invitation = message.root.invitation else {
            throw CommandFailure(.dataError, "noInvitation", "That message has no invitation.")
        }
        if invitation.method == .cancel || invitation.events[0].isCancelled {
            throw CommandFailure(.dataError, "noInvitation", "That event was cancelled. There is nothing to answer.")
        }
        guard invitation.method == .request else {
            throw CommandFailure(.dataError, "noInvitation", "That calendar does not ask for an answer.")
        }
        guard let organizer = invitation.events[0].organizer, let email = organizer.email, email.isValid else {
            throw CommandFailure(
                .dataError, "noOrganizer", "The invitation names no organizer to answer. Type: petrel reply ID")
        }
        return (invitation, Address(name: organizer.name, email: email))
    }

    /// Returns the message: a sentence for people, and the calendar as its alternative [RFC 6047 §2.4].
    private static func octets(
        of draft: Draft, with calendar: [UInt8], at date: DateTime
    ) throws(CommandFailure) -> [UInt8] {
        var message = draft.sentMessage(id: NewMessageID.fresh(draft.sender), date: date)
        message.body = .multipart(
            subtype: "alternative", parameters: [],
            parts: [
                .text(OutgoingText(draft.lines.map { $0 + "\n" }.joined())),
                .text(
                    OutgoingText(
                        String(decoding: calendar, as: UTF8.self), subtype: "calendar",
                        parameters: [(name: "method", value: "REPLY")])),
            ])
        do throws(OutgoingMessageError) {
            return try MessageWriter(message, unique: NewMessageID.fresh(nil).text).octets()
        } catch {
            throw CommandFailure(
                .dataError, "invalidAddress", "The organizer's address cannot be used. Nothing was queued.")
        }
    }

    private static func word(_ answer: CalendarUser.Answer) -> String {
        switch answer {
        case .declined: "Declined"
        case .tentative: "Tentative"
        default: "Accepted"
        }
    }

    private static func sentence(_ answer: CalendarUser.Answer) -> String {
        switch answer {
        case .declined: "declines"
        case .tentative: "accepts tentatively"
        default: "accepts"
        }
    }
}
