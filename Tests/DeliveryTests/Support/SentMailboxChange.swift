import Disk
import MailTypes
import MaildirStore
import Testing

/// What another program does with the copies in Sent between two steps of a sender.
enum SentMailboxChange: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case nothing, syncsSent, flagsSent, cleansSent

    var testDescription: String { rawValue }

    func act(on scene: DeliveryFixture) throws {
        guard let sent = try scene.mail.maildir(.sent) else { return }
        switch self {
        case .nothing: break
        case .syncsSent:
            // After uploading a copy, a sync renames it for the message on the server.
            for (number, entry) in try sent.entries().enumerated() {
                try rename(entry, to: "1760000100.V7U\(number + 1)M00c0ffee.petrel,S=400:2,S", in: sent)
            }
        case .flagsSent:
            for entry in try sent.entries() {
                try rename(entry, to: String(decoding: entry.name.base, as: UTF8.self) + ":2,FRS", in: sent)
            }
        case .cleansSent:
            guard let temporary = try? sent.directory.directory(Array("tmp".utf8)) else { return }
            for name in try temporary.names() { try temporary.remove(name) }
        }
    }

    private func rename(_ entry: Maildir.Entry, to name: String, in maildir: Maildir) throws {
        let place = try maildir.directory.directory(Array("cur".utf8))
        if entry.name.octets == Array(name.utf8) { return }
        try place.rename(entry.name.octets, to: Array(name.utf8), in: place)
    }
}
