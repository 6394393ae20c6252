import MailTypes

/// Moves and copies, grouped into one command per pair of mailboxes.
struct MoveAndCopyGroups {
    private struct Route: Hashable {
        let isMove: Bool
        let source: MailboxName
        let target: MailboxName
    }

    private var messages: [Route: [SyncOperation.Transfer.Message]] = [:]
    private var routes: [Route] = []

    mutating func move(from source: MailboxName, _ uid: UID, to target: MailboxName, file: LocalMessage.Handle?) {
        insert(uid, file, Route(isMove: true, source: source, target: target))
    }

    mutating func copy(from source: MailboxName, _ uid: UID, to target: MailboxName, file: LocalMessage.Handle?) {
        insert(uid, file, Route(isMove: false, source: source, target: target))
    }

    private mutating func insert(_ uid: UID, _ file: LocalMessage.Handle?, _ route: Route) {
        if messages[route] == nil { routes.append(route) }
        messages[route, default: []].append(SyncOperation.Transfer.Message(uid: uid, handle: file))
    }

    var operations: [SyncOperation] {
        routes.flatMap { route in
            Self.commands(messages[route] ?? []).map { messages in
                let transfer = SyncOperation.Transfer(source: route.source, target: route.target, messages: messages)
                return route.isMove ? SyncOperation.move(transfer) : SyncOperation.copy(transfer)
            }
        }
    }

    /// Splits the messages into commands in ascending UID order, with no UID twice in one command: two copies of a
    /// message need two commands.
    private static func commands(_ messages: [SyncOperation.Transfer.Message]) -> [[SyncOperation.Transfer.Message]] {
        var commands: [[SyncOperation.Transfer.Message]] = []
        var counts: [UID: Int] = [:]
        for message in messages.sorted(by: { $0.uid < $1.uid }) {
            let number = counts[message.uid, default: 0]
            counts[message.uid] = number + 1
            if number == commands.count { commands.append([]) }
            commands[number].append(message)
        }
        return commands
    }
}
