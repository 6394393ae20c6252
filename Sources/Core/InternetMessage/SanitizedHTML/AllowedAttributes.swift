/// The attributes that a sanitized element may have.
enum AllowedAttributes {
    /// What is done with the value.
    enum Kind {
        /// Kept: the attribute has no effect beyond the look and the description of its element.
        case plain
        /// The declarations of a style: see `SanitizedStyle`.
        case style
        /// The address of a link.
        case link
        /// The address of an image.
        case image
    }

    private static let anywhere: Set<HTMLName> = names(
        """
        align bgcolor border cellpadding cellspacing clear color colspan dir face height hspace lang noshade nowrap \
        rowspan scope size span start title valign vspace width
        """)

    private static func names(_ list: String) -> Set<HTMLName> {
        Set(list.utf8.split { $0 <= ASCII.space }.map { HTMLName($0) })
    }

    /// Returns `nil` for an attribute that is left out.
    static func kind(_ name: HTMLName, of element: HTMLName) -> Kind? {
        if anywhere.contains(name) { return .plain }
        switch name {
        case "style": return .style
        case "href": return element == "a" ? .link : nil
        case "src": return element == "img" ? .image : nil
        case "alt": return element == "img" ? .plain : nil
        case "type": return element == "li" || element == "ol" || element == "ul" ? .plain : nil
        case "value": return element == "li" ? .plain : nil
        default: return nil
        }
    }
}
