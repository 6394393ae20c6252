import IMAPProtocol
import MailTestSupport
import MailTypes
import ModelServer

/// Two other clients of the server.
extension MonthOfUse {
    func deliver(to mailbox: String) async throws {
        let subject = newSubject()
        let flags: [Flag] = Bool.random(using: &random) ? [] : [.seen]
        try await server.append(HistoryPlayer.message(subject), to: mailbox, flags)
        mail.there(subject)
        story.append("there: \(subject) arrives in \(mailbox) \(flags)")
    }

    func newSubject() -> String {
        count += 1
        total += 1
        mail.make("c\(1000 + count)")
        return "c\(1000 + count)"
    }

    func actThere() async throws {
        let present = HistoryPlayer.names.filter { isThere($0) }
        guard let mailbox = present.randomElement(using: &random), let target = present.randomElement(using: &random)
        else { return }
        let choice = Int.random(in: 0..<100, using: &random)
        if choice < 18, total < Self.mostMessages { return try await deliver(to: target) }
        guard let message = try await server.look(mailbox)?.randomElement(using: &random) else { return }
        let subject = message.subject
        mail.isUncertain = false
        switch choice {
        case 18..<26 where total < Self.mostMessages:
            try await server.copyThere(subject, from: mailbox, to: target)
            mail.make(subject)
            mail.there(subject)
            total += 1
            story.append("there: \(subject) in \(mailbox) is copied to \(target)")
        case 0..<45:
            guard mailbox != target else { return }
            try await server.moveThere(subject, from: mailbox, to: target)
            mail.there(subject)
            moved.insert(subject)
            story.append("there: \(subject) moves from \(mailbox) to \(target)")
        case 45..<62:
            try await server.expunge(subject, in: mailbox)
            mail.destroy(subject)
            mail.there(subject)
            total -= 1
            story.append("there: \(subject) is expunged from \(mailbox)")
        default:
            let flags: [Character: Flag] = ["S": .seen, "F": .flagged, "R": .answered, "P": .forwarded]
            guard let letter = Self.letters.randomElement(using: &random), let flag = flags[letter] else { return }
            let isSet = message.letters.contains(letter)
            try await server.mark(subject, isSet ? .remove : .add, flag, in: mailbox)
            marked[Mark(subject: subject, letter: letter), default: []].append(!isSet)
            story.append("there: \(subject) in \(mailbox) \(isSet ? "loses" : "gets") \(letter)")
        }
    }

    func changeMailboxes() async throws {
        let present = HistoryPlayer.names.filter { isThere($0) }
        let missing = HistoryPlayer.names.filter { !isThere($0) }
        let movable = present.filter { !HistoryPlayer.lasting.contains($0) }
        mail.isUncertain = homes.contains { $0.isUncertain }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            guard let name = missing.randomElement(using: &random) else { return }
            try await server.create(name)
            story.append("there: \(name) is made")
        case 1:
            guard let old = movable.randomElement(using: &random), let name = missing.randomElement(using: &random),
                try await mayEnd(old, orIf: profile.keepsUIDValidityOnRename)
            else { return }
            for message in try await server.there(old) { touchMailbox(of: message.subject) }
            try await server.renameMailbox(old, to: name)
            mail.renameMailbox(old, to: name)
            story.append("there: \(old) is renamed to \(name)")
        case 2:
            guard let name = movable.randomElement(using: &random), try await mayEnd(name, orIf: false) else { return }
            for message in try await server.there(name) {
                touchMailbox(of: message.subject)
                mail.destroy(message.subject)
                total -= 1
            }
            mayLoseMovedFlags = true
            try await server.deleteMailbox(name)
            story.append("there: \(name) is deleted")
        default:
            guard let name = present.randomElement(using: &random) else { return }
            for message in try await server.there(name) { touchMailbox(of: message.subject) }
            mayLoseMovedFlags = true
            try await server.renumber(name)
            story.append("there: \(name) is renumbered")
        }
    }

    /// What a large mailbox held stays in the homes, so only small ones are deleted, or renamed beyond recognition.
    private func mayEnd(_ mailbox: String, orIf isKept: Bool) async throws -> Bool {
        if isKept { return true }
        return try await server.there(mailbox).count <= Self.mostDeleted
    }

    private func touchMailbox(of subject: String) {
        mail.there(subject, isOfMailbox: true)
        unclear.insert(subject)
    }
}
