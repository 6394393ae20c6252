import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

extension StoreFixture {
    func use(_ style: MailTreeLayout.Style, dangers: [String] = []) -> MbsyncConfiguration.Use {
        MbsyncConfiguration.Use(style: style, inboxName: nil, place: .mailbox, dangers: dangers)
    }

    /// The tree as mbsync lays it out.
    func sharedTree(_ style: MailTreeLayout.Style) throws -> MailTree { tree(usedAs: use(style)) }

    /// The tree of the account while mbsync has this configuration.
    func tree(usedAs use: MbsyncConfiguration.Use?) -> MailTree {
        let outbox = OutboxPlace(in: home, [Array("outbox".utf8), Array("work".utf8)])
        return MailTree(mail.root, usedAs: use, outbox: outbox, state: state)
    }
}
