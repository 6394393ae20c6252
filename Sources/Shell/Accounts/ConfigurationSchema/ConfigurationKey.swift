/// A member of a configuration file: its name, its valid values and what it does.
///
/// Unknown members are found with these declarations. The JSON Schemas and petrel-config(5) are generated from them.
public struct ConfigurationKey: Hashable, Sendable {
    public let name: String
    public let value: ConfigurationValueType
    /// The default in words, or `nil` if there is none.
    public let standard: String?
    /// What it does, in a few words that begin with a lowercase letter.
    public let summary: String
    /// More sentences for the manual, or an empty text.
    public let details: String
    /// A valid value as JSON text.
    public let example: String
    /// Whether an object without it is invalid.
    public let isRequired: Bool

    public init(
        _ name: String, _ value: ConfigurationValueType, _ standard: String?, _ summary: String,
        details: String = "", example: String, isRequired: Bool = false
    ) {
        self.name = name
        self.value = value
        self.standard = standard
        self.summary = summary
        self.details = details
        self.example = example
        self.isRequired = isRequired
    }

    /// The version of the format of config.json and of account files.
    public static let formatVersion = 1

    /// The members of both kinds of files.
    private static let common = [
        ConfigurationKey(
            "$schema", .text, nil, "the JSON Schema of the file, for editors", details: "petrel ignores it.",
            example: "\"/usr/share/petrel/schema/account.schema.json\""),
        ConfigurationKey(
            "version", .number([formatVersion]), "\(formatVersion)", "the version of the file's format",
            details: "petrel does not use a file with a higher version, which a newer petrel wrote.", example: "1"),
    ]

    /// The members of config.json.
    public static let settings = common + SettingDefinition.all.map(\.key)

    /// The members of an account's file.
    public static let account = common + ofAccount
}

extension SettingDefinition {
    /// The setting as a member of config.json.
    public var key: ConfigurationKey {
        ConfigurationKey(name, shape, standard, summary, example: example)
    }

    private var shape: ConfigurationValueType {
        switch values {
        case .onOff: .onOff
        case .oneOf(let words): .oneOf(words)
        case .undoWindow: .undoWindow
        case .text: .text
        }
    }

    private var example: String {
        switch values {
        case .onOff: "true"
        case .oneOf(let words): "\"\(words.last ?? "")\""
        case .undoWindow: "\(UndoWindow.ten.rawValue)"
        case .text: "\"text\""
        }
    }
}
