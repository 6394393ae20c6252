import Accounts
import Disk
import Foundation
import JSONText
import MailTestSupport
import MailTypes
import Testing

@Suite("Account files")
struct AccountFileTests {
    private let scratch: ScratchDirectory
    private let files: AccountConfigurationFiles

    init() throws {
        scratch = try ScratchDirectory()
        let user = Path(scratch.path + "/user")
        files = AccountConfigurationFiles(Home(in: Path(scratch.path), userDirectory: user, on: POSIXFileSystem.shared))
    }

    private func write(_ name: String, _ content: Data) throws {
        let directory = scratch.url.appending(path: "accounts")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try content.write(to: directory.appending(path: name))
    }

    private func write(_ name: String, _ content: String) throws {
        try write(name, Data(content.utf8))
    }

    /// All properties of an account, on one line.
    private func facts(_ account: AccountConfiguration) -> String {
        let identities = account.identities.map { "\($0.name ?? "-") <\($0.address)>" }.joined(separator: ", ")
        let parts: [String?] = [
            account.name.text, identities, account.provider, account.imap?.description, account.smtp?.description,
            account.user, account.secret.map { "\($0)" }, account.caFile?.description, account.window.text,
            account.maildir?.description, account.sent.rawValue, account.undo.map { "\($0.rawValue)" },
            account.attachments.rawValue,
        ]
        return parts.map { $0 ?? "-" }.joined(separator: "|")
    }

    private static let full = """
        {
          // Written by hand.
          name: "Zoë", address: "kim@example.net",
          "identities": [{"address": "kim@EXAMPLE.net"}, {"name": null, "address": "k@example.org"},],
          "imap": "imaps://imap.example.net", "smtp": "smtp://smtp.example.net:2587",
          "user": "kim", "passwordCommand": "pass show mail\\n", "caFile": "~/ca.pem", "window": "90d",
          "maildir": "/srv/mail", "sent": "probe", "undo": 30, "attachments": "all",
          "version": 1, "$schema": "account.schema.json",
        }
        """

    @Test("Reads every property of a file with comments and unquoted names")
    func reading() throws {
        try write("work.json", Self.full)
        let listing = try files.listing()
        #expect(listing.problems.isEmpty)
        let account = try #require(listing.accounts.first)
        let expected =
            "work|Zoë <kim@example.net>, - <k@example.org>|-|imaps://imap.example.net:993|smtp://smtp.example.net:2587"
            + "|kim|passwordCommand(\"pass show mail\\n\")|\(scratch.path)/user/ca.pem|90d|/srv/mail|probe|30|all"
        #expect(facts(account) == expected)
    }

    @Test("An added account is read back unchanged")
    func roundTrip() throws {
        try write("work.json", Self.full)
        let written = try #require(try files.listing().accounts.first)
        try FileManager.default.removeItem(atPath: scratch.path + "/accounts/work.json")
        try files.add(written)
        let read = try #require(try files.listing().accounts.first)
        #expect(facts(read) == facts(written))
        #expect(throws: AccountError.alreadyExists(written.name)) { try files.add(written) }
        #expect(scratch.names("accounts") == [".lock", "work.json"])
    }

    @Test("Each kind of secret source is written as it was read", .holds("PX7"))
    func secrets() throws {
        let rows = [
            "passwordCommand: \"pass show mail\"", "passwordFile: \"/run/secret\"", "tokenCommand: \"token\"",
            "oauth: \"gmail\"", "keyring: {service: \"mail of mine\", username: \"kim\"}",
        ]
        for row in rows {
            try write("work.json", "{address: \"kim@example.net\", \(row)}")
            let account = try #require(try files.listing().accounts.first)
            #expect(account.secret != nil, "\(row)")
            try FileManager.default.removeItem(atPath: scratch.path + "/accounts/work.json")
            try files.add(account)
            #expect(try files.listing().accounts.first?.secret == account.secret, "\(row)")
            try FileManager.default.removeItem(atPath: scratch.path + "/accounts/work.json")
        }
    }

