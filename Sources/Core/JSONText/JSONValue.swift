/// A JSON value that is written back as it was read: numbers keep their literal, and members their order [RFC 8259].
///
/// Files outlive the version that wrote them. Members added by a newer version must survive being read and written by
/// this one, including numbers that do not fit any machine type.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// The literal as in the text.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    public static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(String(value))
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// `nil` for a number with a fraction or an exponent, or one that does not fit in 64 bits.
    public var integer: Int64? {
        if case .number(let literal) = self { Int64(literal) } else { nil }
    }

    public var double: Double? {
        if case .number(let literal) = self { Double(literal) } else { nil }
    }

    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

/// The members of a JSON object in order, each name once. Names are compared by their bytes.
public struct JSONObject: Sendable {
    public private(set) var members: [(name: String, value: JSONValue)] = []

    public init() {}

    public init(_ members: [(name: String, value: JSONValue)]) {
        for (name, value) in members { self[name] = value }
    }

    /// Setting a new member appends it; setting `nil` removes it.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    private func position(of name: String) -> Int? {
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Appends a member whose name the caller knows to be new. Skips the search for an existing member, which takes
    /// time in a large object.
    public subscript(new name: String) -> JSONValue {
        get { self[name] ?? .null }
        set { members.append((name, newValue)) }
    }
}
