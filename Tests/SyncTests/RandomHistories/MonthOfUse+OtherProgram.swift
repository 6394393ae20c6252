import Foundation
import MailEngine
import MailTestSupport
import MaildirStore

/// Another program that changes the files of the homes.
extension MonthOfUse {
    func actHere(_ number: Int) throws {
        let scene = homes[number].scene
        // A process that stopped while it removed a mailbox leaves half of its directories.
        let present = HistoryPlayer.names.filter { name in
            ["new", "cur"].allSatisfy { FileManager.default.fileExists(atPath: scene.directory(name, $0).path) }
        }
        guard let mailbox = present.randomElement(using: &random), let target = present.randomElement(using: &random)
        else { return }
        mail.isUncertain = homes[number].isUncertain
        let choice = Int.random(in: 0..<100, using: &random)
        if choice < 10, total < Self.mostMessages {
            let subject = newSubject()
            let place = Bool.random(using: &random) ? "new/\(newName())" : "cur/\(newName()):2,S"
            let isBare = Int.random(in: 0..<3, using: &random) == 0
            let message = HistoryPlayer.message(subject).filter { !isBare || $0 != 0x0D }
            try Data(message).write(to: scene.directory(target, place))
            mail.here(subject)
            story.append("home \(number): \(subject) is written to \(target)/\(place)")
            return
        }
        guard let file = try file(in: mailbox, of: scene) else { return }
        let base = Bool.random(using: &random) ? newName() : file.base
        let place = file.isNew ? "new/\(base)" : "cur/\(base):2,\(file.letters)"
        let name = "home \(number): \(file.subject)"
        switch choice {
        case 10..<16 where total < Self.mostMessages:
            let copy = scene.directory(target, "cur/\(newName()):2,\(file.letters)")
            try FileManager.default.copyItem(at: file.url, to: copy)
            mail.make(file.subject)
            mail.here(file.subject)
            total += 1
            story.append("\(name) in \(mailbox) is copied to \(target)")
        case 0..<36:
            let destination = scene.directory(target, place)
            guard target != mailbox, !FileManager.default.fileExists(atPath: destination.path) else { return }
            try FileManager.default.moveItem(at: file.url, to: destination)
            mail.take(file.subject, from: mailbox)
            mail.here(file.subject)
            moved.insert(file.subject)
            story.append("\(name) moves from \(mailbox) to \(target)/\(place)")
        case 36..<50:
            try FileManager.default.removeItem(at: file.url)
            mail.remove(file.subject, from: mailbox)
            mail.here(file.subject)
            unclear.insert(file.subject)
            if mailbox == "Trash" { total -= 1 }
            story.append("\(name) is removed from \(mailbox)")
        case 50..<58:
            let other = file.isNew ? "new/\(newName())" : "cur/\(newName()):2,\(file.letters)"
            try FileManager.default.moveItem(at: file.url, to: scene.directory(mailbox, other))
            mail.here(file.subject)
            story.append("\(name) in \(mailbox) is renamed to \(other)")
        default:
            try mark(file, in: mailbox, of: scene, name)
            homes[number].marked.insert(file.subject)
        }
    }

    private func mark(_ file: HistoryPlayer.File, in mailbox: String, of scene: HomeWithModelServer, _ name: String)
        throws
    {
        guard let letter = Self.letters.randomElement(using: &random) else { return }
        let isSet = file.letters.contains(letter)
        let letters = isSet ? file.letters.filter { $0 != letter } : String((file.letters + [letter]).sorted())
        try FileManager.default.moveItem(
            at: file.url, to: scene.directory(mailbox, "cur/\(file.base):2,\(letters)"))
        marked[Mark(subject: file.subject, letter: letter), default: []].append(!isSet)
        if mail.isUncertain { markedTooLate.insert(file.subject) }
        story.append("\(name) in \(mailbox) has \(letters) and not \(file.letters)")
    }

    private func newName() -> String {
        count += 1
        return "\(1_600_000_000 + count).t\(count).other"
    }

    /// Returns a random file, in an order that does not depend on random names.
    private func file(in mailbox: String, of scene: HomeWithModelServer) throws -> HistoryPlayer.File? {
        HistoryPlayer.files(in: mailbox, of: scene).randomElement(using: &random)
    }

    /// What has changed on the server since the home's last sync can be told from the home's changes no longer, so it is
    /// uncertain. The home syncs at once.
    func loseLedger(_ number: Int) async throws {
        let scene = homes[number].scene
        try scene.loseLedger()
        mail.forgetAgreement()
        unclear.formUnion(marked.keys.map(\.subject))
        scene.cache = nil
        let report = try await scene.sync()
        story.append("home \(number): the ledger is lost: \(report.failure?.sentence ?? "done") \(report.notices)")
    }
}
