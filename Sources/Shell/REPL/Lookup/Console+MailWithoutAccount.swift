internal import Accounts
internal import Disk
internal import MailTypes

extension MailWithoutAccount {
    /// What is there, why it is not used, and how the user gets at it.
    var sentence: String {
        let drafts = self.drafts.counted("draft")
        let queued =
            self.queued == 1 ? "1 message that waits to be sent" : "\(self.queued) messages that wait to be sent"
        let contents = hasUnsentMail ? "There are \(drafts) and \(queued) in" : "There is mail in"
        return
            "\(contents) the directory of \(name), but no account of that name. They are neither listed nor sent. Restore "
            + "accounts/\(name).json, or type: petrel account add \(name) --address ADDRESS"
    }
}

extension Console {
    /// Returns the mail that belongs to no account; nothing if the command is about one account.
    func mailWithoutAccount(_ invocation: Invocation) throws(CommandFailure) -> [MailWithoutAccount] {
        guard !invocation.has("account") else { return [] }
        let files = try accounts()
        do throws(FileError) { return try files.mailWithoutAccount() } catch { throw CommandFailure(error) }
    }

    /// Reports drafts and queued messages that belong to no account. They are additional information, so a failure to
    /// find them is not reported.
    mutating func noteMailWithoutAccount(_ invocation: Invocation) {
        for mail in (try? mailWithoutAccount(invocation)) ?? [] where mail.hasUnsentMail {
            note("\(mail.path): \(mail.sentence)")
        }
    }
}
