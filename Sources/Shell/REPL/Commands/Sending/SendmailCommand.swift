internal import Disk
internal import MailTypes

extension Command {
    static let sendmail = Command(
        name: "sendmail", summary: "queue a message, compatible with sendmail",
        form: "[-t] [-f ADDR] [-F NAME] [-v] [--] [ADDR…]", operands: [.zeroOrMore("ADDR")], readsOwnOptions: true,
        places: [.program],
        details: """
            Reads the message from standard input to its end. It is sent to each ADDR and, with -t, to the addresses in To, Cc
            and Bcc; Bcc is never sent. -f sets the envelope sender and selects the account, otherwise From does; -f "<>" sends
            with a null sender; -F sets the author's name if From is missing. Prints nothing unless sending fails or -v is
            given. Other sendmail options are implied (-i, -oi, -oem, -bm) or ignored (-B, -N, -R, other -o). A link to petrel
            named sendmail runs this command.
            """,
        examples: ["petrel sendmail -t < letter.eml", "git config sendemail.sendmailcmd 'petrel sendmail'"]
    ) { invocation, console throws(CommandFailure) in
        let options = try SendmailOptions(invocation.operands)
        if !options.readsHeader, options.recipients.isEmpty {
            throw .usage(
                "No recipients. Use petrel sendmail ADDRESS, or -t to send to the addresses in the header.")
        }
        let octets: [UInt8]
        do throws(FileError) {
            octets = try FileReading.standardInput()
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        let submission = SubmittedMessage(
            message: try OutboxPreparation.ready(octets), sender: options.sender, authorName: options.name,
            recipients: options.recipients, readsHeader: options.readsHeader)
        let (account, item) = try console.queue(submission, invocation)
        if console.isJSON || options.isVerbose {
            console.printResult(for: item, isInOutbox: true, of: invocation.command, "queued")
        }
        console.deliverSoon(account)
        return .done
    }
}
