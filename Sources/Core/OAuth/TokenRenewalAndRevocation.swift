public import HTTP
public import SASL

/// Requests about tokens that do not depend on how the user signed in.
public enum TokenRenewalAndRevocation {
    /// Renews an access token [RFC 6749 §6].
    public static func refresh(_ token: Secret, at server: AuthorizationServer, by client: OAuthClient) -> HTTPRequest {
        var form = FormParameters([("grant_type", "refresh_token")])
        form.append("refresh_token", token.octets)
        for (name, value) in client.parameters { form.append(name, value) }
        return HTTPRequest(posting: form, to: server.token)
    }

    /// Revokes a refresh token and with it its access tokens [RFC 7009 §2.1]. `nil` if the server does not offer that.
    public static func revocation(
        of token: Secret, at server: AuthorizationServer, by client: OAuthClient
    ) -> HTTPRequest? {
        guard let url = server.revocation else { return nil }
        var form = FormParameters()
        form.append("token", token.octets)
        form.append("token_type_hint", "refresh_token")
        for (name, value) in client.parameters { form.append(name, value) }
        return HTTPRequest(posting: form, to: url)
    }
}
