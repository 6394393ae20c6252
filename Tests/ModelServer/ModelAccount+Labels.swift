import MailTypes

/// Gmail's model: a message exists once, its mailboxes are labels, and its flags are shared by all of them, except for
/// `\Deleted`, which belongs to the label. A message in neither Trash nor Spam is in All Mail. A message put into Trash
/// or Spam is in no other mailbox. A message that is appended with the Message-ID of another one is that one, whatever else
/// it has.
extension ModelAccount {
    private func isBin(_ name: EncodedMailboxName) -> Bool {
        let use = mailboxes[name]?.use
        return use == .trash || use == .junk
    }

    /// The mailboxes that contain the message, except All Mail.
    func labels(of object: UInt64) -> [EncodedMailboxName] {
        names.filter { name in
            mailboxes[name]?.use != .all && mailboxes[name]?.messages.contains { $0.object == object } ?? false
        }
    }

    /// Gives a message a label. A message that already has it keeps its UID.
    mutating func label(
        _ content: [UInt8], _ flags: FlagSet, _ date: DateTime, _ name: EncodedMailboxName, object: UInt64?
    ) -> UID? {
        guard mailboxes[name] != nil else { return nil }
        let known = names.lazy.compactMap { [self] in
            mailboxes[$0]?.messages.first {
                $0.object == object || object == nil && $0.content == content
            }
        }.first
        let content = known?.content ?? content
        let number = object ?? known?.object ?? nextObject()
        let flags = known?.flags ?? flags
        let date = known?.internalDate ?? date
        let uid = insert(content, flags, date, name, number)
        for other in names where other != name {
            if isBin(name) || isBin(other) { remove(number, from: other) }
        }
        if !isBin(name), let all = self.name(of: .all) { _ = insert(content, flags, date, all, number) }
        share(flags, of: number)
        return uid
    }

    /// Applies the flags to all copies, and puts a flagged message into Starred.
    mutating func share(_ flags: FlagSet, of object: UInt64) {
        var found: ModelMessage?
        var isThrownAway = false
        for name in names {
            guard let index = mailboxes[name]?.messages.firstIndex(where: { $0.object == object }) else { continue }
            found = mailboxes[name]?.messages[index]
            var shared = flags
            if found?.flags.contains(.deleted) ?? false { shared.insert(.deleted) } else { shared.remove(.deleted) }
            _ = mailboxes[name]?.setFlags(shared, at: index)
            isThrownAway = isThrownAway || isBin(name)
        }
        guard let found, let starred = name(of: .flagged) else { return }
        if flags.contains(.flagged), !isThrownAway {
            _ = insert(found.content, flags, found.internalDate, starred, object)
        } else {
            remove(object, from: starred)
        }
    }

    /// Applies Gmail's rules after `message` was removed from the mailbox.
    mutating func unlabel(_ message: ModelMessage, _ name: EncodedMailboxName) {
        switch mailboxes[name]?.use {
        case .flagged:
            var flags = message.flags
            flags.remove(.flagged)
            share(flags, of: message.object)
        case .all:
            if let trash = self.name(of: .trash) {
                _ = label(message.content, message.flags, message.internalDate, trash, object: message.object)
            }
        case .archive, .drafts, .important, .junk, .sent, .trash, nil:
            break
        }
    }

    /// Returns the message that an appended one is taken for.
    func messageAlike(_ content: [UInt8]) -> UInt64? {
        guard profile.hasLabels, let id = Self.messageID(of: content) else { return nil }
        return names.lazy.compactMap { [self] in
            mailboxes[$0]?.messages.first { Self.messageID(of: $0.content) == id }?.object
        }.first
    }

    private static func messageID(of content: [UInt8]) -> ArraySlice<UInt8>? {
        let field = Array("message-id:".utf8)
        for line in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.isEmpty || line.first == 0x0D { return nil }
            let name = line.prefix(field.count).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            if name == field { return line.dropFirst(field.count) }
        }
        return nil
    }

    private mutating func insert(
        _ content: [UInt8], _ flags: FlagSet, _ date: DateTime, _ name: EncodedMailboxName, _ object: UInt64
    ) -> UID? {
        if let present = mailboxes[name]?.messages.first(where: { $0.object == object }) { return present.uid }
        var flags = flags
        flags.remove(.deleted)
        return mailboxes[name]?.add(content, flags, date, object: object)
    }

    private mutating func remove(_ object: UInt64, from name: EncodedMailboxName) {
        guard let uid = mailboxes[name]?.messages.first(where: { $0.object == object })?.uid else { return }
        _ = mailboxes[name]?.expunge(UIDSet(uid))
    }
}