    static let known: [(name: String, content: String, facts: String)] = [
        (
            "a provider that is named", "address: \"kim@a.example\", provider: \"Gmail\"",
            "imaps://imap.gmail.com:993 465,587 kim@a.example server 5 540"
        ),
        (
            "the provider of the address", "address: \"kim@web.de\", passwordFile: \"/p\"",
            "imaps://imap.web.de:993 465,587 kim client 3 540"
        ),
        (
            "a user who is named", "address: \"kim@web.de\", user: \"k\"",
            "imaps://imap.web.de:993 465,587 k client 3 540"
        ),
        (
            "servers that are named", "address: \"kim@gmail.com\", imap: \"imaps://h\", smtp: \"smtps://h\"",
            "imaps://h:993 465 kim@gmail.com unknown 5 1200"
        ),
        (
            "another wish for Sent", "address: \"kim@gmail.com\", sent: \"append\"",
            "imaps://imap.gmail.com:993 465,587 kim@gmail.com client 5 540"
        ),
        (
            "looking into Sent", "address: \"kim@gmail.com\", sent: \"probe\"",
            "imaps://imap.gmail.com:993 465,587 kim@gmail.com unknown 5 540"
        ),
        ("an unknown address", "address: \"kim@a.example\"", "-  kim@a.example unknown 5 1200"),
    ]

    @Test("Settings that are not specified come from the provider", .holds("Y15"), arguments: known)
    func providers(_ row: (name: String, content: String, facts: String)) throws {
        try write("work.json", "{\(row.content)}")
        let account = try #require(try files.listing().accounts.first)
        let ports = account.smtpServers.map { "\($0.port)" }.joined(separator: ",")
        let facts =
            "\(account.imapServers.first?.description ?? "-") \(ports) \(account.signInName ?? "-") \(account.sentFiling) "
            + "\(account.maximumConnections) \(account.idleRefresh.components.seconds)"
        #expect(facts == row.facts)
    }

    struct Broken: CustomTestStringConvertible {
        let name: String
        let content: String
        let line: Int?
        let word: String
        var testDescription: String { name }

        init(_ name: String, _ content: String, line: Int?, says word: String) {
            self.name = name
            self.content = content
            self.line = line
            self.word = word
        }
    }

