public import Disk
internal import JSONText

/// The user's settings: the values written by `set` take precedence over those in the file that the user edits, and
/// those over the defaults.
///
/// Reading never fails: invalid files and values are reported as problems and ignored.
public struct Settings: Sendable {
    private var values: [String: String] = [:]
    private var origins: [String: Path] = [:]
    /// The saved searches, in the order in which they were saved.
    public private(set) var searches: [(name: String, query: String)] = []
    /// The problems of the files, in the order in which they were read.
    public private(set) var problems: [ConfigurationError] = []

    private static let handwritten = Array("config.json".utf8)
    private static let written = Array("settings.json".utf8)
    private static let searches = "searches"

    /// The file that the user edits, and the one that `set` writes.
    public static func files(of home: Home) -> (handwritten: Path, written: Path) {
        (home.configuration / Self.handwritten, home.data / Self.written)
    }

    public init(of home: Home) {
        let files = Self.files(of: home)
        for file in [files.handwritten, files.written] {
            do throws(ConfigurationError) {
                guard let octets = try ConfigurationReader.contents(of: file) else { continue }
                take(try ConfigurationReader(octets, of: file, userDirectory: home.userDirectory))
            } catch {
                problems.append(error)
            }
        }
    }

    private mutating func take(_ file: ConfigurationReader) {
        if let error = file.versionError { return problems.append(error) }
        var found: [ConfigurationError] = []
        // `set` of a newer petrel may have written members that this one does not know. They are kept.
        if !file.file.lastComponent.elementsEqual(Self.written) {
            found = file.unknownMembers(
                ConfigurationKey.settings, kind: "setting", others: ConfigurationKey.account,
                place: "the file of an account")
        }
        if file.file.lastComponent.elementsEqual(Self.written), case .object(let saved)? = file.object[Self.searches] {
            searches = saved.members.compactMap { member in
                if case .string(let query) = member.value { (member.name, query) } else { nil }
            }
        }
        for (name, value) in file.object.members where !value.isNull {
            guard let setting = SettingDefinition.named(name) else { continue }
            guard let text = setting.text(of: value), setting.accepts(text) else {
                found.append(file.error(name, "this can be \(setting.rule)."))
                continue
            }
            values[setting.name] = text
            origins[setting.name] = file.file
        }
        problems += found.inLineOrder
    }

    // MARK: - Reading

    /// The configured value, or the default.
    public subscript(setting: SettingDefinition) -> String? {
        values[setting.name] ?? setting.standard
    }

    /// The file that the value is from, or `nil` for the default.
    public func file(of setting: SettingDefinition) -> Path? {
        origins[setting.name]
    }

    /// Returns `nil` if there is neither a value nor a default.
    public func isOn(_ setting: SettingDefinition) -> Bool? {
        self[setting].map { $0.utf8.elementsEqual("on".utf8) }
    }

    public var undo: UndoWindow? {
        self[.undo].flatMap { UndoWindow($0) }
    }

    // MARK: - Writing

    /// Stores a value durably, or removes it with `nil`. All other members of the file are kept. `value` must be valid
    /// for the setting.
    public static func set(_ setting: SettingDefinition, to value: String?, in home: Home) throws(AccountError) {
        precondition(value.map(setting.accepts) ?? true, "the value was not checked")
        try change(in: home) { object in object[setting.name] = value.map { .string($0) } }
    }

    /// Stores a saved search durably, or removes it with `nil`.
    public static func setSearch(_ name: String, to query: String?, in home: Home) throws(AccountError) {
        try change(in: home) { object in
            var saved = if case .object(let saved)? = object[searches] { saved } else { JSONObject() }
            saved[name] = query.map { .string($0) }
            object[searches] = saved.members.isEmpty ? nil : .object(saved)
        }
    }

    /// Changes the file that petrel writes.
    private static func change(in home: Home, _ body: (inout JSONObject) -> Void) throws(AccountError) {
        let directory = try AccountError.from { () throws(FileError) in try home.makingDirectory(.data) }
        let lock = try AccountError.from { () throws(FileError) in
            try directory.lock(Array("settings.lock".utf8), waiting: true)
        }
        defer { withExtendedLifetime(lock) {} }
        var object = try object(in: directory.path / written, of: home)
        body(&object)
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

extension SettingDefinition {
    /// Returns the text of a value in a file, as `set` takes it; `nil` if it has the wrong type.
    fileprivate func text(of value: JSONValue) -> String? {
        switch value {
        case .bool(let isOn): values == .onOff ? (isOn ? "on" : "off") : nil
        case .number(let literal): values == .undoWindow ? literal : nil
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }
}
