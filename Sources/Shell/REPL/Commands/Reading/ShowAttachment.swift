internal import Composer
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import Mailcap
internal import Platform
internal import Processes
internal import Terminal

/// `show ID/aN`.
extension Console {
    /// Returns the message and the number of the attachment, if the operand names one.
    func attachmentToShow(_ operand: [UInt8]) -> (id: [UInt8], number: Int)? {
        if let split = AttachmentOperand.split(operand) { return split }
        guard session?.current != nil, let number = AttachmentOperand.attachment(operand[...]) else { return nil }
        return ([0x2E], number)
    }

    /// Shows an attachment as text.
    mutating func showAttachment(
        _ number: Int, of id: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let opened = try decrypted(id, invocation)
        let parts = Message(opened.octets).root.attachments
        guard parts.indices.contains(number - 1) else { throw AttachmentOperand.missing(number, of: parts.count) }
        let part = parts[number - 1]
        let content = try contents(of: [part], in: opened, invocation)[0]
        let name = AttachmentSaver(part, number, content).filename
        let text = try text(of: part, content, name, number: number)
        answer(invocation.command) { json in
            json.key("text")
            json.string(String(decoding: text, as: UTF8.self))
        } text: { output in
            TerminalSafeText.write(lines: text, to: &output)
            if let last = text.last, last != 0x0A { output.write("\n") }
        }
        return .done
    }

    /// Seconds and bytes that a command may take to make text of an attachment.
    private static let longestConversion = Duration.seconds(30)
    private static let largestText = 8 << 20

    private func text(
        of part: Part, _ content: [UInt8], _ name: [UInt8], number: Int
    ) throws(CommandFailure) -> [UInt8] {
        let shown = String(decoding: name, as: UTF8.self)
        let type = FileMediaType.of(filename: shown, content: content)
        let isSpoken = isAccessible && !isJSON
        if let embedded = part.embeddedMessage { return ReadableText.of(embedded, isSpoken: isSpoken) }
        if part.contentType.is("text", "html") || type == "text/html" {
            return HTMLToText.render(content, isSpoken: isSpoken)
        }
        if part.missing == nil, part.contentType.isText { return part.textOctets }
        if type.utf8.starts(with: "text/".utf8) { return content }
        let mailcap = MailcapFiles(environment)
        guard let entry = mailcap.userEntry(for: type, isText: true) ?? mailcap.systemEntry(for: type, isText: true)
        else {
            throw CommandFailure(
                .unavailable, "notText",
                "\(shown) is not text, and no mailcap entry makes text of it. Type: petrel open ID a\(number)")
        }
        let path = try ExternalViewerFile.make(
            of: content, named: MailcapCommand.plainName(name), in: try home(), at: clock.now())
        guard let command = MailcapFiles.shellCommand(of: entry, for: path, type: type) else {
            throw CommandFailure(
                .unavailable, "notText",
                "The mailcap command for \(type) cannot be used safely. Type: petrel open ID a\(number)")
        }
        do throws(ProgramOutput.Failure) {
            return try ProgramOutput.of(
                shell: command, [path.bytes], environment, within: Self.longestConversion, atMost: Self.largestText)
        } catch {
            throw CommandFailure(
                .unavailable, "notText",
                "The mailcap command for \(type) failed. Type: petrel open ID a\(number)")
        }
    }
}
