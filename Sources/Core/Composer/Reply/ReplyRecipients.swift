internal import InternetMessage
internal import MailTypes

/// The recipients of a reply.
struct ReplyRecipients {
    /// The recipients of a reply to the author.
    let author: [Address]
    /// The recipients of a reply to all.
    let allTo: [Address]
    let allCc: [Address]
    /// The posting address of the mailing list that delivered the message.
    let list: Address?

    init(_ header: Header, own: OwnAddresses) {
        let from = Self.mailboxes(header.addresses(.from))
        let isOwn = !from.isEmpty && from.allSatisfy(own.contains)
        // A reply to the user's own message goes to its recipients.
        let wanted =
            isOwn
            ? [FieldName.to, .cc, .bcc].map { Self.mailboxes(header.addresses($0)) }
            : [Self.mailboxes(header.addresses(.replyTo)), from]
        var everybody = Once(own)
        var answered: [Address] = []
        for people in wanted where answered.isEmpty { answered = everybody.adding(people) }
        // If the user wrote only to themselves, the reply goes to them.
        author = answered.isEmpty ? Array(from.prefix(1)) : answered
        list = Self.postAddress(header)
        let copied = isOwn ? [FieldName.cc] : [.to, .cc]
        let copies = everybody.adding(copied.flatMap { Self.mailboxes(header.addresses($0)) })
        var asked = Once(own)
        let followUp = asked.adding(Self.followUp(header))
        if !followUp.isEmpty {
            (allTo, allCc) = (followUp, [])
        } else if answered.isEmpty, !copies.isEmpty {
            (allTo, allCc) = (copies, [])
        } else {
            (allTo, allCc) = (author, copies)
        }
    }

    /// Collects addresses without duplicates and without the user's own.
    private struct Once {
        private let own: OwnAddresses
        private var taken: Set<EmailAddress> = []

        init(_ own: OwnAddresses) {
            self.own = own
        }

        mutating func adding(_ addresses: [Address]) -> [Address] {
            addresses.filter { address in
                guard let email = address.email, !own.contains(email) else { return false }
                return taken.insert(email).inserted
            }
        }
    }

    /// Returns the deliverable addresses: groups without members and names without addresses are left out.
    private static func mailboxes(_ addresses: some Sequence<Address>) -> [Address] {
        addresses.filter(\.isDeliverable).map { Address(name: $0.name?.plainLine, email: $0.email) }
    }

    /// Returns the Mail-Followup-To addresses, where the author of a message to a list wants replies sent. This is a
    /// convention, not a standard.
    private static func followUp(_ header: Header) -> [Address] {
        mailboxes(header.fields(named: "mail-followup-to").flatMap { AddressList($0.text) })
    }

    /// Returns the mailto address of List-Post. "NO" means that the list does not accept posts [RFC 2369 §3.4].
    private static func postAddress(_ header: Header) -> Address? {
        guard let field = header.first(named: "list-post") else { return nil }
        for piece in field.textOctets.split(separator: 0x3C, omittingEmptySubsequences: false).dropFirst() {
            let octets = piece.prefix { $0 != 0x3E }.filter { $0 != 0x20 && $0 != 0x09 }
            let url = MailtoURL(Array(octets))
            if let address = url?.draft.recipients.to.first, address.isDeliverable { return address }
        }
        return nil
    }
}

extension OwnAddresses {
    fileprivate func contains(_ address: Address) -> Bool {
        address.email.map { contains($0) } ?? false
    }
}
