internal import Accounts
internal import InternetMessage
internal import LineEditing
internal import Platform
internal import Terminal

/// The images of a message on the screen.
extension Console {
    private static let mostImages = 10
    /// In bytes.
    private static let largestImage = 4 << 20
    /// Of each side, in pixels.
    private static let longestSide = 10_000
    /// Of each side of an image that a program converts, whose memory grows with it.
    private static let longestConvertedSide = 4000
    /// The assumed width of a column, in pixels. An image that may be wider than the screen is made as wide as the
    /// screen.
    private static let columnPixels = 8

    /// Writes a caption for each image, and draws it below if the terminal can.
    mutating func drawImages(of root: Part, isHere: (Part) -> Bool) {
        var parts: [Part] = []
        Self.collectImages(of: root, into: &parts)
        let drawing = imageDrawing
        var isFirst = true
        if drawing == .sixel, !parts.isEmpty, !environment.hasProgram(SixelImage.program) {
            note("The images are not drawn: \(SixelImage.program) is not installed. Install libsixel-bin.")
        }
        for part in parts where part.missing == nil {
            let content = part.decodedContent
            guard let image = ImageProperties(content) else { continue }
            let drawn = drawing.flatMap { sequence(for: content, image, $0) }
            // Without a drawing, the list of attachments already names the others.
            guard drawn != nil || part.header.contentID != nil else { continue }
            output.write((isFirst ? "\n" : "") + caption(of: part, image, content.count) + "\n")
            isFirst = false
            if let drawn { output.write(drawn.span) }
        }
    }

    private static func collectImages(of part: Part, into found: inout [Part]) {
        guard found.count < mostImages else { return }
        if part.kind == .leaf, part.contentType.type == "image", part.contentSize <= largestImage { found.append(part) }
        guard part.kind == .multipart else { return }
        for child in part.children.prefix(Part.mostAttachments) { collectImages(of: child, into: &found) }
    }

    /// Returns "[image: plan.png, 640x480, 34 KB]", or "Image: plan.png, 640 by 480, 34 KB." for a screen reader.
    private func caption(of part: Part, _ image: ImageProperties, _ size: Int) -> String {
        let name = part.filename.flatMap { $0.isEmpty ? nil : TerminalSafeText.line($0) }
        let pixels = image.size.map { "\($0.width)\(isAccessible ? " by " : "x")\($0.height)" }
        let facts = [name, pixels, ByteCountText.of(size)].compactMap(\.self).joined(separator: ", ")
        return isAccessible ? "Image: \(facts)." : "[image: \(facts)]"
    }

    private enum ImageDrawing: Equatable {
        /// The terminal decodes the file.
        case file(TerminalImages)
        /// A program converts it.
        case sixel
    }

    /// How to draw: only on a terminal, never for a screen reader. No program reads a stranger's image unless the user wants
    /// that.
    private var imageDrawing: ImageDrawing? {
        guard columns != nil, !isAccessible, !isQuiet, let home = try? home() else { return nil }
        let setting = Settings(of: home)[.images]
        guard setting != "off", !(environment["TERM"]?.elementsEqual("dumb".utf8) ?? true) else { return nil }
        if setting == "sixel" { return .sixel }
        return TerminalImages(isForced: setting == "on") { environment[$0] }.map { .file($0) }
    }

    /// Returns `nil` if the image is too large, has no size, or is not in a format that the terminal takes.
    private func sequence(for content: [UInt8], _ image: ImageProperties, _ drawing: ImageDrawing) -> [UInt8]? {
        guard let size = image.size, let columns, size.width <= Self.longestSide, size.height <= Self.longestSide else {
            return nil
        }
        let isWide = size.width > columns * Self.columnPixels
        let terminal: TerminalImages
        switch (drawing, image.format) {
        case (.sixel, .png), (.sixel, .jpeg), (.sixel, .gif):
            guard max(size.width, size.height) <= Self.longestConvertedSide else { return nil }
            return SixelImage.sequence(content, width: isWide ? columns * Self.columnPixels : nil, environment)
        case (.file(let one), .png): terminal = one
        case (.file(.iTerm), .jpeg), (.file(.iTerm), .gif): terminal = .iTerm
        default: return nil
        }
        var base64: [UInt8] = []
        Base64.encode(content.span, into: &base64)
        return terminal.sequence(base64: base64, size: content.count, columns: isWide ? columns : nil)
    }
}
