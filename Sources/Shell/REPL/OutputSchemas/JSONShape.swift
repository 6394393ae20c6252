internal import JSONText

/// What a value in the JSON of an answer can be.
indirect enum JSONShape: Sendable {
    case string
    /// Text that matches a regular expression of JSON Schema.
    case pattern(String)
    case word([String])
    case integer
    case number
    case boolean
    case null
    /// This value only.
    case constant(JSONValue)
    case array(JSONShape)
    case object([JSONMember])
    /// An object whose members have any names.
    case map(JSONShape)
    /// The value or null.
    case optional(JSONShape)
    /// A shape of `OutputSchema.definitions`.
    case reference(String)

    static let time = JSONShape.pattern("^[0-9-]+T[0-9:]+Z$")
    static let time0 = JSONShape.optional(.time)
    static let string0 = JSONShape.optional(.string)
    static let integer0 = JSONShape.optional(.integer)
    static let strings = JSONShape.array(.string)

    /// The shape as JSON Schema [draft 2020-12].
    var schema: JSONValue {
        switch self {
        case .string: Self.typed("string")
        case .pattern(let expression): Self.typed("string", ("pattern", .string(expression)))
        case .word(let words): .object(JSONObject([(name: "enum", value: .array(words.map { .string($0) }))]))
        case .integer: Self.typed("integer")
        case .number: Self.typed("number")
        case .boolean: Self.typed("boolean")
        case .null: Self.typed("null")
        case .constant(let value): .object(JSONObject([(name: "const", value: value)]))
        case .array(let element): Self.typed("array", ("items", element.schema))
        case .map(let element): Self.typed("object", ("additionalProperties", element.schema))
        case .object(let members): Self.schema(of: members)
        case .optional(let shape):
            .object(JSONObject([(name: "anyOf", value: .array([shape.schema, Self.typed("null")]))]))
        case .reference(let name):
            .object(JSONObject([(name: "$ref", value: .string("#/$defs/\(name)"))]))
        }
    }

    static func schema(of members: [JSONMember]) -> JSONValue {
        let required = members.filter(\.isAlways).map { JSONValue.string($0.name) }
        return typed(
            "object",
            ("properties", .object(JSONObject(members.map { (name: $0.name, value: $0.shape.schema) }))),
            ("required", .array(required)))
    }

    private static func typed(_ type: String, _ others: (String, JSONValue)...) -> JSONValue {
        .object(
            JSONObject(
                [(name: "type", value: JSONValue.string(type))] + others.map { (name: $0.0, value: $0.1) }))
    }

    /// The names of the definitions that the shape needs directly.
    var references: [String] {
        switch self {
        case .reference(let name): [name]
        case .array(let shape), .map(let shape), .optional(let shape): shape.references
        case .object(let members): members.flatMap(\.shape.references)
        case .string, .pattern, .word, .integer, .number, .boolean, .null, .constant: []
        }
    }
}

/// A member of an object.
struct JSONMember: Sendable {
    let name: String
    let shape: JSONShape
    /// Whether every object has the member.
    let isAlways: Bool

    init(_ name: String, _ shape: JSONShape, isAlways: Bool = true) {
        (self.name, self.shape, self.isAlways) = (name, shape, isAlways)
    }
}
