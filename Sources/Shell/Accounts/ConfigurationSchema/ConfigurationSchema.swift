public import JSONText

/// A JSON Schema [draft 2020-12] that describes a configuration file to editors and other programs.
///
/// It never rejects what petrel accepts, except for comments, `null` and other syntax that JSON lacks. petrel checks
/// more: for example, that the certificate authorities are a path of the user's.
public struct ConfigurationSchema: Sendable {
    /// The name of the file without its extension.
    public let name: String
    private let title: String
    private let keys: [ConfigurationKey]

    public static let settings = ConfigurationSchema(
        name: "config", title: "The settings of petrel: config.json", keys: ConfigurationKey.settings)
    public static let account = ConfigurationSchema(
        name: "account", title: "An account of petrel: accounts/NAME.json", keys: ConfigurationKey.account)
    public static let all = [settings, account]

    public static func named(_ name: String) -> ConfigurationSchema? {
        all.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    public var json: JSONValue {
        var json = JSONObject([])
        json["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
        json["title"] = .string(title)
        for (name, value) in Self.object(of: keys).members { json[name] = value }
        return .object(json)
    }

    private static func object(of keys: [ConfigurationKey]) -> JSONObject {
        var json = JSONObject([])
        json["type"] = .string("object")
        json["properties"] = .object(
            JSONObject(
                keys.map { key in
                    var member = key.value.schema
                    member["description"] = .string(key.summary)
                    if let standard = key.standard { member["$comment"] = .string("Default: \(standard)") }
                    return (name: key.name, value: .object(member))
                }))
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { json["required"] = .array(required) }
        json["additionalProperties"] = .bool(false)
        return json
    }

    fileprivate static func object(of value: ConfigurationValueType) -> JSONObject {
        switch value {
        case .text: text(without: "[\\x00-\\x1f\\x7f]")
        case .command: text(without: "\\x00")
        case .path: text(without: "[\\x00-\\x1f\\x7f]", matching: "^(/|~/)")
        case .address: text(without: "[\\x00-\\x1f\\x7f]", matching: "^.+@.+$")
        case .server(let service):
            text(
                without: "[\\x00-\\x20\\x7f@]",
                matching: "^" + service.rawValue.map { "[\($0)\($0.uppercased())]" }.joined() + "[sS]?://.+$")
        case .boolean: JSONObject([(name: "type", value: .string("boolean"))])
        case .number(let numbers): choice(numbers.map { .integer($0) })
        case .oneOf(let words): choice(words.map { .string($0) })
        case .mailWindow: text(matching: "^(all|[0-9]{1,5}d)$")
        case .object(let keys): object(of: keys)
        case .textMembers:
            JSONObject([
                (name: "type", value: .string("object")), (name: "minProperties", value: .integer(1)),
                (name: "additionalProperties", value: .object(text(without: "[\\x00-\\x1f\\x7f]"))),
            ])
        case .list(let element):
            JSONObject([
                (name: "type", value: .string("array")), (name: "items", value: .object(object(of: element))),
            ])
        case .anyOf(let values):
            JSONObject([(name: "anyOf", value: .array(values.map { .object(object(of: $0)) }))])
        }
    }

    private static func choice(_ values: [JSONValue]) -> JSONObject {
        JSONObject([(name: "enum", value: .array(values))])
    }

    private static func text(without excluded: String? = nil, matching pattern: String? = nil) -> JSONObject {
        var json = JSONObject([(name: "type", value: .string("string")), (name: "minLength", value: .integer(1))])
        if let pattern { json["pattern"] = .string(pattern) }
        if let excluded {
            json["not"] = .object(JSONObject([(name: "pattern", value: .string(excluded))]))
        }
        return json
    }
}

extension ConfigurationValueType {
    fileprivate var schema: JSONObject { ConfigurationSchema.object(of: self) }
}
