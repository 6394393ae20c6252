import Foundation
import IMAPProtocol
import MailTypes

extension HistoryPlayer {
    // MARK: - Another client

    func actThere(_ step: HistoryStep) async throws {
        let there = try await there()
        let present = Self.names.filter { there[$0] != nil }
        let missing = Self.names.filter { there[$0] == nil }
        let mailbox = present[step.second % present.count]
        let movable = present.filter { !Self.lasting.contains($0) }
        switch step.kind {
        case .deliver:
            let subject = newSubject()
            try await scene.append(Self.message(subject), to: mailbox, step.first % 2 == 0 ? [] : [.seen])
            account.there(subject)
            tell("there: \(subject) arrives in \(mailbox)")
        case .createThere:
            guard !missing.isEmpty else { return }
            let name = missing[step.first % missing.count]
            try await scene.create(name)
            tell("there: \(name) is made")
        case .renameThere:
            guard !missing.isEmpty, !movable.isEmpty else { return }
            let old = movable[step.first % movable.count]
            let name = missing[step.second % missing.count]
            try await scene.renameMailbox(old, to: name)
            for message in there[old] ?? [] { account.there(message.subject, isOfMailbox: true) }
            account.renameMailbox(old, to: name)
            tell("there: \(old) is renamed to \(name)")
        case .deleteThere:
            guard !movable.isEmpty else { return }
            let name = movable[step.first % movable.count]
            try await scene.deleteMailbox(name)
            for message in there[name] ?? [] {
                account.there(message.subject, isOfMailbox: true)
                account.destroy(message.subject)
            }
            tell("there: \(name) is deleted with \(there[name] ?? [])")
        case .renumber:
            try await scene.renumber(mailbox)
            for message in there[mailbox] ?? [] { account.there(message.subject, isOfMailbox: true) }
            tell("there: \(mailbox) is renumbered")
        default:
            let messages = present.flatMap { name in (there[name] ?? []).map { (name, $0) } }
            guard !messages.isEmpty else { return }
            let (name, message) = messages[step.first % messages.count]
            try await change(message, in: name, step, to: mailbox)
        }
    }

    private func change(
        _ message: TestMessage, in mailbox: String, _ step: HistoryStep, to target: String
    ) async throws {
        let subject = message.subject
        switch step.kind {
        case .copyThere:
            try await scene.copyThere(subject, from: mailbox, to: target)
            account.make(subject)
            account.there(subject)
            tell("there: \(subject) in \(mailbox) is copied to \(target)")
        case .moveThere:
            guard mailbox != target else { return }
            try await scene.moveThere(subject, from: mailbox, to: target)
            account.there(subject)
            tell("there: \(subject) moves from \(mailbox) to \(target)")
        case .expunge:
            try await scene.expunge(subject, in: mailbox)
            account.destroy(subject)
            account.there(subject)
            tell("there: \(subject) is expunged from \(mailbox)")
        default:
            let flags: [(Flag, Character)] = [(.seen, "S"), (.flagged, "F"), (.answered, "R"), (.forwarded, "P")]
            let (flag, letter) = flags[step.third % flags.count]
            let isSet = message.letters.contains(letter)
            try await scene.mark(subject, isSet ? .remove : .add, flag, in: mailbox)
            tell("there: \(subject) in \(mailbox) \(isSet ? "loses" : "gets") \(letter)")
        }
    }

    // MARK: - Another program

    func actHere(_ step: HistoryStep) throws {
        // A process that stopped while it removed a mailbox leaves half of its directories.
        let present = Self.names.filter { name in
            ["new", "cur"].allSatisfy { FileManager.default.fileExists(atPath: scene.directory(name, $0).path) }
        }
        guard !present.isEmpty else { return }
        let target = present[step.second % present.count]
        if step.kind == .write {
            let subject = newSubject()
            let message = Self.message(subject).filter { step.third % 3 != 0 || $0 != 0x0D }
            let place = step.third % 2 == 0 ? "new/\(newName())" : "cur/\(newName()):2,S"
            try Data(message).write(to: scene.directory(target, place))
            account.here(subject)
            tell("here: \(subject) is written to \(target)/\(place)")
            return
        }
        let files = files
        guard !files.isEmpty else { return }
        let file = files[step.first % files.count]
        // Some programs rename the files, others keep the names.
        let isTaken = files.contains { $0.mailbox == target && $0.base == file.base }
        let base = step.third % 2 == 0 || isTaken ? newName() : file.base
        let place = file.isNew ? "new/\(base)" : "cur/\(base):2,\(file.letters)"
        switch step.kind {
        case .remove:
            try FileManager.default.removeItem(at: file.url)
            account.remove(file.subject, from: file.mailbox)
            account.here(file.subject)
            tell("here: \(file.subject) is removed from \(file.mailbox)")
        case .move:
            guard target != file.mailbox else { return }
            try FileManager.default.moveItem(at: file.url, to: scene.directory(target, place))
            account.take(file.subject, from: file.mailbox)
            account.here(file.subject)
            tell("here: \(file.subject) moves from \(file.mailbox) to \(target)/\(place)")
        case .copy:
            try FileManager.default.copyItem(at: file.url, to: scene.directory(target, place))
            account.make(file.subject)
            account.here(file.subject)
            tell("here: \(file.subject) in \(file.mailbox) is copied to \(target)/\(place)")
        case .rename:
            let name = file.isNew ? "new/\(newName())" : "cur/\(newName()):2,\(file.letters)"
            try FileManager.default.moveItem(at: file.url, to: scene.directory(file.mailbox, name))
            account.here(file.subject)
            tell("here: \(file.subject) in \(file.mailbox) is renamed to \(name)")
        case .see:
            guard file.isNew else { return }
            let name = "cur/\(file.base):2,\(step.third % 3 == 0 ? "" : "S")"
            try FileManager.default.moveItem(at: file.url, to: scene.directory(file.mailbox, name))
            tell("here: \(file.subject) in \(file.mailbox) goes to \(name)")
        default:
            let letter: Character = ["S", "F", "R", "P"][step.third % 4]
            let isSet = file.letters.contains(letter)
            let letters = isSet ? file.letters.filter { $0 != letter } : String((file.letters + [letter]).sorted())
            try FileManager.default.moveItem(
                at: file.url, to: scene.directory(file.mailbox, "cur/\(file.base):2,\(letters)"))
            tell("here: \(file.subject) in \(file.mailbox) has \(letters) and not \(file.letters)")
        }
    }
}
