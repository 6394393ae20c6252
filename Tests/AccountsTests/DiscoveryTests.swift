import Accounts
import DomainNames
import MailTestSupport
import MailTypes
import Testing

@Suite("Providers and server discovery")
struct DiscoveryTests {
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
    func lookup(_ row: (domain: String, provider: String?, imap: String, smtp: String)) async throws {
        let plan = try #require(await DiscoveryPlan(for: EmailAddress("kim@\(row.domain)")) { _, _ in [] })
        #expect(plan.provider?.identifier == row.provider)
        #expect(plan.imap.first?.server.description == row.imap && plan.smtp.first?.server.description == row.smtp)
        let origin: DiscoveryPlan.Origin = row.provider == nil ? .guess : .provider
        #expect((plan.imap + plan.smtp).allSatisfy { $0.origin == origin && !$0.needsConsent })
    }

    @Test("Identifiers and domains are unique and lower case, and both services have servers")
    func table() {
        let domains = Provider.all.flatMap(\.domains)
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

    @Test("Servers named in DNS precede guesses, in the order of priority and weight")
    func records() async throws {
        var asked: [ServiceRecord.Kind] = []
        let plan = try #require(
            await DiscoveryPlan(for: EmailAddress("kim@Example.NET")) { kind, domain in
                #expect(domain == "example.net")
                asked.append(kind)
                switch kind {
                case .imaps:
                    return [
                        ServiceRecord(priority: 20, weight: 0, port: 993, host: "b.example.net"),
                        ServiceRecord(priority: 10, weight: 1, port: 1993, host: "light.example.net."),
                        ServiceRecord(priority: 10, weight: 9, port: 993, host: "heavy.example.org."),
                    ]
                case .submission:
                    return [ServiceRecord(priority: 0, weight: 0, port: 587, host: "smtp.example.net")]
                case .submissions:
                    return [ServiceRecord(priority: 0, weight: 0, port: 0, host: ".")]
                case .imap: return []
                }
            })
        #expect(asked == [.imaps, .imap, .submissions, .submission])
        let records = plan.imap.filter { $0.origin == .record }
        #expect(
            records.map(\.server.description) == [
                "imaps://heavy.example.org:993", "imaps://light.example.net:1993", "imaps://b.example.net:993",
            ])
        // A host outside the domain may come from a forged answer.
        #expect(records.map(\.needsConsent) == [true, false, false])
        #expect(plan.imap.dropFirst(3).allSatisfy { $0.origin == .guess && !$0.needsConsent })
        #expect(plan.smtp.first?.server.description == "smtp://smtp.example.net:587")
        // The same server is not tried twice.
        #expect(plan.smtp.count { $0.server.description == "smtp://smtp.example.net:587" } == 1)
    }

    @Test("Malicious DNS records yield a limited number of servers and no invalid hosts", .holds("PX5", "PX6"))
    func hostileRecords() async throws {
        let targets = [
            ".", "", "..", "a b.example", "a.example\r\nQUIT", "a\0.example", "-a.example", "[::1]", "::1",
            "kim@a.example",
            "a.example:25", "a.example/", "http://a.example", "bücher.example", "localhost",
            String(repeating: "a", count: 300),
            "\u{1B}[2J.example",
        ]
        let bad = try #require(
            await DiscoveryPlan(for: EmailAddress("kim@example.net")) { _, _ in
                targets.map { ServiceRecord(priority: 1, weight: 1, port: 993, host: $0) }
            })
        #expect((bad.imap + bad.smtp).allSatisfy { $0.origin == .guess })
        let many = try #require(
            await DiscoveryPlan(for: EmailAddress("kim@example.net")) { _, _ in
                (0..<1000).map { ServiceRecord(priority: 1, weight: 1, port: 993, host: "h\($0).example.net") }
            })
        #expect(many.imap.count <= 13 && many.smtp.count <= 13)
    }

    @Test("Candidates start one after another within the time limit, without duplicates")
    func times() async throws {
        let plan = try #require(
            await DiscoveryPlan(for: EmailAddress("kim@example.net")) { _, _ in
                (0..<9).map { ServiceRecord(priority: 1, weight: 1, port: 993, host: "h\($0).example.net") }
            })
        for candidates in [plan.imap, plan.smtp] {
            #expect(candidates.map(\.begins) == candidates.map(\.begins).sorted())
            #expect(candidates.first?.begins == .zero)
            #expect(candidates.allSatisfy { $0.begins < DiscoveryPlan.limit - .seconds(2) })
            #expect(Set(candidates.map(\.server)).count == candidates.count)
        }
    }

    @Test("Internationalized domains are looked up and guessed as A-labels")
    func otherLetters() async throws {
        let plan = try #require(
            await DiscoveryPlan(for: EmailAddress("kim@Bücher.example")) { _, domain in
                #expect(domain == "xn--bcher-kva.example")
                return []
            })
        #expect(plan.imap.first?.server.host == "imap.xn--bcher-kva.example")
        #expect(plan.smtp.allSatisfy { $0.server.host.hasSuffix("xn--bcher-kva.example") })
    }

    @Test(
        "There is no plan for an address without a usable domain",
        arguments: [
            "kim", "", "kim@", "kim@localhost", "kim@[192.0.2.1]", "kim@☃.example", "kim@a b.example",
            "kim@-a.example",
        ])
    func noPlan(_ address: String) async {
        #expect(await DiscoveryPlan(for: EmailAddress(address)) { _, _ in [] } == nil)
    }
}
