internal import Disk
internal import MailTypes

extension Command {
    static let sendmail = Command(
        name: "sendmail", summary: "put a message into the outbox, as other programs call sendmail",
        synopsis: "[-t] [-f ADDR] [-F NAME] [-v] [--] [ADDR]…", readsOwnOptions: true, places: [.program],
        details: """
            The message is on standard input, to its end. It goes to each ADDR; with -t also to those whom To, Cc and Bcc
            name, and Bcc is never sent. -f is the sender and chooses the account, else From does; -f "<>" is nobody; -F is the author's name
            where From is missing. Nothing is printed unless it fails, or with -v. What other options of sendmail say is
            done in any case (-i, -oi, -oem, -bm) or left out (-B, -N, -R, other -o). A link to petrel that is called
            sendmail is this command.
            """,
        examples: ["petrel sendmail -t < letter.eml", "git config sendemail.sendmailcmd 'petrel sendmail'"]
    ) { invocation, console throws(CommandFailure) in
        let options = try SendmailOptions(invocation.operands)
        if !options.readsHeader, options.recipients.isEmpty {
            throw .usage(
                "Say whom the message is for: petrel sendmail ADDRESS, or -t to send it to those in its header.")
        }
        let octets: [UInt8]
        do throws(FileError) {
            octets = try FileReading.standardInput()
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        let submission = SubmittedMessage(
            message: try OutboxSubmission.ready(octets), sender: options.sender, authorName: options.name,
            recipients: options.recipients, readsHeader: options.readsHeader)
        let (account, item) = try console.queue(submission, invocation)
        if console.isJSON || options.isVerbose {
            console.told(item, isInOutbox: true, invocation.command, "queued")
        }
        console.deliverSoon(account)
        return .done
    }
}
