import Foundation
import MailTestSupport
import Synchronization
import Testing

@testable import EndToEndSupport

/// Signs in at a real authorization server with a real browser, and uses the tokens with Dovecot and Postfix.
@Suite(
    "Signing in with a browser", .serialized, .needsBrowserSignIn, .timeLimit(.minutes(5)),
    .holds("Y12", "Y15", "Y17", "PX1", "PX4", "PX7"))
struct BrowserSignInTests {
    private let scene: SignInScene

    init() throws {
        scene = try SignInScene()
    }

    @Test("Signs in, syncs, renews an expired token, and asks to sign in again after a revocation")
    func life() throws {
        let first = try scene.signIn()
        #expect(first.run.exitCode == 0, "\(first.run.errorText)")
        #expect(
            first.run.text.contains("The tokens are in a file that only you can read.\nSigned in. INBOX: "))
        #expect(try scene.petrel("sync", "--account", "work").exitCode == 0)

        // The server no longer accepts the token, which petrel believes to be valid for an hour.
        let issued = try scene.issuedTokens()
        try scene.control("expire")
        let renewed = try scene.petrel("sync", "--account", "work")
        #expect(renewed.exitCode == 0, "\(renewed.errorText)")
        #expect(try scene.issuedTokens() == issued + 1)

        try scene.control("revoke")
        let refused = try scene.petrel("sync", "--account", "work")
        #expect(refused.exitCode == 77, "\(refused.errorText)")
        #expect(refused.errorText.contains("no longer accepts the sign-in of work"))
        #expect(refused.errorText.contains("petrel account sign-in work"))

        #expect(try scene.signIn().run.exitCode == 0)
        #expect(try scene.petrel("sync", "--account", "work").exitCode == 0)
    }

    @Test("If the token expires while a sync runs, petrel renews it, continues, and stores no message twice")
    func expiryDuringSync() throws {
        #expect(try scene.signIn().run.exitCode == 0)
        let mailbox = "Expiry-\(UUID().uuidString)"
        let count = 40
        try scene.store(count: count, in: mailbox)
        let issued = try scene.issuedTokens()
        // The connection breaks after a third of the messages, and the next one is refused.
        let expiry = try "\(scene.control)/expire"
        let proxy = try CuttingProxy(
            to: scene.servers.port("imaps", of: "dovecot-oauth"),
            cut: .init(.toClient, after: 400_000, .reset) {
                _ = try? ProgramRun.run(URL(filePath: "/usr/bin/curl"), ["-s", "-X", "POST", expiry])
            })
        defer { proxy.close() }
        try scene.connect(through: proxy)
        let run = try scene.petrel("sync", "work", "--mailbox", mailbox)
        #expect(run.exitCode == 0, "\(run.text)\(run.errorText)")
        #expect(proxy.count(.toClient) == 400_000)
        #expect(try scene.issuedTokens() == issued + 1)
        #expect(try Set(scene.subjects(in: mailbox)) == Set((1...count).map { "Subject: \($0)" }))
        #expect(try scene.subjects(in: mailbox).count == count)
        let again = try scene.petrel("sync", "work", "--mailbox", mailbox)
        #expect(again.exitCode == 0, "\(again.errorText)")
        #expect(try scene.subjects(in: mailbox).count == count)
        #expect(try scene.status(of: mailbox).contains("MESSAGES \(count))"))
    }

    @Test("The code reaches no other site, no address line, no argument and no output")
    func secrets() throws {
        let signIn = try scene.signIn()
        let code = try #require(
            signIn.browser.requests.compactMap { URLComponents(string: $0.address)?.queryItems }
                .joined().first { $0.name == "code" }?.value)
        for request in signIn.browser.requests { #expect(!request.referer.contains(code), "\(request)") }
        #expect(signIn.browser.address.hasSuffix("/done"))
        #expect(signIn.browser.text == "Signed in. You can close this page and return to petrel.")
        let tokens = try scene.storedTokens()
        for secret in [code] + tokens {
            #expect(!signIn.run.text.contains(secret) && !signIn.run.errorText.contains(secret))
            #expect(try !scene.curlArguments().contains(secret))
        }
        let arguments = try scene.curlArguments()
        #expect(arguments.split(separator: "\n").allSatisfy { $0 == "--disable --config -" } && !arguments.isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: scene.tokenFile.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // A stolen code cannot be used again.
        let replayed = try scene.curl(
            "-d", "grant_type=authorization_code&client_id=petrel&code=\(code)&code_verifier=x",
            "\(scene.issuer)/o/token/")
        #expect(replayed.contains("invalid_grant"), "\(replayed)")
    }

    @Test("Requests of attackers are refused, and the sign-in goes on")
    func attacks() throws {
        let signIn = try scene.signIn { page in
            let redirect = try #require(
                URLComponents(string: page)?.queryItems?.first { $0.name == "redirect_uri" }?.value)
            let state = try #require(URLComponents(string: page)?.queryItems?.first { $0.name == "state" }?.value)
            func status(_ query: String, _ more: [String] = [], as user: String? = nil) throws -> String {
                let words = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"] + more + [redirect + query]
                let prefix = user.map { ["setpriv", "--reuid", $0, "--clear-groups"] } ?? []
                return try ProgramRun.run(URL(filePath: "/usr/bin/env"), prefix + words).text
            }
            #expect(try status("?code=evil&state=wrong") == "400")
            #expect(try status("?code=evil") == "400")
            #expect(try status("?code=evil&code=more&state=\(state)") == "400")
            #expect(try status("?code=evil&state=\(state)", ["-H", "Host: evil.example"]) == "400")
            #expect(try status("?code=evil&state=\(state)", ["-X", "POST"]) == "405")
            #expect(try status("other") == "404")
            if geteuid() == 0 {
                // Another user of this machine knows the address and the state, for example from a list of processes.
                #expect(try status("?code=evil&state=\(state)", as: "nobody") == "403")
            } else {
                print("SKIPPED: only root can act as another user")
            }
        }
        #expect(signIn.run.exitCode == 0, "\(signIn.run.errorText)")
    }

    @Test("If the user denies the access, nothing is stored")
    func denied() throws {
        let signIn = try scene.signIn(answer: "deny")
        #expect(signIn.run.exitCode == 77 && signIn.run.errorText.contains("the access was denied"))
        #expect(signIn.browser.text == "Not signed in. Return to petrel to see why.")
        #expect(!FileManager.default.fileExists(atPath: scene.tokenFile.path))
    }

    @Test("Two programs that need a new token at the same time renew it once")
    func together() async throws {
        #expect(try scene.signIn().run.exitCode == 0)
        let issued = try scene.issuedTokens()
        try scene.makeStoredTokenOld()
        let arguments = ["--home", scene.home.directory.path, "account", "token", "work"]
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 { group.addTask { try ProgramRun.run(ProjectFiles.petrel, arguments).text } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(try scene.issuedTokens() == issued + 1)
    }

    @Test("Signing out revokes the tokens and deletes them")
    func signOut() throws {
        #expect(try scene.signIn().run.exitCode == 0)
        let run = try scene.petrel("account", "sign-out", "work", "--json")
        #expect(run.exitCode == 0 && run.text.contains("\"revoked\":true"), "\(run.text) \(run.errorText)")
        #expect(!FileManager.default.fileExists(atPath: scene.tokenFile.path))
        let again = try scene.petrel("account", "token", "work")
        #expect(again.exitCode == 77 && again.errorText.contains("account sign-in work"))
    }
}

