internal import InternetMessage

/// Writes signed and encrypted messages [RFC 3156, RFC 8551], with the header fields also inside [RFC 9788].
///
/// It starts from a whole message in its plain form, with 7-bit content and CR LF line ends, as `MessageWriter` writes it
/// for signing.
public struct SecuredMessageWriter: Sendable {
    private let message: Message
    private let boundary: String

    /// `unique`: random letters and digits, which make the boundary different from all others.
    public init(_ octets: [UInt8], unique: String) {
        message = Message(octets)
        var boundary = "=_secured_" + unique.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
        // A line of the content must not be taken for the delimiter.
        while Self.contains(octets, boundary) { boundary += "x" }
        self.boundary = boundary
    }

    /// Whether the message is signed or encrypted already.
    public var isSecured: Bool { SecuredPart(message.root) != nil }

    /// The subject that is sent outside an encrypted message [RFC 9788 §3.2.1].
    public static let outerSubject = "[...]"

    // MARK: - The content to sign or encrypt

    /// Returns the entity that is signed or encrypted: the content with a copy of the message's header fields, except Bcc.
    /// With `isEncrypted`, it also records which fields are outside [RFC 9788 §2.2].
    public func payload(isEncrypted: Bool) -> [UInt8] {
        var output: [UInt8] = []
        for field in message.header.allFields where isProtected(field) { append(field, to: &output) }
        if isEncrypted {
            for field in message.header.allFields where isProtected(field) {
                guard let value = outerValue(of: field) else { continue }
                output += Array("HP-Outer: \(field.name):".utf8) + value + Self.lineEnd
            }
        }
        let mark = "\r\n hp=\"\(isEncrypted ? "cipher" : "clear")\"; protected-headers=\"v1\""
        var hasType = false
        for field in message.header.allFields where isContent(field) {
            if field.kind == .contentType, !hasType {
                hasType = true
                var value = Array(field.rawValue)
                while let last = value.last, last == 0x3B || last == 0x20 || last == 0x09 { value.removeLast() }
                output += Array("\(field.name):".utf8) + value + Array(";\(mark)".utf8) + Self.lineEnd
            } else {
                append(field, to: &output)
            }
        }
        if !hasType { output += Array("Content-Type: text/plain; charset=us-ascii;\(mark)\r\n".utf8) }
        output += Self.lineEnd
        output += CanonicalLines.of(message.bytes[message.root.rawBody])
        return output
    }

    /// Whether the field belongs to the message rather than to its content, its transport or petrel.
    private func isProtected(_ field: HeaderField) -> Bool {
        let name = field.name.lowercased()
        let isLocal = name == "bcc" || name == "mime-version" || name == "received" || name == "return-path"
        return !isContent(field) && !isLocal && !name.hasPrefix("x-petrel-") && name != "autocrypt"
    }

    private func isContent(_ field: HeaderField) -> Bool { field.name.lowercased().hasPrefix("content-") }

    /// The value of a field outside an encrypted message; `nil` if it is only inside.
    private func outerValue(of field: HeaderField) -> [UInt8]? {
        switch field.name.lowercased() {
        case "subject": Array(" \(Self.outerSubject)".utf8)
        case "comments", "keywords": nil
        default: Array(field.rawValue)
        }
    }

    // MARK: - Entities

