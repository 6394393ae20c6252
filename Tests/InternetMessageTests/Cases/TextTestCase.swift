import Testing

/// An input and its expected output, with a name.
struct TextTestCase: CustomTestStringConvertible, Sendable {
    let name: String
    let input: [UInt8]
    let expected: String

    init(_ name: String, _ input: String, _ expected: String) {
        self.init(name, Array(input.utf8), expected)
    }

    init(_ name: String, _ input: [UInt8], _ expected: String) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    var testDescription: String { name }
}
