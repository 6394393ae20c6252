/// The listing of keys that gpg and gpgsm print with --with-colons [GnuPG, doc/DETAILS].
extension PublicKey {
    private static let mostKeys = 1000

    private static let mostUserIDs = 200

    /// Reads a listing, of which lines of other kinds are ignored.
    public static func list(_ octets: [UInt8]) -> [PublicKey] {
        var keys: [PublicKey] = []
        var isPrimary = false
        for line in octets.split(separator: 0x0A) {
            let fields = line.split(separator: 0x3A, omittingEmptySubsequences: false)
            guard fields.count > 9 else { continue }
            switch String(decoding: fields[0], as: UTF8.self) {
            case "pub", "sec", "crt", "crs":
                guard keys.count < mostKeys else { return keys }
                keys.append(PublicKey(fields))
                isPrimary = true
            case "sub", "ssb": isPrimary = false
            case "fpr":
                guard isPrimary, let last = keys.indices.last, keys[last].fingerprint.isEmpty else { continue }
                keys[last].fingerprint = String(decoding: fields[9], as: UTF8.self)
            case "uid":
                guard let last = keys.indices.last, keys[last].userIDs.count < mostUserIDs else { continue }
                let validity = fields[1].first
                if validity == 0x72 || validity == 0x65 { continue }
                keys[last].userIDs.append(text(fields[9]))
            default: break
            }
        }
        return keys.filter { !$0.fingerprint.isEmpty }
    }

    private init(_ fields: [ArraySlice<UInt8>]) {
        let validity = fields[1].first
        let capabilities = fields.count > 11 ? fields[11] : []
        // In lower case those of the key itself, in upper case those of the whole key with its subkeys.
        canEncrypt = capabilities.contains(0x45)
        canSign = capabilities.contains(0x53)
        let isDisabled = capabilities.contains(0x44)
        // i invalid, d disabled, r revoked, e expired
        isUsable = !isDisabled && !(validity.map { [0x69, 0x64, 0x72, 0x65].contains($0) } ?? false)
        isTrusted = validity == 0x75 || validity == 0x66 || validity == 0x6D
        let digits = fields[5]
        if (1...12).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) {
            created = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
    }

    /// Decodes \xHH, by which colons and control characters are written.
    private static func text(_ field: ArraySlice<UInt8>) -> String {
        var octets: [UInt8] = []
        var index = field.startIndex
        while index < field.endIndex {
            if field[index] == 0x5C, index + 3 < field.endIndex, field[index + 1] == 0x78,
                let high = digit(field[index + 2]), let low = digit(field[index + 3])
            {
                octets.append(high << 4 | low)
                index += 4
            } else {
                octets.append(field[index])
                index += 1
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46, 0x61...0x66: (octet | 0x20) - 0x61 + 10
        default: nil
        }
    }
}
