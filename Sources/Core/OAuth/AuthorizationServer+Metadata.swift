public import HTTP
internal import JSONText

/// The metadata that an authorization server publishes [RFC 8414 §3].
extension AuthorizationServer {
    /// Returns the URLs where the metadata of an issuer may be, the best first [RFC 8414 §3.1, OpenID Connect
    /// Discovery 1.0 §4].
    public static func metadataURLs(of issuer: HTTPSURL) -> [HTTPSURL] {
        let text = issuer.text.utf8.last == 0x2F ? String(issuer.text.dropLast()) : issuer.text
        let start = text.utf8.dropFirst("https://".utf8.count)
        let origin = "https://" + String(decoding: start.prefix { $0 != 0x2F }, as: UTF8.self)
        let path = String(decoding: start.drop { $0 != 0x2F }, as: UTF8.self)
        let candidates = [
            text + "/.well-known/openid-configuration", origin + "/.well-known/oauth-authorization-server" + path,
        ]
        return candidates.compactMap { HTTPSURL($0) }
    }

    /// Reads the metadata that was found for an issuer. Throws if it belongs to another issuer, or if an endpoint is
    /// missing or not `https`.
    public init(metadata octets: [UInt8], of issuer: HTTPSURL) throws(OAuthFailure) {
        guard let object = (try? JSONReader.value(of: octets))?.object else { throw .badMetadata }
        func url(_ name: String) throws(OAuthFailure) -> HTTPSURL? {
            guard let value = object[name], !value.isNull else { return nil }
            guard let url = value.string.flatMap({ HTTPSURL($0) }) else { throw .badMetadata }
            return url
        }
        guard let name = object["issuer"]?.string else { throw .badMetadata }
        // The specifications demand equality, but users type an issuer with or without its last slash.
        guard
            name.utf8.elementsEqual(issuer.text.utf8) || (name + "/").utf8.elementsEqual(issuer.text.utf8)
                || name.utf8.elementsEqual((issuer.text + "/").utf8)
        else { throw .wrongIssuer }
        guard let authorization = try url("authorization_endpoint"), let token = try url("token_endpoint") else {
            throw .badMetadata
        }
        self.init(
            issuer: name, authorization: authorization, token: token,
            deviceAuthorization: try url("device_authorization_endpoint"), revocation: try url("revocation_endpoint"),
            namesIssuer: object["authorization_response_iss_parameter_supported"]?.bool ?? false)
    }
}
