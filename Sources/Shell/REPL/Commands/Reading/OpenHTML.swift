internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import Platform
internal import Terminal

/// `open --html`.
extension Console {
    /// Shows the HTML of a message in the browser, from a sanitized private copy.
    mutating func openHTML(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        guard invocation.operands.count <= 1 else {
            throw .usage("--html takes only a message: open --html ID. Type: petrel help open")
        }
        let opened = try decrypted(operandOrCurrent(invocation), invocation)
        let message = Message(opened.octets)
        guard let part = message.root.firstHTML else {
            throw CommandFailure(.dataError, "noHTML", "That message has no HTML. Type: petrel show ID")
        }
        let images = try images(of: message, in: opened, invocation)
        let document = HTMLSanitizer.document(part.textOctets, title: message.header.subject ?? "") { id in
            images[PercentDecoding.decoded(id)]
        }
        let path = try ExternalViewerFile.make(
            of: document.html, named: Array("message.html".utf8), in: try home(), at: clock.now())
        if document.isCut { note("The message is too long for a browser. Its end was left out.") }
        switch document.omittedImages {
        case 0: break
        case 1: note("1 image that is not in the message was left out.")
        case let count: note("\(count) images that are not in the message were left out.")
        }
        try browse(path.bytes, "Opening the HTML")
        answer(invocation.command) { json in
            json.key("path")
            json.string(path.description)
            json.key("omittedImages")
            json.number(document.omittedImages)
        } text: { _ in
        }
        return .done
    }

    /// Returns the contents of the images of the message that are on this machine, by their Content-ID.
    private mutating func images(
        of message: Message, in opened: OpenedMessage, _ invocation: Invocation
    ) throws(CommandFailure) -> [[UInt8]: [UInt8]] {
        var found: [(id: [UInt8], part: Part)] = []
        Self.collectImages(of: message.root, into: &found)
        found = found.filter { opened.isHere($0.part) }
        let contents = try contents(of: found.map(\.part), in: opened, invocation)
        return Dictionary(zip(found.map(\.id), contents)) { first, _ in first }
    }

    private static func collectImages(of part: Part, into found: inout [(id: [UInt8], part: Part)]) {
        guard found.count < Part.mostAttachments else { return }
        if part.kind == .leaf, let id = part.header.contentID { found.append((Array(id.text.utf8), part)) }
        guard part.kind == .multipart else { return }
        for child in part.children { collectImages(of: child, into: &found) }
    }
}
