import MailTypes
import ModelServer

/// Watches the commands to a model server for unwanted ones.
struct UnwantedCommandCheck {
    private struct Spot: Hashable {
        let mailbox: String
        let uid: UID
    }

    private let scene: HomeWithModelServer
    private var subjects: [UInt64: String] = [:]
    private var objects: [Spot: UInt64] = [:]
    /// Messages that are marked as deleted. Petrel removes the marks of others while it expunges without UIDPLUS, and sets
    /// them again.
    private var marked: Set<Spot> = []
    private var heard = 0

    init(_ scene: HomeWithModelServer) {
        self.scene = scene
    }

    /// Records the state of the server. Called after each step.
    mutating func look() {
        objects = [:]
        marked = []
        for (name, mailbox) in scene.model.account.mailboxes {
            for message in mailbox.messages {
                if subjects[message.object] == nil {
                    subjects[message.object] = TestMessage.subject(of: message.content)
                }
                let spot = Spot(mailbox: name.description, uid: message.uid)
                objects[spot] = message.object
                if message.flags.contains(.deleted) { marked.insert(spot) }
            }
        }
    }

    /// Returns messages removed since the last call that were not taken out of their mailbox here.
    mutating func faults(_ account: ExpectedMail) -> [String] {
        var faults: [String] = []
        let log = scene.model.log
        var spots = objects
        let markedBefore = marked
        look()
        spots.merge(objects) { old, _ in old }
        for command in log.dropFirst(heard) {
            for effect in command.effects {
                guard let (name, object) = removal(effect, spots, markedBefore) else { continue }
                let subject = object.flatMap { subjects[$0] } ?? "?"
                let mailbox = name.replacing(String(UnicodeScalar(scene.model.account.profile.separator)), with: "/")
                let place = ExpectedMail.Place(subject: subject, mailbox: mailbox)
                if !account.taken.contains(place) {
                    faults.append("\(subject) is taken out of \(mailbox), which no client wanted: \(command.line)")
                }
            }
        }
        heard = log.count
        return faults
    }

    private func removal(
        _ effect: CommandRecord.Effect, _ spots: [Spot: UInt64], _ marked: Set<Spot>
    ) -> (String, UInt64?)? {
        switch effect {
        case .expunged(let name, _, let object): (name.description, object)
        case .moved(let name, let uid, let target, let moved):
            (
                name.description,
                // A message that arrives and is moved during one sync was never seen where it arrived.
                spots[Spot(mailbox: name.description, uid: uid)]
                    ?? spots[Spot(mailbox: target.description, uid: moved)]
            )
        case .flags(let name, let uid, let added, _)
        where added.contains(.deleted) && !marked.contains(Spot(mailbox: name.description, uid: uid)):
            (name.description, spots[Spot(mailbox: name.description, uid: uid)])
        case .flags, .copied, .appended, .created, .renamed: nil
        case .deleted(let name): (name.description, nil)
        }
    }

    /// Returns the commands of an idle sync that it did not need.
    mutating func needless(since count: Int) -> [String] {
        let profile = scene.model.account.profile
        let isCounted = profile.keepsModSequences
        return scene.model.log.dropFirst(count).filter { command in
            switch command.verb {
            case "CAPABILITY", "LOGIN", "AUTHENTICATE", "ENABLE", "ID", "NAMESPACE", "LIST", "STATUS", "LOGOUT", "NOOP":
                false
            case "SELECT", "UID SEARCH": isCounted
            case "UID FETCH": isCounted || command.line.contains("BODY.PEEK[]")
            default: true
            }
        }.map(\.line)
    }
}
