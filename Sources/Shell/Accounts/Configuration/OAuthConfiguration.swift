public import Disk
public import HTTP
internal import JSONText
public import OAuth

/// How an account signs in with OAuth: at which server, and as which client.
public struct OAuthConfiguration: Hashable, Sendable {
    public enum Server: Hashable, Sendable {
        /// A provider that petrel knows. `tenant` is an organization at Microsoft.
        case provider(OAuthProvider, tenant: String?)
        /// Any other server, found by its metadata.
        case issuer(HTTPSURL)
    }

    public enum ClientSource: Hashable, Sendable {
        case identifier(String)
        /// The file that the provider offers for download.
        case file(Path)
    }

    public var server: Server
    /// The client that the user has registered. Without one, nothing can sign in.
    public var client: ClientSource?
    /// The scopes to request instead of the usual ones.
    public var scopes: [String]?

    public init(_ server: Server, client: ClientSource? = nil, scopes: [String]? = nil) {
        self.server = server
        self.client = client
        self.scopes = scopes
    }

    /// The display name of the server: "Google", or its host.
    public var name: String {
        switch server {
        case .provider(let provider, _): provider.name
        case .issuer(let url): url.host
        }
    }

    /// The name of the host that is asked for tokens.
    public var host: String {
        switch server {
        case .provider(let provider, _): provider.server.token.host
        case .issuer(let url): url.host
        }
    }
}

extension OAuthConfiguration {
    /// Reads the member "oauth": a provider's name, or an object.
    init?(in file: ConfigurationReader) throws(ConfigurationError) {
        guard let value = file.value("oauth") else { return nil }
        if let text = value.string {
            guard let provider = OAuthProvider.named(text) else { throw file.error("oauth", Self.unknown(text)) }
            self.init(.provider(provider, tenant: nil))
            return
        }
        guard let object = value.object else {
            throw file.error("oauth", "this should be an object: {\"provider\": \"google\", \"clientId\": \"…\"}.")
        }
        self.init(try Self.server(in: object, of: file))
        client = try Self.client(in: object, of: file)
        scopes = try Self.text("scope", in: object, of: file)?.split(separator: " ").map { String($0) }
    }

    private static func unknown(_ name: String) -> String {
        let known = OAuthProvider.all.map { "\"\($0.identifier)\"" }.joined(separator: " and ")
        return "\"\(name)\" is not known, only \(known). For another server, write "
            + "{\"issuer\": \"https://…\", \"clientId\": \"…\"}."
    }

    private static func text(
        _ name: String, in object: JSONObject, of file: ConfigurationReader
    ) throws(ConfigurationError) -> String? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let text = value.string, OAuthClient.isValid(text) else {
            throw file.error("oauth", "\"\(name)\" should be text: \"…\".")
        }
        return text
    }

    private static func server(
        in object: JSONObject, of file: ConfigurationReader
    ) throws(ConfigurationError) -> Server {
        let tenant = try text("tenant", in: object, of: file)
        let issuer = try text("issuer", in: object, of: file)
        if let name = try text("provider", in: object, of: file) {
            guard let provider = OAuthProvider.named(name) else { throw file.error("oauth", unknown(name)) }
            if issuer != nil { throw file.error("oauth", "\"provider\" and \"issuer\" exclude each other.") }
            guard let tenant else { return .provider(provider, tenant: nil) }
            guard provider.identifier.utf8.elementsEqual("microsoft".utf8), OAuthProvider.isTenant(tenant) else {
                throw file.error("oauth", "\"tenant\" is a domain or an identifier, and only for \"microsoft\".")
            }
            return .provider(.microsoft(tenant: tenant), tenant: tenant)
        }
        guard let issuer else { throw file.error("oauth", "name a \"provider\" or an \"issuer\".") }
        guard let url = HTTPSURL(issuer) else { throw file.error("oauth", "\"issuer\" should begin with https://.") }
        return .issuer(url)
    }

    private static func client(
        in object: JSONObject, of file: ConfigurationReader
    ) throws(ConfigurationError) -> ClientSource? {
        let identifier = try text("clientId", in: object, of: file)
        guard let path = try text("clientFile", in: object, of: file) else { return identifier.map { .identifier($0) } }
        if identifier != nil { throw file.error("oauth", "\"clientId\" and \"clientFile\" exclude each other.") }
        return .file(try file.path(path, of: "oauth"))
    }

    var json: JSONValue {
        if case .provider(let provider, nil) = server, client == nil, scopes == nil {
            return .string(provider.identifier)
        }
        var json = JSONObject([])
        switch server {
        case .provider(let provider, let tenant):
            json["provider"] = .string(provider.identifier)
            json["tenant"] = tenant.map { .string($0) }
        case .issuer(let url): json["issuer"] = .string(url.text)
        }
        switch client {
        case .identifier(let identifier): json["clientId"] = .string(identifier)
        case .file(let path): json["clientFile"] = .string(path.description)
        case nil: break
        }
        json["scope"] = scopes.map { .string($0.joined(separator: " ")) }
        return .object(json)
    }
}
