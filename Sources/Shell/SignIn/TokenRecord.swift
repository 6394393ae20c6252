internal import Accounts
internal import HTTP
internal import JSONText
internal import OAuth
internal import SASL

/// What is stored of a sign-in: the tokens, and for whom, by whom and where they were issued.
struct TokenRecord: Sendable {
    enum Place: String {
        case file
        case keyring
    }

    let server: AuthorizationServer
    let clientID: String
    let user: String
    var place: Place
    var tokens: OAuthTokens

    private static let version: Int64 = 1

    /// The content of the file. If the tokens are in the keyring, the file does not have them.
    var fileContent: [UInt8] {
        var json = JSONObject([
            ("version", .integer(Self.version)), ("issuer", .string(server.issuer)),
            ("authorizationEndpoint", .string(server.authorization.text)),
            ("tokenEndpoint", .string(server.token.text)),
        ])
        json["revocationEndpoint"] = server.revocation.map { .string($0.text) }
        json["clientId"] = .string(clientID)
        json["user"] = .string(user)
        json["place"] = .string(place.rawValue)
        if place == .file { json["tokens"] = .object(Self.json(of: tokens)) }
        return JSONValue.object(json).octets + [0x0A]
    }

    /// The tokens as the keyring stores them: one line.
    var keyringSecret: Secret? { Secret(JSONValue.object(Self.json(of: tokens)).octets) }

    private static func json(of tokens: OAuthTokens) -> JSONObject {
        var json = JSONObject([("access", .string(String(decoding: tokens.access.octets, as: UTF8.self)))])
        json["expires"] = tokens.expiry.map { .integer($0) }
        json["refresh"] = tokens.refresh.map { .string(String(decoding: $0.octets, as: UTF8.self)) }
        return json
    }

    /// Reads the file. `keyring` reads the tokens if they are in the keyring. Returns `nil` if the file is not valid.
    init?(_ octets: [UInt8], keyring: () throws(SecretError) -> Secret) throws(SecretError) {
        guard let json = (try? JSONReader.value(of: octets))?.object, json["version"]?.integer == Self.version,
            let issuer = json["issuer"]?.string,
            let authorization = json["authorizationEndpoint"]?.string.flatMap({ HTTPSURL($0) }),
            let token = json["tokenEndpoint"]?.string.flatMap({ HTTPSURL($0) }),
            let clientID = json["clientId"]?.string, let user = json["user"]?.string,
            let place = json["place"]?.string.flatMap({ Place(rawValue: $0) })
        else { return nil }
        var stored = json["tokens"]?.object
        if place == .keyring {
            let octets = try keyring().octets
            stored = (try? JSONReader.value(of: octets))?.object
        }
        guard let tokens = stored.flatMap({ Self.tokens(in: $0) }) else { return nil }
        self.init(
            server: AuthorizationServer(
                issuer: issuer, authorization: authorization, token: token,
                revocation: json["revocationEndpoint"]?.string.flatMap { HTTPSURL($0) }),
            clientID: clientID, user: user, place: place, tokens: tokens)
    }

    init(server: AuthorizationServer, clientID: String, user: String, place: Place, tokens: OAuthTokens) {
        self.server = server
        self.clientID = clientID
        self.user = user
        self.place = place
        self.tokens = tokens
    }

    /// The latest time that is believed, in seconds since 1970.
    private static let latest: Int64 = 1 << 53

    private static func tokens(in json: JSONObject) -> OAuthTokens? {
        guard let access = json["access"]?.string.flatMap({ Secret(Array($0.utf8)) }) else { return nil }
        return OAuthTokens(
            access: access, expiry: json["expires"]?.integer.flatMap { (0...Self.latest).contains($0) ? $0 : nil },
            refresh: json["refresh"]?.string.flatMap { Secret(Array($0.utf8)) })
    }
}
