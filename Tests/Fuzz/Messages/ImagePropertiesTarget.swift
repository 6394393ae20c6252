@testable import InternetMessage

extension FuzzTarget {
    /// The format and size of an image.
    static let image = FuzzTarget(name: "image", maximumLength: 4096) { bytes in
        guard let size = ImageProperties(bytes)?.size else { return }
        expect(size.width > 0 && size.height > 0, "a size is positive")
    }
}
