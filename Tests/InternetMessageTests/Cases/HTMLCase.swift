import Testing

/// An HTML document and its expected text.
struct HTMLCase: CustomTestStringConvertible, Sendable {
    let name: String
    let html: String
    let text: String

    init(_ name: String, _ html: String, _ text: String) {
        self.name = name
        self.html = html
        self.text = text
    }

    var testDescription: String { name }
}
