import MailTestSupport

/// ENABLE and ID [RFC 5161, RFC 2971].
extension ModelSession {
    mutating func enable(_ scanner: inout RequestScanner, _ account: ModelAccount) throws(MalformedCommand) -> String {
        try need("ENABLE", account)
        guard selection == nil else { throw MalformedCommand("ENABLE with a mailbox selected") }
        var done: [String] = []
        while !scanner.isAtEnd {
            try scanner.space()
            let name = try scanner.word()
            guard ["CONDSTORE", "QRESYNC", "UIDONLY"].contains(name), says(name, account) else { continue }
            if enabled.insert(name).inserted { done.append(name) }
            if name == "QRESYNC" { enabled.insert("CONDSTORE") }
        }
        if account.profile.saysEnabled { say("* ENABLED" + done.map { " \($0)" }.joined()) }
        return "OK done"
    }

    mutating func identify(_ scanner: inout RequestScanner, _ account: ModelAccount) throws(MalformedCommand) -> String
    {
        try need("ID", account)
        try scanner.space()
        if scanner.peek == 0x28 {
            try scanner.list { scanner throws(MalformedCommand) in
                let string = scanner.peek == 0x4E ? Array("NIL".utf8) : try scanner.string()
                if string == Array("NIL".utf8) { _ = scanner.run { $0 &- 0x41 < 26 } }
            }
        } else {
            try scanner.word("NIL")
        }
        try scanner.end()
        say("* ID (\"name\" \"model\")")
        return "OK done"
    }
}