/// A home with an account at the authorization server, Dovecot and Postfix.
private struct SignInScene {
    struct Browser: Decodable {
        struct Request: Decodable {
            let address: String
            let referer: String
        }

        let requests: [Request]
        let address: String
        let text: String
    }

    let home: SampleHome
    let servers: RealServers
    let issuer: String
    private let environment: [String: String]

    /// A program before curl records its arguments.
    init() throws {
        servers = try #require(RealServers.signIn)
        home = try SampleHome(isEmpty: true)
        issuer = "https://localhost:\(try servers.port("https", of: "authorization"))"
        let programs = home.directory.appending(path: "programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        let curl = programs.appending(path: "curl")
        try Data("#!/bin/sh\necho \"$@\" >>'\(programs.path)/arguments'\nexec /usr/bin/curl \"$@\"\n".utf8).write(
            to: curl)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: curl.path)
        environment = ["PATH": "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"]
        let user = servers.users[0].name
        let added = try petrel(
            "account", "add", "work", "--address", "\(user)@example.net", "--user", user, "--imap",
            "imaps://localhost:\(servers.port("imaps", of: "dovecot-oauth"))", "--smtp",
            "smtps://localhost:\(servers.port("submissions", of: "postfix"))", "--oauth", issuer, "--client-id",
            "petrel",
            "--ca-file", servers.authorities)
        try #require(added.exitCode == 0, "\(added.errorText)")
    }

    var tokenFile: URL { home.directory.appending(path: "state/work/tokens.json") }

    func petrel(_ words: String...) throws -> ProgramRun {
        try ProgramRun.run(
            ProjectFiles.petrel, ["--home", home.directory.path] + words, environment: environment)
    }

