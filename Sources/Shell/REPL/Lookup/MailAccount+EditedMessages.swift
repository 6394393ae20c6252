internal import Digest
internal import MailIndex
internal import MailIndexing
internal import MailTypes
internal import MaildirStore

extension MailAccount {
    /// Finds messages that another program edited in place. With `repairs`, the index gets their new texts.
    func editedMessages(repairs: Bool) throws(CommandFailure) -> [StoreProblem] {
        // Without an index, or with a damaged one, the next command builds it from the files.
        guard let mail = try mail(), let index = try? index() else { return [] }
        let edited = EditedMessages(mail, try indexLocation())
        var problems: [StoreProblem] = []
        do throws(IndexFailure) {
            for message in try edited.find(in: index) {
                let isRepaired = repairs ? try edited.indexAgain(message.file, in: message.mailbox) : false
                problems.append(
                    StoreProblem(
                        .editedMessage, message.path,
                        "Another program edited this message. Search and lists show its old text.",
                        isRepaired: isRepaired))
            }
        } catch {
            guard error.isDamage else { throw CommandFailure(error) }
        }
        return problems
    }
}

extension IndexedMail.Found {
    /// Returns the message as it is indexed now, if another program edited its file in place: `contents` are not what was
    /// indexed. Returns `nil` if they are, or if the index cannot be changed; then search and lists show the old text.
    func reindexed(with contents: [UInt8]) -> IndexedMail.Found? {
        guard XXH3.contentHash(contents) != message.content.hash, let location = try? opened.account.indexLocation(),
            (try? EditedMessages(opened.mail, location).indexAgain(message.file, in: message.mailbox)) ?? false,
            let current = try? opened.index.message(message.id)
        else { return nil }
        return IndexedMail.Found(message: current, opened: opened)
    }
}
