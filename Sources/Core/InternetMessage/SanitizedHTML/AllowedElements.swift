/// The elements that a sanitized document may have. Of all others only the text remains.
enum AllowedElements {
    /// Elements that structure or mark text, and images. None loads anything, runs anything, takes input, changes how
    /// the following bytes are parsed, or has other rules in XML, SVG or MathML.
    private static let allowed: Set<HTMLName> = names(
        """
        a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del \
        dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark \
        menu nav ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead \
        time tr tt u ul var wbr
        """)

    private static let void: Set<HTMLName> = names("br col hr img wbr")

    private static func names(_ list: String) -> Set<HTMLName> {
        Set(list.utf8.split { $0 <= ASCII.space }.map { HTMLName($0) })
    }

    /// Returns the name in lower case if the element is allowed.
    static func name(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (name: HTMLName, text: [UInt8], isVoid: Bool)? {
        guard let name = HTMLName(bytes, range, foldingCase: true), allowed.contains(name) else { return nil }
        var text: [UInt8] = []
        for index in range {
            // A packed name ends at a NUL.
            guard bytes[index] != 0 else { return nil }
            text.append(bytes[index].lowercased)
        }
        return (name, text, void.contains(name))
    }
}
