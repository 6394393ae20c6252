import Composer
import InternetMessage
import JSONText
import MailTypes

extension FuzzTarget {
    /// A mailto URL sets only the allowed fields, without line breaks.
    static let mailto = FuzzTarget(name: "mailto", maximumLength: 1024) { bytes in
        guard let url = MailtoURL(Array("mailto:".utf8) + bytes) else {
            expect(false, "what begins with mailto: is a mailto URL")
            return
        }
        let draft = url.draft
        expect(draft.sender == nil && draft.recipients.replyTo.isEmpty, "no sender and no Reply-To is set")
        expect(draft.attachments.isEmpty && draft.otherFields.isEmpty, "no file and no other field is set")
        expect(draft.references == draft.inReplyTo && draft.inReplyTo.count < 2, "one message is answered at most")
        expect(!holdsControl(draft.subject), "the subject is one line")
        expect(draft.lines.allSatisfy { !$0.utf8.contains(0x0A) && !$0.utf8.contains(0x0D) }, "lines are lines")
        expectKept(draft)
    }

    /// A draft made from any message, the replies and the forward: each can be saved, and is read back unchanged.
    static let draft = FuzzTarget(name: "draft", maximumLength: 2048) { bytes in
        let message = Message(bytes)
        let own = OwnAddresses([Address(email: EmailAddress("kim@example.net"))])
        expectKept(Draft(message))
        expectKept(Forward(message, own: own).draft)
        for mode in [Reply.Mode.sender, .all, .list] {
            guard let reply = Reply(to: message, mode, own: own) else { continue }
            expectKept(reply.draft)
            let emails = reply.draft.recipients.all.compactMap(\.email)
            expect(Set(emails).count == emails.count, "each recipient occurs once")
        }
    }

    /// An edit from a damaged journal does not trap, and its inverse restores the draft.
    static let edit = FuzzTarget(name: "edit", maximumLength: 1024) { bytes in
        guard let json = try? JSONReader.value(of: bytes), let edit = DraftEdit(json) else { return }
        var draft = Draft()
        draft.lines = ["one", "two", "three"]
        let before = octets(draft)
        guard let inverse = draft.apply(edit) else {
            expect(octets(draft) == before, "an edit that is refused changes nothing")
            return
        }
        expectKept(draft)
        expect(draft.apply(inverse) != nil && octets(draft) == before, "the inverse takes the edit back")
    }

    private static func expectKept(_ draft: Draft) {
        let kept = octets(draft)
        expect(octets(Draft(Message(kept))) == kept, "a draft that was kept is the same when it is opened")
    }

    private static func octets(_ draft: Draft) -> [UInt8] {
        let message = draft.keptMessage(
            id: MessageID("a@example.net"), date: DateTime(instant: Instant(seconds: 0), offsetMinutes: 0))
        guard let writer = try? MessageWriter(message, unique: "fuzz") else {
            expect(false, "a draft can be kept")
            return []
        }
        return writer.octets()
    }

    private static func holdsControl(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