    static let broken = [
        Broken("nothing", "", line: 1, says: "unexpected end"),
        Broken("no JSON", "name = Kim", line: 1, says: "unexpected character"),
        Broken("a list", "[]", line: 1, says: "braces"),
        Broken("no address", "{}", line: nil, says: "needs its address"),
        Broken("cut short", "{\n\"address\": \"a@b\",\n", line: 3, says: "unexpected end"),
        Broken("a name twice", "{\n\"address\": \"a@b\",\n\"address\": \"a@b\"}", line: 3, says: "duplicate name"),
        Broken("an address that is none", "{\n\n address: \"a b\"}", line: 3, says: "not a mail address"),
        Broken("an address that is a number", "{address: 1}", line: 1, says: "text"),
        Broken("an address with a line", "{address: \"a@b\\r\\nBcc: c@d\"}", line: 1, says: "control"),
        Broken("a URL of the web", "{address: \"a@b\",\n imap: \"http://h\"}", line: 2, says: "imaps://HOST"),
        Broken("another window", "{address: \"a@b\",\n window: \"0d\"}", line: 2, says: "30d"),
        Broken("another undo", "{address: \"a@b\",\n undo: 7}", line: 2, says: "0, 5, 10, 15 or 30"),
        Broken("another sent", "{address: \"a@b\",\n sent: \"yes\"}", line: 2, says: "\"append\" or"),
        Broken(
            "a path that moves", "{address: \"a@b\",\n maildir: \"Mail\"}", line: 2, says: "must begin with / or ~/"),
        Broken(
            "two secrets", "{address: \"a@b\", passwordFile: \"/p\",\n oauth: \"google\"}", line: 2, says: "Keep one"),
        Broken("a text that is no provider", "{address: \"a@b\",\n oauth: \"x\"}", line: 2, says: "is not known, only"),
        Broken(
            "an unknown member of oauth", "{address: \"a@b\", oauth: {provider: \"google\", clientID: \"x\"}}", line: 1,
            says: "there is no \"clientID\" in it. Did you mean: clientId"),
        Broken("neither provider nor issuer", "{address: \"a@b\", oauth: {clientId: \"x\"}}", line: 1, says: "name a"),
        Broken(
            "an issuer without TLS", "{address: \"a@b\", oauth: {issuer: \"http://id.example\"}}", line: 1,
            says: "https://"),
        Broken(
            "a tenant of Google", "{address: \"a@b\", oauth: {provider: \"google\", tenant: \"x\"}}", line: 1,
            says: "only for \"microsoft\""),
        Broken(
            "two clients", "{address: \"a@b\", oauth: {provider: \"google\", clientId: \"x\", clientFile: \"/y\"}}",
            line: 1, says: "exclude each other"),
        Broken(
            "an entry of the keyring that is none", "{address: \"a@b\",\n keyring: {a: 1}}", line: 2,
            says: "name an entry"),
        Broken("an entry without attributes", "{address: \"a@b\",\n keyring: {}}", line: 2, says: "name an entry"),
        Broken(
            "an entry that is an option", "{address: \"a@b\",\n keyring: {a: \"-x\"}}", line: 2, says: "name an entry"),
        Broken(
            "the keyring and a file", "{address: \"a@b\", keyring: {a: \"b\"},\n passwordFile: \"/p\"}", line: 1,
            says: "Keep one"),
        Broken(
            "a key that is mistyped", "{address: \"a@b\",\n windwo: \"9d\"}", line: 2, says: "Did you mean: window?"),
        Broken("a key of nothing", "{address: \"a@b\",\n colour: null}", line: 2, says: "Remove it, or use the newer"),
        Broken("a setting", "{address: \"a@b\",\n bell: \"none\"}", line: 2, says: "belongs in config.json"),
        Broken(
            "a mistyped key inside", "{address: \"a@b\",\n identities: [{address: \"c@d\", naem: \"C\"}]}", line: 2,
            says: "Did you mean: name?"),
        Broken("another provider", "{address: \"a@b\",\n provider: \"gmial\"}", line: 2, says: "Did you mean: gmail?"),
        Broken("a newer format", "{\n\nversion: 2, adress: []}", line: 3, says: "Use the newer petrel"),
        Broken("a version that is none", "{address: \"a@b\",\n version: \"x\"}", line: 2, says: "should be 1"),
        Broken("identities that are none", "{address: \"a@b\",\n identities: [\"a@b\"]}", line: 2, says: "a list of"),
    ]

    @Test("An invalid file is reported with its line and a suggestion", arguments: broken)
    func problems(_ row: Broken) throws {
        try write("work.json", "{address: \"kim@example.net\"}")
        try write("a.json", row.content)
        let listing = try files.listing()
        #expect(listing.accounts.map(\.name.text) == ["work"])
        let problem = try #require(listing.problems.first)
        #expect(listing.problems.count == 1 && problem.line == row.line)
        #expect(problem.description.contains("accounts/a.json") && problem.problem.contains(row.word), "\(problem)")
    }

    @Test("All problems of a file are reported, in the order of their lines")
    func allProblems() throws {
        try write(
            "work.json",
            """
            { undo: 7,
              adress: "kim@example.net",
              imap: "http://h",
              window: "1w", smpt: "x",
              identities: 1 }
            """)
        let problems = try files.listing().problems
        let names = problems.compactMap { $0.problem.split(separator: "\"").first.map(String.init) }
        #expect(problems.map(\.line) == [nil, 1, 2, 3, 4, 4], "\(problems)")
        #expect(names == ["address", "undo", "adress", "imap", "smpt", "window"], "\(names)")
    }

