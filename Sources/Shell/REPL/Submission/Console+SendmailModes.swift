internal import Accounts
internal import Disk
internal import LineEditing
internal import LocalSubmission
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import Terminal

/// The modes of `sendmail` that do not read a message.
extension Console {
    /// Lists the queue in the format of mailq.
    mutating func listMailQueue(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let outbox = try drafts(invocation).outbox
        if isJSON {
            answer(with: outbox, as: "outbox", of: invocation.command)
            return .done
        }
        if outbox.isEmpty {
            printLine("Mail queue is empty")
            return .done
        }
        printLine("-Queue ID-  --Size-- ----Arrival Time---- -Sender/Recipient-------")
        var total = 0
        for found in outbox {
            let sidecar = found.item.sidecar
            let size = sidecar?.size ?? 0
            total += size
            let time = sidecar?.queuedDate.map { zone.time($0).local }
            let day = time.map { "\(MessageListFormatter.day($0)) \($0.timeOfDay)" } ?? ""
            let envelope = try? envelope(of: found, invocation)
            let isActive = sidecar?.submission == .sending
            let name = "\(found.number ?? "-")\(isActive ? "*" : found.item.isHeld ? "!" : "")"
            printLine(
                "\(padded(name, 10, isLeft: true)) \(padded("\(size)", 9)) \(padded(day, 20)) "
                    + (envelope?.sender?.text ?? "-"))
            if let reason = sidecar?.lastError { printLine("(\(reason))") }
            for recipient in envelope?.recipients ?? [] { printLine("\(padded("", 42))\(recipient.text)") }
        }
        let requests = outbox.count.counted("Request")
        printLine("-- \((total + 1023) / 1024) Kbytes in \(requests).")
        return .done
    }

    private func padded(_ text: String, _ width: Int, isLeft: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.utf8.count))
        return isLeft ? text + blanks : blanks + text
    }

    /// Tells where mail to the recipients would go.
    mutating func verify(
        _ recipients: [SendmailOptions.Recipient], _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        if recipients.isEmpty { throw .usage("-bv needs an address. Type: petrel help sendmail") }
        let account = try accountToWriteFrom(invocation)
        let names = try localNames(of: account)
        var code = ExitCode.done
        for recipient in recipients {
            let text =
                switch recipient {
                case .address(let address): address.text
                case .local(let name): name
                }
            do throws(CommandFailure) {
                for address in try names.addresses(of: recipient) {
                    let host = account.configuration.smtpServers.first?.host ?? "none"
                    printLine("\(text)... deliverable: mailer smtp, host \(host), user \(address.text)")
                }
            } catch {
                printLine("\(text)... User unknown: \(error.message)")
                code = .noUser
            }
        }
        return code
    }

    /// Reports the lines of the alias files that cannot be read.
    mutating func checkAliases() throws(CommandFailure) -> ExitCode {
        let (sources, problems) = try aliasSources()
        for problem in problems { printError(problem) }
        for source in sources {
            let count = source.file.entries.count
            printLine("\(source.name): \(count == 1 ? "1 alias" : "\(count) aliases")")
        }
        if sources.isEmpty { printLine("There are no alias files.") }
        return problems.isEmpty ? .done : .dataError
    }

    // MARK: - SMTP on standard input

    /// Speaks SMTP with the program that runs this one, until it says QUIT or closes its end.
    mutating func runSMTPSession(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let host = String(decoding: environment.hostName, as: UTF8.self)
        let isName = !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        var smtp = SMTPServerSession(host: isName ? host : "localhost")
        let names = try localNames(of: accountToWriteFrom(invocation))
        while true {
            while let action = smtp.next() { try perform(action, &smtp, names, invocation) }
            output.flush()
            if smtp.isEnded { return .done }
            let piece: [UInt8]
            do throws(FileError) {
                piece = try FileReading.standardInputPiece()
            } catch {
                throw CommandFailure(.noInput, "cannotRead", error.description)
            }
            if piece.isEmpty {
                guard smtp.isInMessage else { return .done }
                throw CommandFailure(
                    .dataError, "notAMessage", "The input ended in the middle of a message. It was not queued.")
            }
            smtp.receive(piece)
        }
    }

    private mutating func perform(
        _ action: SMTPServerSession.Action, _ smtp: inout SMTPServerSession, _ names: UnqualifiedAddressResolver,
        _ invocation: Invocation
    ) throws(CommandFailure) {
        switch action {
        case .write(let octets):
            output.write(octets.span)
        case .checkRecipient(let path):
            let reply = smtp.answerRecipient(refusal(of: path, names))
            try perform(reply, &smtp, names, invocation)
        case .submit(let submission):
            var (name, refusal): (String, (code: Int, text: String)?) = ("", nil)
            do throws(CommandFailure) {
                name = try queue(submission, invocation)
            } catch {
                let isTemporary = [.inputOutput, .cannotCreate, .temporaryFailure].contains(error.exitCode)
                refusal = isTemporary ? (451, "4.3.0 \(error.message)") : (554, "5.6.0 \(error.message)")
            }
            try perform(smtp.answerSubmission(name, refusal), &smtp, names, invocation)
        }
    }

    private func refusal(of path: [UInt8], _ names: UnqualifiedAddressResolver) -> (code: Int, text: String)? {
        let found = String(validating: path, as: UTF8.self).map { SendmailOptions.recipients($0) } ?? []
        guard found.count == 1, let first = found.first else { return (501, "5.1.3 That is not an address") }
        do throws(CommandFailure) {
            _ = try names.addresses(of: first)
            return nil
        } catch {
            return (550, "5.1.1 \(error.message)")
        }
    }

    /// Queues a message, and returns its name in the outbox.
    private mutating func queue(
        _ submission: SMTPServerSession.Submission, _ invocation: Invocation
    ) throws(CommandFailure) -> String {
        var message = SendmailMessage(message: try OutboxPreparation.ready(submission.message, allowsLocalNames: true))
        message.allowsLocalNames = true
        message.readsHeader = false
        message.recipients = submission.recipients.flatMap {
            SendmailOptions.recipients(String(decoding: $0, as: UTF8.self))
        }
        if submission.sender.isEmpty {
            message.sender = .null
        } else if let text = String(validating: submission.sender, as: UTF8.self) {
            let found = SendmailOptions.recipients(text)
            guard found.count == 1, let first = found.first else {
                throw CommandFailure(.dataError, "invalidSender", "\"\(text)\" is not an address. Nothing was queued.")
            }
            if case .address(let address) = first { message.sender = address }
        }
        // The client keeps a message that is refused.
        message.isKeptIfUnsecured = false
        let (account, item, _) = try queue(message, invocation)
        try checkAccount(account, holding: item)
        deliverSoon(account)
        return item.sidecar?.outboxNumber.map { "o\($0)" } ?? "a message"
    }
}
