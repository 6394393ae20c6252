import Accounts
import Autoconfiguration
import DomainNames
import MailTestSupport
import MailTypes
import Testing

@Suite("Providers and server discovery")
struct ServerDiscoveryTests {
    static let domains: [(domain: String, provider: String?, imap: String, smtp: String)] = [
        ("gmail.com", "gmail", "imaps://imap.gmail.com:993", "smtps://smtp.gmail.com:465"),
        ("GoogleMail.com", "gmail", "imaps://imap.gmail.com:993", "smtps://smtp.gmail.com:465"),
        ("hotmail.com", "outlook", "imaps://outlook.office365.com:993", "smtp://smtp-mail.outlook.com:587"),
        ("yahoo.co.uk", "yahoo", "imaps://imap.mail.yahoo.com:993", "smtps://smtp.mail.yahoo.com:465"),
        ("aol.com", "aol", "imaps://imap.aol.com:993", "smtps://smtp.aol.com:465"),
        ("me.com", "icloud", "imaps://imap.mail.me.com:993", "smtp://smtp.mail.me.com:587"),
        ("fastmail.fm", "fastmail", "imaps://imap.fastmail.com:993", "smtps://smtp.fastmail.com:465"),
        ("gmx.de", "gmx", "imaps://imap.gmx.net:993", "smtps://mail.gmx.net:465"),
        ("gmx.com", "gmx.com", "imaps://imap.gmx.com:993", "smtps://mail.gmx.com:465"),
        ("web.de", "web.de", "imaps://imap.web.de:993", "smtps://smtp.web.de:465"),
        ("zoho.com", "zoho", "imaps://imap.zoho.com:993", "smtps://smtp.zoho.com:465"),
        ("zoho.eu", "zoho.eu", "imaps://imap.zoho.eu:993", "smtps://smtp.zoho.eu:465"),
        ("proton.me", "proton", "imap://127.0.0.1:1143", "smtp://127.0.0.1:1025"),
        ("example.net", nil, "imaps://imap.example.net:993", "smtps://smtp.example.net:465"),
        ("notgmail.com", nil, "imaps://imap.notgmail.com:993", "smtps://smtp.notgmail.com:465"),
        ("gmail.com.example", nil, "imaps://imap.gmail.com.example:993", "smtps://smtp.gmail.com.example:465"),
    ]

    @Test("A known domain selects its provider, and any other domain yields common host names", arguments: domains)
    func lookup(_ row: (domain: String, provider: String?, imap: String, smtp: String)) throws {
        let plan = try #require(ServerCandidates(for: EmailAddress("kim@\(row.domain)")))
        #expect(plan.provider?.identifier == row.provider)
        #expect(plan.imap.first?.server.description == row.imap && plan.smtp.first?.server.description == row.smtp)
        let origin: ServerCandidates.Origin = row.provider == nil ? .guess : .provider
        #expect((plan.imap + plan.smtp).allSatisfy { $0.origin == origin && !$0.needsConsent })
    }

