import LocalSubmission
import MailTypes

extension FuzzTarget {
    /// Aliases of any file lead to addresses or an error, and a session with any program ends or waits.
    static let localMail = FuzzTarget(name: "localMail", maximumLength: 4096) { bytes in
        let table = AliasTable([.init("file", AliasFile(bytes))], users: ["kim": "kim@example.net"])
        for name in ["root", "a", "kim"] { _ = try? table.addresses(of: name) }
        var limits = SMTPServerSession.Limits()
        limits.messageSize = 512
        limits.lineLength = 256
        limits.recipients = 3
        var session = SMTPServerSession(host: "here", limits: limits)
        func perform(_ action: SMTPServerSession.Action) {
            switch action {
            case .write(let octets): expectUTF8(octets, "a reply")
            case .checkRecipient: perform(session.answerRecipient(nil))
            case .submit(let submission):
                expect(submission.message.count <= limits.messageSize, "a message is bounded")
                expect((1...3).contains(submission.recipients.count), "recipients are bounded")
                perform(session.answerSubmission("o1", nil))
            }
        }
        while let action = session.next() { perform(action) }
        session.receive("EHLO a\nMAIL FROM:<>\nRCPT TO:<a@b.c>\n".utf8)
        session.receive(bytes)
        while let action = session.next() { perform(action) }
    }
}
