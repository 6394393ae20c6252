internal import Disk
internal import JSONText

/// The user's settings: the values written by `set` take precedence over those in the file that the user edits, and
/// those over the defaults.
///
/// Reading never fails: invalid files and values are reported as problems and ignored.
public struct Settings: Sendable {
    private var values: [String: String] = [:]
    /// The problems of the files, in the order in which they were read.
    public private(set) var problems: [ConfigurationError] = []

    private static let handwritten = Array("config.json".utf8)
    private static let written = Array("settings.json".utf8)

    public init(of home: Home) {
        for file in [home.configuration / Self.handwritten, home.data / Self.written] {
            do throws(ConfigurationError) {
                guard let octets = try ConfigurationReader.contents(of: file) else { continue }
                take(try ConfigurationReader(octets, of: file, userDirectory: home.userDirectory))
            } catch {
                problems.append(error)
            }
        }
    }

    private mutating func take(_ file: ConfigurationReader) {
        for (name, value) in file.object.members where !value.isNull {
            guard let setting = Setting.named(name) else {
                problems.append(file.error(name, "there is no such setting, so it has no effect. Remove it."))
                continue
            }
            let text = Self.text(value)
            guard let text, setting.accepts(text) else {
                problems.append(file.error(name, "this can be \(setting.rule)."))
                continue
            }
            values[setting.name] = text
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .bool(let isOn): isOn ? "on" : "off"
        case .number(let literal): literal
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }

    // MARK: - Reading

    /// The configured value, or the default.
    public subscript(setting: Setting) -> String? {
        values[setting.name] ?? setting.standard
    }

    /// Returns `nil` if there is neither a value nor a default.
    public func isOn(_ setting: Setting) -> Bool? {
        self[setting].map { $0.utf8.elementsEqual("on".utf8) }
    }

    public var undo: UndoWindow? {
        self[.undo].flatMap { UndoWindow($0) }
    }

    // MARK: - Writing

    /// Stores a value durably, or removes it with `nil`. All other members of the file are kept. `value` must be valid
    /// for the setting.
    public static func set(_ setting: Setting, to value: String?, in home: Home) throws(AccountError) {
        precondition(value.map(setting.accepts) ?? true, "the value was not checked")
        let directory = try AccountError.from { () throws(FileError) in try home.makingDirectory(.data) }
        let lock = try AccountError.from { () throws(FileError) in
            try directory.lock(Array("settings.lock".utf8), waiting: true)
        }
        defer { withExtendedLifetime(lock) {} }
        var object = try object(in: directory.path / written, of: home)
        object[setting.name] = value.map { .string($0) }
        let content = JSONValue.object(object).octets + [0x0A]
        try AccountError.from { () throws(FileError) in
            let temporary = [0x2E] + UniqueName.next()
            try directory.write(content, as: written, .replacing, through: directory, named: temporary)
        }
    }

    private static func object(in file: Path, of home: Home) throws(AccountError) -> JSONObject {
        do throws(ConfigurationError) {
            guard let octets = try ConfigurationReader.contents(of: file) else { return JSONObject([]) }
            return try ConfigurationReader(octets, of: file, userDirectory: home.userDirectory).object
        } catch {
            throw .configuration(error)
        }
    }
}
