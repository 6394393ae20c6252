@testable import Mailcap

extension FuzzTarget {
    /// Mailcap files, and names to fill in. What is filled in has no meaning in a shell.
    static let mailcap = FuzzTarget(name: "mailcap", maximumLength: 2048) { bytes in
        for entry in Mailcap(bytes).entries {
            _ = entry.command.filled(file: bytes, type: "text/plain")
            _ = entry.test?.filled(file: Array("/a".utf8), type: "text/plain")
        }
        let name = MailcapCommand.plainName(bytes)
        if name.count <= 4096 { expect(MailcapCommand.isPlain(name), "a plain name is plain") }
    }
}