    @Test("Identifiers and domains are unique and lower case, and both services have servers")
    func table() {
        #expect(Provider.all.count >= 50)
        let domains = Provider.all.flatMap(\.domains)
        let exchangers = Provider.all.flatMap(\.exchangers)
        #expect(Set(exchangers).count == exchangers.count && exchangers.allSatisfy { $0 == $0.lowercased() })
        #expect(Set(domains).count == domains.count && domains.allSatisfy { $0 == $0.lowercased() })
        #expect(Provider.all.map(\.identifier) == Provider.all.map(\.identifier).sorted())
        for provider in Provider.all {
            #expect(Provider.named(provider.identifier.uppercased()) == provider)
            for domain in provider.domains { #expect(Provider.of(domain: domain) == provider) }
            #expect(!provider.imap.isEmpty && provider.imap.allSatisfy { $0.service == .imap })
            #expect(!provider.smtp.isEmpty && provider.smtp.allSatisfy { $0.service == .smtp })
            #expect(!provider.signIn.isEmpty && (1...5).contains(provider.maximumConnections))
            #expect(provider.idleRefresh >= .seconds(120) && provider.idleRefresh <= .seconds(29 * 60))
            // The URL's text form yields the same server.
            for url in provider.imap + provider.smtp {
                #expect((try? ServerURL(url.description, for: url.service)) == url)
            }
        }
        #expect(Provider.named("nobody") == nil && Provider.of(domain: "") == nil)
    }

    @Test("Providers define whether the server or the client saves the Sent copy", .holds("Y15"))
    func sent() {
        let byServer = Provider.all.filter { $0.sent == .server }.map(\.identifier)
        #expect(byServer == ["gmail", "office365", "outlook", "proton"])
        #expect(Provider.all.filter { $0.sent == .client }.map(\.identifier) == ["gmx", "gmx.com", "web.de"])
    }

    private static func answers(_ records: [ServiceRecord.Kind: [ServiceRecord]]) -> DomainLookupResults {
        var answers = DomainLookupResults()
        answers.records = records
        return answers
    }

    /// The same records for every kind of service.
    private static func answers(_ records: [ServiceRecord]) -> DomainLookupResults {
        answers(Dictionary(uniqueKeysWithValues: ServiceRecord.Kind.allCases.map { ($0, records) }))
    }

    @Test("Servers named in DNS precede guesses: those of the domain, then by priority and weight")
    func records() throws {
        let answers = Self.answers([
            .imaps: [
                ServiceRecord(priority: 20, weight: 0, port: 993, host: "b.example.net"),
                ServiceRecord(priority: 10, weight: 1, port: 1993, host: "light.example.net."),
                ServiceRecord(priority: 10, weight: 9, port: 993, host: "heavy.example.org."),
            ],
            .submission: [ServiceRecord(priority: 0, weight: 0, port: 587, host: "smtp.example.net")],
            .submissions: [ServiceRecord(priority: 0, weight: 0, port: 0, host: ".")],
        ])
        let plan = try #require(ServerCandidates(for: EmailAddress("kim@Example.NET"), knowing: answers))
        let records = plan.imap.filter { $0.origin == .record }
        #expect(
            records.map(\.server.description) == [
                "imaps://light.example.net:1993", "imaps://b.example.net:993", "imaps://heavy.example.org:993",
            ])
        // A host outside the domain may come from a forged answer.
        #expect(records.map(\.needsConsent) == [false, false, true])
        #expect(plan.imap.dropFirst(3).allSatisfy { $0.origin == .guess && !$0.needsConsent })
        #expect(plan.smtp.first?.server.description == "smtp://smtp.example.net:587")
        // The same server is not tried twice.
        #expect(plan.smtp.count { $0.server.description == "smtp://smtp.example.net:587" } == 1)
    }