    /// Signs in with the browser. `before` is called with the address of the page.
    func signIn(
        answer: String = "allow", before: (String) throws -> Void = { _ in }
    ) throws -> (run: ProgramRun, browser: Browser) {
        let process = Process()
        process.executableURL = ProjectFiles.petrel
        process.arguments = [
            "--home", home.directory.path, "account", "sign-in", "work", "--no-browser", "--store", "file",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var shown = Data()
        while shown.count(where: { $0 == 0x0A }) < 3 {
            let more = errors.fileHandleForReading.availableData
            try #require(!more.isEmpty, "\(String(decoding: shown, as: UTF8.self))")
            shown += more
        }
        let page = String(try #require(String(decoding: shown, as: UTF8.self).split(separator: "\n").dropFirst().first))
        try before(page)
        let browser = try ProgramRun.run(
            ProjectFiles.root.appending(path: "Tests/Fixtures/sign-in-with-browser.py"),
            [page, servers.users[0].name, servers.users[0].password, answer])
        try #require(browser.exitCode == 0, "\(browser.errorText)")
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let rest = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            ProgramRun(exitCode: process.terminationStatus, output: text, errors: rest),
            try JSONDecoder().decode(Browser.self, from: browser.output)
        )
    }

    func curl(_ words: String...) throws -> String {
        try ProgramRun.run(
            URL(filePath: "/usr/bin/env"), ["curl", "-s", "--cacert", servers.authorities] + words
        ).text
    }

    /// Stores messages of 30 kB, which cannot be compressed much, in a new mailbox of the server.
    func store(count: Int, in mailbox: String) throws {
        let folder = home.directory.appending(path: "letters")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var random = SystemRandomNumberGenerator()
        for number in 1...count {
            let noise = Data((0..<22_000).map { _ in UInt8.random(in: 0...255, using: &random) })
            let text = noise.base64EncodedString(options: [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ])
            let header =
                "From: ben@example.org\r\nTo: kim@example.net\r\nSubject: \(number)\r\n"
                + "Message-ID: <\(number).\(mailbox)@example.org>\r\n\r\n"
            try Data((header + text + "\r\n").utf8).write(to: folder.appending(path: "\(number)"))
        }
        _ = try imap("", "-X", "CREATE \(mailbox)")
        _ = try imap(mailbox, "-T", "\(folder.path)/[1-\(count)]")
        try #require(try status(of: mailbox).contains("MESSAGES \(count))"))
    }

    func status(of mailbox: String) throws -> String {
        try imap("", "-X", "STATUS \(mailbox) (MESSAGES)")
    }

    private func imap(_ path: String, _ words: String...) throws -> String {
        let user = servers.users[0]
        let address = "imaps://localhost:\(try servers.port("imaps", of: "dovecot-oauth"))/\(path)"
        return try ProgramRun.run(
            URL(filePath: "/usr/bin/curl"),
            ["-sS", "--cacert", servers.authorities, "--user", "\(user.name):\(user.password)", address] + words
        ).text
    }

    /// Lets the account read mail through a proxy.
    func connect(through proxy: CuttingProxy) throws {
        let file = home.directory.appending(path: "accounts/work.json")
        let port = try servers.port("imaps", of: "dovecot-oauth")
        let account = try String(contentsOf: file, encoding: .utf8)
        try #require(account.contains(":\(port)\""))
        try Data(account.replacingOccurrences(of: ":\(port)\"", with: ":\(proxy.port)\"").utf8).write(to: file)
    }

    /// Returns the Subject line of each message that petrel has stored in a mailbox.
    func subjects(in mailbox: String) throws -> [String] {
        try ["cur", "new"].flatMap { place in
            let folder = home.directory.appending(path: "mail/work/\(mailbox)/\(place)")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
                try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\r\n")
                    .flatMap { $0.split(separator: "\n") }.first { $0.hasPrefix("Subject: ") }.map { String($0) }
            }
        }
    }

    func control(_ what: String) throws {
        _ = try curl("-X", "POST", "\(control)/\(what)")
    }

    /// The address at which tests control the authorization server.
    var control: String {
        get throws { "http://127.0.0.1:\(try servers.port("control", of: "authorization"))" }
    }

    /// Returns how many access tokens the server has issued so far.
    func issuedTokens() throws -> Int {
        let text = try curl("\(control)/counts")
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(object?["tokens"] as? Int)
    }

    func curlArguments() throws -> String {
        try String(contentsOf: home.directory.appending(path: "programs/arguments"), encoding: .utf8)
    }

    private func content() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: tokenFile)) as? [String: Any])
    }

    func storedTokens() throws -> [String] {
        let tokens = try #require(try content()["tokens"] as? [String: Any])
        return try ["access", "refresh"].map { try #require(tokens[$0] as? String) }
    }

    /// Lets the stored token expire according to this machine's clock.
    func makeStoredTokenOld() throws {
        var content = try content()
        var tokens = try #require(content["tokens"] as? [String: Any])
        tokens["expires"] = 1
        content["tokens"] = tokens
        try JSONSerialization.data(withJSONObject: content).write(to: tokenFile)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tokenFile.path)
    }
}
