/// The valid values of a member of a configuration file.
public indirect enum ConfigurationValueType: Hashable, Sendable {
    /// One line of text.
    case text
    /// A shell command, which may have several lines.
    case command
    /// A path that begins with `/` or `~/`.
    case path
    /// A mail address.
    case address
    case server(ServerURL.Service)
    case boolean
    case number([Int])
    case oneOf([String])
    case mailWindow
    /// An object with these members.
    case object([ConfigurationKey])
    /// An object with members of any names, each with one line of text.
    case textMembers
    case list(ConfigurationValueType)
    case anyOf([ConfigurationValueType])

    public static let onOff = ConfigurationValueType.anyOf([.boolean, .oneOf(["on", "off"])])
    public static let undoWindow = ConfigurationValueType.anyOf([
        .number(UndoWindow.allCases.map(\.rawValue)), .oneOf(UndoWindow.allCases.map { String($0.rawValue) }),
    ])

    /// Describes the valid values, for the manual.
    public var rule: String {
        switch self {
        case .text: "text"
        case .command: "a shell command"
        case .path: "a path that begins with / or ~/"
        case .address: "a mail address"
        case .server(let service):
            "\(service.rawValue)s://HOST[:PORT] for TLS, or \(service.rawValue)://HOST[:PORT] for STARTTLS"
        case .boolean: "true or false"
        case .number(let numbers): Self.list(numbers.map(String.init))
        case .oneOf(let words): Self.list(words)
        case .mailWindow: "all, or a number of days such as 30d"
        case .object(let keys): "an object with \(Self.list(keys.map(\.name), "and"))"
        case .textMembers: "an object of texts"
        case .list(.object(let keys)): "a list of objects with \(Self.list(keys.map(\.name), "and"))"
        case .list(let element): "a list; each element is \(element.rule)"
        case .anyOf(let values): values.map(\.rule).joined(separator: ", or ")
        }
    }

    private static func list(_ words: [String], _ conjunction: String = "or") -> String {
        words.count < 2
            ? words.joined() : words.dropLast().joined(separator: ", ") + " \(conjunction) " + (words.last ?? "")
    }

    /// The members that objects in this value can have; `nil` if any.
    public var members: [ConfigurationKey]? {
        switch self {
        case .object(let keys), .list(.object(let keys)): keys
        case .anyOf(let values): values.compactMap(\.members).first
        default: nil
        }
    }
}
