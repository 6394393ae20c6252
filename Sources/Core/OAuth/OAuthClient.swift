internal import JSONText

/// The identity of the program at an authorization server [RFC 6749 §2.2]. Users register it themselves.
public struct OAuthClient: Hashable, Sendable {
    public let identifier: String
    /// Some servers give one to programs, too, although a program cannot keep it secret [RFC 8252 §8.5].
    public let secret: String?

    public init(identifier: String, secret: String? = nil) {
        self.identifier = identifier
        self.secret = secret
    }

    /// Reads the file that a provider offers for download: a JSON object with `client_id` and perhaps `client_secret`,
    /// at the top or in a member such as `installed`. Returns `nil` if it has no identifier.
    public init?(file octets: [UInt8]) {
        guard let top = (try? JSONReader.value(of: octets))?.object else { return nil }
        let objects = [top] + top.members.compactMap(\.value.object)
        guard let object = objects.first(where: { $0["client_id"]?.string != nil }),
            let identifier = object["client_id"]?.string, Self.isValid(identifier)
        else { return nil }
        let secret = object["client_secret"]?.string
        guard secret.map(Self.isValid) ?? true else { return nil }
        self.init(identifier: identifier, secret: secret)
    }

    /// Whether a text consists of visible ASCII characters and spaces [RFC 6749 appendix A.1].
    public static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// The parameters that identify the client in a request to the server [RFC 6749 §2.3.1].
    var parameters: [(name: String, value: String)] {
        [("client_id", identifier)] + (secret.map { [("client_secret", $0)] } ?? [])
    }
}
