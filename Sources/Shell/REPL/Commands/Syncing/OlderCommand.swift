internal import Accounts
internal import Disk
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Command {
    static let older = Command(
        name: "older", summary: "fetch mail that is older than the sync window",
        operands: [.optional("DAYS|all", .choice(["all"]))],
        details: """
            A sync fetches the mail of the last 30 days, or of the "window" in the account's file. This fetches older mail: the
            last DAYS days, all of it, or, without an operand, the 30 days before the oldest message in INBOX. The fetched mail
            stays and is synced like any other.
            """,
        examples: ["petrel older", "petrel older 365", "petrel older all"]
    ) { invocation, console throws(CommandFailure) in
        let accounts = try console.accounts(invocation).filter(\.configuration.hasServer)
        guard let account = accounts.first, accounts.count == 1 else {
            throw accounts.isEmpty
                ? CommandFailure(.noInput, "noAccount", "There is no account with a server. Type: petrel setup")
                : .usage("There are \(accounts.count) accounts. Say which one: petrel older --account NAME")
        }
        guard case .days(let usual) = account.configuration.window else {
            console.note("\(account.name) already has all of its mail here. For new mail, type: petrel sync")
            return .done
        }
        var request = AccountSync.Request()
        request.pauses = AccountSync.Request.standardPauses
        if let operand = invocation.operands.first {
            let text = String(decoding: operand, as: UTF8.self)
            guard let window = MailWindow(text) ?? MailWindow(text + "d") else {
                throw .usage("\"\(text)\" is neither \"all\" nor a number of days from 1 to 36500.")
            }
            request.window = window
            return try console.sync([account], request, invocation)
        }
        let days = try max(usual, console.daysHere(of: account) ?? usual) + 30
        request.window = .days(days)
        console.note("Fetching the mail of the last \(days) days.")
        return try console.sync([account], request, invocation)
    }
}

extension Console {
    /// Returns the age in days of the oldest message in INBOX; `nil` if there is none.
    fileprivate func daysHere(of account: MailAccount) throws(CommandFailure) -> Int? {
        let names = try account.files { [mail = try account.mail()] () throws(FileError) in
            try mail?.maildir(.inbox)?.entries() ?? []
        }
        let oldest = names.lazy.compactMap { SyncedFilename($0.name.base)?.arrived.seconds }.min()
        return oldest.map { Int(max(0, clock.now().seconds - $0) / 86_400) + 1 }
    }
}