    /// Returns signed content with its signature, as an entity.
    public func signedEntity(
        _ payload: [UInt8], signature: [UInt8], hashAlgorithm: Int, _ method: SecurityMethod
    ) -> [UInt8] {
        let (type, micalg) =
            method == .openPGP
            ? ("application/pgp-signature", Self.pgpName(ofHash: hashAlgorithm))
            : ("application/pkcs7-signature", Self.cmsName(ofHash: hashAlgorithm))
        var output = Array(
            "Content-Type: multipart/signed; protocol=\"\(type)\";\r\n micalg=\(micalg); boundary=\"\(boundary)\"\r\n\r\n"
                .utf8)
        output += Array("--\(boundary)\r\n".utf8) + payload + Array("\r\n--\(boundary)\r\n".utf8)
        if method == .openPGP {
            output += Array(
                "Content-Type: application/pgp-signature; name=\"signature.asc\"\r\nContent-Description: OpenPGP signature\r\n\r\n"
                    .utf8)
            output += CanonicalLines.of(signature[...])
        } else {
            output += Array(
                "Content-Type: application/pkcs7-signature; name=\"smime.p7s\"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=\"smime.p7s\"\r\n\r\n"
                    .utf8)
            output += Self.base64Lines(signature)
        }
        return output + Array("\r\n--\(boundary)--\r\n".utf8)
    }

    /// Returns encrypted data as an entity.
    public func encryptedEntity(_ data: [UInt8], _ method: SecurityMethod) -> [UInt8] {
        switch method {
        case .openPGP:
            let head = """
                Content-Type: multipart/encrypted; protocol="application/pgp-encrypted";\r
                 boundary="\(boundary)"\r
                \r
                --\(boundary)\r
                Content-Type: application/pgp-encrypted\r
                Content-Description: PGP/MIME version identification\r
                \r
                Version: 1\r
                \r
                --\(boundary)\r
                Content-Type: application/octet-stream; name="encrypted.asc"\r
                Content-Description: OpenPGP encrypted message\r
                Content-Disposition: inline; filename="encrypted.asc"\r
                \r\n
                """
            return Array(head.utf8) + CanonicalLines.of(data[...]) + Array("\r\n--\(boundary)--\r\n".utf8)
        case .smime:
            let head =
                "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=\"smime.p7m\"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=\"smime.p7m\"\r\n\r\n"
            return Array(head.utf8) + Self.base64Lines(data)
        }
    }

    /// Returns the message with its header and this entity as its body. `isEncrypted` leaves out of the header what only
    /// the recipients may read.
    public func octets(around entity: [UInt8], isEncrypted: Bool) -> [UInt8] {
        var output: [UInt8] = []
        for field in message.header.allFields where !isContent(field) && field.name.lowercased() != "mime-version" {
            guard isEncrypted, isProtected(field) else {
                append(field, to: &output)
                continue
            }
            if let value = outerValue(of: field) { output += Array("\(field.name):".utf8) + value + Self.lineEnd }
        }
        return output + Array("MIME-Version: 1.0\r\n".utf8) + entity
    }

    // MARK: - Helpers

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]

    private func append(_ field: HeaderField, to output: inout [UInt8]) {
        output += Array("\(field.name):".utf8) + field.rawValue + Self.lineEnd
    }

    private static func base64Lines(_ octets: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        while start < octets.count {
            let end = min(start + 57, octets.count)
            Base64.encode(octets.span.extracting(start..<end), into: &output)
            output += lineEnd
            start = end
        }
        return output
    }

    /// The names of the algorithms in `micalg` [RFC 3156 §5, RFC 9580 §9.5].
    private static func pgpName(ofHash number: Int) -> String {
        switch number {
        case 1: "pgp-md5"
        case 2: "pgp-sha1"
        case 3: "pgp-ripemd160"
        case 9: "pgp-sha384"
        case 10: "pgp-sha512"
        case 11: "pgp-sha224"
        default: "pgp-sha256"
        }
    }

    /// The same for CMS [RFC 8551 §3.5.3.2].
    private static func cmsName(ofHash number: Int) -> String {
        switch number {
        case 1: "md5"
        case 2: "sha-1"
        case 9: "sha-384"
        case 10: "sha-512"
        case 11: "sha-224"
        default: "sha-256"
        }
    }

    private static func contains(_ octets: [UInt8], _ text: String) -> Bool {
        let needle = Array(text.utf8)
        guard let first = needle.first, octets.count >= needle.count else { return false }
        return octets.indices.contains { octets[$0] == first && octets[$0...].starts(with: needle) }
    }
}
