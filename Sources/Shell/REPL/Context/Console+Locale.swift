internal import Platform

extension Console {
    /// Whether the locale is one with UTF-8 [locale(7)].
    var hasUTF8: Bool {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment[name], !value.isEmpty else { continue }
            let text = String(decoding: value, as: UTF8.self).lowercased()
            return text.contains("utf-8") || text.contains("utf8")
        }
        return false
    }
}