    @Test("A damaged file is a reported problem or a valid account, and other accounts still load")
    func everyOctet() throws {
        var random = SeededGenerator.fresh
        try write("other.json", "{address: \"other@example.net\"}")
        let octets = Array(Self.full.utf8)
        for index in octets.indices {
            var flipped = octets
            flipped[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            for content in [Array(octets[..<index]), flipped] {
                try write("work.json", Data(content))
                let listing = try files.listing()
                #expect(listing.account(try #require(AccountName("other"))) != nil, "seed \(random.seed)")
                let isValid = listing.accounts.count == 2
                #expect(isValid == listing.problems.isEmpty, "seed \(random.seed), octet \(index)")
                if content.count < octets.count { #expect(listing.problems.count == 1) }
            }
        }
    }

    @Test("Reports directories, dangling links, pipes and invalid names without blocking")
    func noFiles() throws {
        let manager = FileManager.default
        try write("work.json", "{address: \"kim@example.net\"}")
        try write(".work.json.swp", "x")
        try write("notes.txt", "x")
        try write("my mail.json", "{}")
        try manager.createDirectory(atPath: scratch.path + "/accounts/dir.json", withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            atPath: scratch.path + "/accounts/gone.json", withDestinationPath: "nowhere")
        _ = try ProgramRun.run(URL(filePath: "/usr/bin/env"), ["mkfifo", scratch.path + "/accounts/pipe.json"])
        let listing = try files.listing()
        #expect(listing.accounts.map(\.name.text) == ["work"])
        let names = listing.problems.compactMap { $0.file.map { String(decoding: $0.lastComponent, as: UTF8.self) } }
        #expect(names == ["dir.json", "gone.json", "my mail.json", "pipe.json"])
    }

    @Test("Follows a link to a configuration file that is kept elsewhere")
    func links() throws {
        try Data("{address: \"kim@example.net\"}".utf8).write(to: scratch.url.appending(path: "kept"))
        try FileManager.default.createDirectory(atPath: scratch.path + "/accounts", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/accounts/work.json", withDestinationPath: scratch.path + "/kept")
        #expect(try files.listing().accounts.map(\.name.text) == ["work"])
    }

    @Test("A home without accounts has the local account and creates no files", .holds("K03", "K04"))
    func local() throws {
        #expect(try files.usable().accounts.map(\.name) == [.local])
        #expect(try files.listing().accounts.isEmpty && scratch.names().isEmpty)
        try write("bad.json", "{")
        #expect(try files.usable().accounts.isEmpty)
    }

    static let shared: [(name: String, one: String, other: String, isShared: Bool)] = [
        ("one place twice", "box", "box", true), ("one place written in two ways", "box", "./box//", true),
        ("one in the other", "box", "box/inner", true), ("the other in the one", "box/inner", "box", true),
        ("a link to it", "box", "link", true), ("in a link to it", "box", "link/inner", true),
        ("two places", "box", "crate", false), ("names that begin alike", "box", "boxes", false),
    ]

    @Test("Two accounts cannot share a mail directory", arguments: shared)
    func sharing(_ row: (name: String, one: String, other: String, isShared: Bool)) throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: scratch.path + "/box", withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: "box")
        func account(_ name: String, _ place: String) throws -> AccountConfiguration {
            let identity = try #require(Identity("kim@example.net"))
            var account = AccountConfiguration(try #require(AccountName(name)), identities: [identity])
            account.maildir = Path(scratch.path + "/" + place)
            return account
        }
        try files.add(try account("a", row.one))
        let second = try account("b", row.other)
        if row.isShared {
            #expect(throws: AccountError.self) { try files.add(second) }
            let path = scratch.path + "/" + row.other
            try write("b.json", "{address: \"kim@example.net\", maildir: \"\(path)\"}")
            let listing = try files.listing()
            #expect(listing.accounts.map(\.name.text) == ["a"] && listing.problems.count == 1)
        } else {
            try files.add(second)
            #expect(try files.listing().accounts.count == 2)
        }
    }

    static let identities: [(text: String, name: String?, address: String?)] = [
        ("kim@example.net", nil, "kim@example.net"), ("Kim Park <kim@example.net>", "Kim Park", "kim@example.net"),
        ("\"Park, Kim\" <kim@example.net>", "Park, Kim", "kim@example.net"), ("kim", nil, nil), ("", nil, nil),
        ("a@b.example, c@d.example", nil, nil), ("us: a@b.example;", nil, nil), ("Kim <kim>", nil, nil),
    ]

    @Test("An identity is one address with an optional name", arguments: identities)
    func identity(_ row: (text: String, name: String?, address: String?)) {
        let identity = Identity(row.text)
        #expect(identity?.name == row.name && identity?.address.text == row.address)
    }
}
