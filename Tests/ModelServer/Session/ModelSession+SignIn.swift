import Foundation
import MailTypes

extension ModelSession {
    func capabilities(_ account: ModelAccount) -> String {
        let profile = account.profile
        switch state {
        case .notAuthenticated where !isEncrypted:
            return (profile.openCapabilities + ["STARTTLS", "LOGINDISABLED"]).joined(separator: " ")
        case .notAuthenticated:
            let mechanisms = ["AUTH=PLAIN"] + (account.tokens.isEmpty ? [] : account.profile.tokenMechanisms)
            return (profile.openCapabilities + mechanisms).joined(separator: " ")
        case .authenticated, .over: return profile.capabilities.joined(separator: " ")
        }
    }

    mutating func signIn(_ user: [UInt8], _ password: [UInt8], _ account: ModelAccount) -> String {
        guard user.elementsEqual(account.user.utf8), password.elementsEqual(account.password.utf8) else {
            hasRefused = true
            return "NO [AUTHENTICATIONFAILED] that is not the password"
        }
        return welcome(account)
    }

    private mutating func welcome(_ account: ModelAccount) -> String {
        state = .authenticated
        return account.profile.saysCapabilities ? "OK [CAPABILITY \(capabilities(account))] welcome" : "OK welcome"
    }

    mutating func beginAuthentication(
        _ scanner: inout RequestScanner, _ tag: String, _ account: ModelAccount
    ) throws(MalformedCommand) -> String? {
        try scanner.space()
        let mechanism = try scanner.word()
        let isKnown = !account.tokens.isEmpty && account.profile.tokenMechanisms.contains("AUTH=\(mechanism)")
        guard mechanism == "PLAIN" || isKnown else { return "NO there is no such mechanism" }
        if scanner.isAtEnd {
            say("+ ")
            awaitAuthentication(tag, mechanism)
            return nil
        }
        try need("SASL-IR", account)
        try scanner.space()
        let response = scanner.run { $0 > 0x20 }
        try scanner.end()
        return try answer(response, mechanism, tag, account)
    }

    /// Handles the line after the challenge of AUTHENTICATE. `mechanism` is `nil` after a token was refused.
    mutating func authenticate(_ tag: String, _ mechanism: String?, _ line: [UInt8], _ account: inout ModelAccount) {
        guard let mechanism else {
            hasRefused = true
            return say("\(tag) NO [AUTHENTICATIONFAILED] the token is invalid")
        }
        do throws(MalformedCommand) {
            let answer = line == [0x2A] ? "BAD given up" : try answer(line, mechanism, tag, account)
            if let answer { say("\(tag) \(answer)") }
        } catch {
            account.violations.append(error.reason)
            say("\(tag) BAD \(error.reason)")
        }
    }

    private mutating func answer(
        _ line: [UInt8], _ mechanism: String, _ tag: String, _ account: ModelAccount
    ) throws(MalformedCommand) -> String? {
        if mechanism == "PLAIN" { return try plain(line, account) }
        if try isGoodToken(line, mechanism, account) { return welcome(account) }
        // The error is sent in a challenge, and the refusal follows the client's response to it [RFC 7628 §3.2.2].
        say("+ " + Data(#"{"status":"invalid_token"}"#.utf8).base64EncodedString())
        awaitAuthentication(tag, nil)
        return nil
    }

    /// Checks a user and token, in fields separated by SOH [RFC 7628 §3.1].
    private func isGoodToken(_ line: [UInt8], _ mechanism: String, _ account: ModelAccount) throws(MalformedCommand)
        -> Bool
    {
        guard let octets = Data(base64Encoded: Data(line)) else { throw MalformedCommand("no base64") }
        let fields = octets.split(separator: 1).map { String(decoding: $0, as: UTF8.self) }
        let user = mechanism == "XOAUTH2" ? "user=\(account.user)" : "n,a=\(account.user),"
        guard octets.suffix(2) == Data([1, 1]), let token = fields.first(where: { $0.hasPrefix("auth=Bearer ") }) else {
            throw MalformedCommand("no \(mechanism)")
        }
        return fields.first == user && account.tokens.contains(String(token.dropFirst("auth=Bearer ".count)))
    }

    /// Checks authorization identity, user and password, separated by NUL [RFC 4616].
    private mutating func plain(_ line: [UInt8], _ account: ModelAccount) throws(MalformedCommand) -> String {
        guard let octets = Data(base64Encoded: Data(line)) else { throw MalformedCommand("no base64") }
        let pieces = octets.split(separator: 0, omittingEmptySubsequences: false)
        guard pieces.count == 3 else { throw MalformedCommand("no PLAIN") }
        return signIn(Array(pieces[1]), Array(pieces[2]), account)
    }
}
