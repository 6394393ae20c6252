internal import Accounts
internal import Curl
internal import Disk
internal import HTTP
internal import OAuth

/// The authorization server of the account, and the client that petrel is to it.
extension TokenStore {
    /// Returns the client that the account names.
    func client() throws(SignInError) -> OAuthClient {
        switch oauth.client {
        case nil: throw .noClient(account.name, server: oauth.name)
        case .identifier(let identifier): return OAuthClient(identifier: identifier)
        case .file(let path):
            let octets: [UInt8]
            do throws(FileError) {
                octets = try FileReading.contents(of: path, onlyRegular: true)
            } catch {
                throw .clientFile(path, error.description)
            }
            guard octets.count <= Self.maximumSize, let client = OAuthClient(file: octets) else {
                throw .clientFile(path, "it has no \"client_id\".")
            }
            return client
        }
    }

    /// Returns the authorization server: a known one, or the one that the issuer's metadata describes.
    func server() throws(SignInError) -> AuthorizationServer {
        let issuer: HTTPSURL
        switch oauth.server {
        case .provider(let provider, _): return provider.server
        case .issuer(let url): issuer = url
        }
        var problem = SignInError.refused(.badMetadata, server: oauth.name)
        for url in AuthorizationServer.metadataURLs(of: issuer) {
            let response = try answer(to: HTTPRequest(url, accepting: "application/json"))
            guard response.isSuccess else {
                problem = .refused(.badAnswer(response.status), server: oauth.name)
                continue
            }
            do throws(OAuthFailure) {
                return try AuthorizationServer(metadata: response.body, of: issuer)
            } catch .badMetadata {
                // Some servers answer with a page at every address.
                problem = .refused(.badMetadata, server: oauth.name)
            } catch {
                throw .refused(error, server: oauth.name)
            }
        }
        throw problem
    }

    var purpose: AuthorizationCodeGrant.Purpose {
        switch oauth.server {
        case .provider(let provider, _):
            .init(provider, scopes: oauth.scopes, user: account.signInName)
        case .issuer: .init(scopes: oauth.scopes ?? [], user: account.signInName)
        }
    }

    var redirectHost: OAuthProvider.RedirectHost {
        if case .provider(let provider, _) = oauth.server { provider.redirectHost } else { .ipv4 }
    }

    var serverName: String { oauth.name }

    /// Waits for the answer of the authorization server.
    func answer(to request: HTTPRequest) throws(SignInError) -> HTTPResponse {
        do throws(HTTPFailure) {
            return try CurlClient(environment, caFile: authorities).waitForResponse(to: request)
        } catch {
            throw .unreachable(error, host: request.url.host)
        }
    }

    /// The authorities of the mail servers, which may also sign for an issuer that the user names, but not for a known one.
    private var authorities: Path? {
        if case .provider = oauth.server { nil } else { account.caFile }
    }
}