    @Test("Malicious DNS records yield a limited number of servers and no invalid hosts", .holds("PX5", "PX6"))
    func hostileRecords() throws {
        let targets = [
            ".", "", "..", "a b.example", "a.example\r\nQUIT", "a\0.example", "-a.example", "[::1]", "::1",
            "kim@a.example",
            "a.example:25", "a.example/", "http://a.example", "bücher.example", "localhost",
            String(repeating: "a", count: 300),
            "\u{1B}[2J.example",
        ]
        let bad = try #require(
            ServerCandidates(
                for: EmailAddress("kim@example.net"),
                knowing: Self.answers(targets.map { ServiceRecord(priority: 1, weight: 1, port: 993, host: $0) })))
        #expect((bad.imap + bad.smtp).allSatisfy { $0.origin == .guess })
        let many = try #require(
            ServerCandidates(for: EmailAddress("kim@example.net"), knowing: Self.answers(Self.hosts(1000))))
        #expect(many.imap.count <= 13 && many.smtp.count <= 13)
    }

    private static func hosts(_ count: Int) -> [ServiceRecord] {
        (0..<count).map { ServiceRecord(priority: 1, weight: 1, port: 993, host: "h\($0).example.net") }
    }

    @Test("Candidates start one after another within the time limit, without duplicates")
    func times() throws {
        let plan = try #require(
            ServerCandidates(for: EmailAddress("kim@example.net"), knowing: Self.answers(Self.hosts(9))))
        for candidates in [plan.imap, plan.smtp] {
            #expect(candidates.map(\.begins) == candidates.map(\.begins).sorted())
            #expect(candidates.first?.begins == .zero)
            #expect(candidates.allSatisfy { $0.begins < ServerCandidates.limit - ServerCandidates.answerLimit })
            #expect(Set(candidates.map(\.server)).count == candidates.count)
        }
    }

    @Test("Internationalized domains are looked up and guessed as A-labels")
    func otherLetters() throws {
        let address = EmailAddress("kim@Bücher.example")
        #expect(ServerCandidates.domain(of: address) == "xn--bcher-kva.example")
        let plan = try #require(ServerCandidates(for: address))
        #expect(plan.imap.first?.server.host == "imap.xn--bcher-kva.example")
        #expect(plan.smtp.allSatisfy { $0.server.host.hasSuffix("xn--bcher-kva.example") })
    }

    @Test(
        "There is no plan for an address without a usable domain",
        arguments: [
            "kim", "", "kim@", "kim@localhost", "kim@[192.0.2.1]", "kim@☃.example", "kim@a b.example",
            "kim@-a.example",
        ])
    func noPlan(_ address: String) {
        #expect(ServerCandidates(for: EmailAddress(address)) == nil)
    }

    // MARK: - Exchangers

    static let hosted: [(exchanger: String, provider: String?)] = [
        ("aspmx.l.google.com", "gmail"), ("alt1.aspmx.l.google.com", "gmail"), ("smtp.google.com", "gmail"),
        ("aspmx2.googlemail.com", "gmail"), ("example-net.mail.protection.outlook.com", "office365"),
        ("in1-smtp.messagingengine.com", "fastmail"), ("mx.zoho.com", "zoho"), ("mx2.zoho.eu", "zoho.eu"),
        ("mail.protonmail.ch", "proton"), ("mx01.mail.icloud.com", "icloud"), ("aspmx1.migadu.com", "migadu"),
        ("mxext1.mailbox.org", "mailbox.org"), ("mx.yandex.net", "yandex"), ("emx.mail.ru", "mail.ru"),
        ("spool.mail.gandi.net", "gandi"), ("mx1.mail.ovh.net", "ovh"), ("mx00.ionos.de", "ionos"),
        ("mta-gw.infomaniak.ch", "infomaniak"), ("mailserver.purelymail.com", "purelymail"),
        ("mx1.privateemail.com", "privateemail"), ("mx.example.net", nil), ("evilgoogle.com", nil),
        ("google.com.example", nil), ("", nil),
    ]

    @Test("A domain whose mail goes to a known provider is there", arguments: hosted)
    func exchangers(_ row: (exchanger: String, provider: String?)) throws {
        var answers = DomainLookupResults()
        answers.exchangers = [
            MailExchanger(preference: 20, host: "backup.example.org"),
            MailExchanger(preference: 10, host: row.exchanger),
        ]
        let plan = try #require(ServerCandidates(for: EmailAddress("kim@example.net"), knowing: answers))
        #expect(plan.provider?.identifier == row.provider)
        #expect(
            row.provider == nil || (plan.imap + plan.smtp).allSatisfy { $0.origin == .provider && !$0.needsConsent })
    }

    @Test("Servers of the domain itself win over the provider that receives its mail; foreign ones do not")
    func ownServers() throws {
        for (host, provider) in [("imap.example.net", nil), ("imap.example.org", "office365")] {
            var answers = Self.answers([.imaps: [ServiceRecord(priority: 0, weight: 0, port: 993, host: host)]])
            answers.exchangers = [MailExchanger(preference: 0, host: "example-net.mail.protection.outlook.com")]
            let plan = try #require(ServerCandidates(for: EmailAddress("kim@example.net"), knowing: answers))
            #expect(plan.provider?.identifier == provider)
        }
    }

    // MARK: - Configuration files

    private static func file(_ imap: String, user: String, authentication: String) -> ClientConfiguration? {
        let text = """
            <clientConfig><emailProvider><incomingServer type="imap"><hostname>\(imap)</hostname><port>993</port>
            <socketType>SSL</socketType><username>\(user)</username><authentication>\(authentication)</authentication>
            </incomingServer></emailProvider></clientConfig>
            """
        return ClientConfiguration(Array(text.utf8), localPart: "kim", domain: "example.net")
    }

    @Test("Configuration files name servers and users, behind DNS and before guesses, and need consent abroad")
    func files() throws {
        var answers = Self.answers([.imaps: [ServiceRecord(priority: 0, weight: 0, port: 993, host: "a.example.net")]])
        answers.configurations = [
            try #require(Self.file("b.%EMAILDOMAIN%", user: "%EMAILLOCALPART%", authentication: "password-cleartext")),
            try #require(Self.file("mail.example.org", user: "%EMAILADDRESS%", authentication: "OAuth2")),
            try #require(Self.file("-bad-", user: "%EMAILADDRESS%", authentication: "OAuth2")),
        ]
        let plan = try #require(ServerCandidates(for: EmailAddress("kim@example.net"), knowing: answers))
        #expect(
            plan.imap.map(\.server.host).prefix(4) == [
                "a.example.net", "b.example.net", "mail.example.org", "imap.example.net",
            ])
        #expect(plan.imap.map(\.origin).prefix(4) == [.record, .configuration, .configuration, .guess])
        #expect(plan.imap.map(\.needsConsent).prefix(4) == [false, false, true, false])
        #expect(plan.imap.map(\.user).prefix(4) == [nil, "kim", nil, nil])
        #expect(plan.imap.map(\.needsToken).prefix(4) == [false, false, true, false])
    }

    @Test("Only the domain's own web server learns the address")
    func urls() {
        let urls = DomainLookupResults.configurationURLs(localPart: "kim+a&b", domain: "example.net")
        #expect(
            urls == [
                "https://autoconfig.example.net/mail/config-v1.1.xml?emailaddress=kim%2Ba%26b%40example.net",
                "https://example.net/.well-known/autoconfig/mail/config-v1.1.xml",
                "https://autoconfig.thunderbird.net/v1.1/example.net",
            ])
    }
}
