internal import Accounts
internal import MailIndex
internal import MailTypes

extension MailLookup {
    static let noMail = "There is no mail here yet. Type: petrel help import"

    /// Explains why a list is empty.
    func whyNothing(_ query: MessageQuery) throws(CommandFailure) -> String {
        if accounts.isEmpty { return Self.noMail }
        for term in query.terms where !term.isNegated {
            guard case .mailbox(let wanted, let withChildren) = term.criterion, !withChildren else { continue }
            let name = SearchFold.folded(wanted.description)
            var children = 0
            var isThere = false
            for opened in accounts {
                for mailbox in try index({ () throws(IndexDatabaseError) in try opened.index.mailboxes() }) {
                    let other = SearchFold.folded(mailbox.name.description)
                    isThere = isThere || other == name
                    if mailbox.name.components.count > wanted.components.count, other.starts(with: name + [0x2F]) {
                        children += 1
                    }
                }
            }
            if isThere { continue }
            if children > 0 { return "Nothing is in \(wanted) itself. For what is inside it, type: in:\(wanted)/" }
            if wanted != .inbox { return "There is no folder \(wanted). Type: petrel folders" }
        }
        return "No messages."
    }
}
