internal import InternetMessage

extension Part {
    /// Whether the part must be kept whole, because its content is only meaningful together or under its own header:
    /// signatures and encryption [RFC 1847, RFC 8551], reports [RFC 6522], and message types other than message/rfc822
    /// [RFC 2046 §5.2].
    var isIndivisible: Bool {
        let type = contentType
        switch kind {
        case .message: return false
        case .multipart:
            let isProtected = type.is("multipart", "signed") || type.is("multipart", "encrypted")
            return isProtected || type.is("multipart", "report") || children.contains(where: \.isIndivisible)
        case .leaf:
            return missing == nil
                && (type.is("application", "pkcs7-mime") || type.is("application", "x-pkcs7-mime")
                    || type.type.utf8.elementsEqual("message".utf8))
        }
    }
}
