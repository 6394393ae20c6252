internal import InternetMessage

extension Part {
    /// Whether what it holds means something together only, or under its own header only: signatures and encryption
    /// [RFC 1847, RFC 8551], reports [RFC 6522], messages of other kinds than the common one [RFC 2046 §5.2].
    var isOneWhole: Bool {
        let type = contentType
        switch kind {
        case .message: return false
        case .multipart:
            let isProtected = type.is("multipart", "signed") || type.is("multipart", "encrypted")
            return isProtected || type.is("multipart", "report") || children.contains(where: \.isOneWhole)
        case .leaf:
            return missing == nil
                && (type.is("application", "pkcs7-mime") || type.is("application", "x-pkcs7-mime")
                    || type.type.utf8.elementsEqual("message".utf8))
        }
    }
}
