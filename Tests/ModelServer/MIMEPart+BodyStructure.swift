/// BODYSTRUCTURE [RFC 3501 §7.4.2].
extension MIMEPart {
    static let null = Array("NIL".utf8)

    static func nstring(_ octets: [UInt8]?) -> [UInt8] {
        octets.map { ModelSession.quoted($0) } ?? null
    }

    static func list(_ items: [[UInt8]]) -> [UInt8] {
        [0x28] + Array(items.joined(separator: [0x20])) + [0x29]
    }

    var structure: [UInt8] {
        if isMultipart {
            let parts = children.flatMap(\.structure)
            return [0x28] + parts + [0x20]
                + Array([Self.nstring(Array(subtype.utf8)), parameterList] + extensions).joined(separator: [0x20])
                + [0x29]
        }
        var items = [
            Self.nstring(Array(type.utf8)), Self.nstring(Array(subtype.utf8)), parameterList,
            Self.nstring(value(of: "content-id")), Self.nstring(value(of: "content-description")),
            Self.nstring(value(of: "content-transfer-encoding") ?? Array("7BIT".utf8)),
            Array(String(body.count).utf8),
        ]
        if isMessage, let message = children.first { items += [message.envelope, message.structure] }
        if isMessage || type == "TEXT" { items.append(Array(String(body.count { $0 == 0x0A }).utf8)) }
        // MD5 comes before the other extension data.
        items.append(Self.nstring(value(of: "content-md5")))
        return Self.list(items + extensions)
    }

    private var parameterList: [UInt8] {
        // Text without a charset is US-ASCII [RFC 2045 §5.2].
        let isSilent = type == "TEXT" && !parameters.contains { $0.name == "CHARSET" }
        return Self.parameterList(parameters + (isSilent ? [("CHARSET", Array("us-ascii".utf8))] : []))
    }

    private static func parameterList(_ parameters: [(name: String, value: [UInt8])]) -> [UInt8] {
        guard !parameters.isEmpty else { return null }
        return list(parameters.flatMap { [nstring(Array($0.name.utf8)), nstring($0.value)] })
    }

    /// Disposition, language and location.
    private var extensions: [[UInt8]] {
        let disposition = value(of: "content-disposition").map { Self.value($0) }
        return [
            disposition.map {
                Self.list([Self.nstring(Array($0.value.uppercased().utf8)), Self.parameterList($0.parameters)])
            } ?? Self.null,
            Self.nstring(value(of: "content-language")), Self.nstring(value(of: "content-location")),
        ]
    }
}
