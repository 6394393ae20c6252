internal import Disk
internal import JSONText
internal import LineEditing

/// Reads values from a configuration file. Errors name the line and the expected value.
struct ConfigurationReader {
    /// The maximum size of a file in bytes, far more than anybody writes by hand.
    private static let maximumSize = 1 << 20

    let file: Path
    let object: JSONObject
    private let octets: [UInt8]
    /// The expansion of `~`.
    private let userDirectory: Path?

    init(_ octets: [UInt8], of file: Path, userDirectory: Path?) throws(ConfigurationError) {
        self.file = file
        self.octets = octets
        self.userDirectory = userDirectory
        guard octets.count <= Self.maximumSize else {
            throw ConfigurationError(file, "This file is too large for a configuration. Is it the right file?")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.value(of: octets, .relaxed)
        } catch {
            throw ConfigurationError(file, line: error.line, "\(error.reason.rawValue). Correct it as JSON.")
        }
        guard let object = value.object else {
            throw ConfigurationError(file, line: 1, "This should be one JSON object: {…}. Put braces around it.")
        }
        self.object = object
    }

    /// Returns the content of the file, or `nil` if it does not exist. Follows links, because users keep their
    /// configuration elsewhere.
    static func contents(of file: Path) throws(ConfigurationError) -> [UInt8]? {
        do throws(FileError) {
            return try FileReading.contents(of: file, onlyRegular: true)
        } catch  where error.isMissing {
            return nil
        } catch {
            throw ConfigurationError(file, "\(error)")
        }
    }

    /// Creates an error about one member.
    func error(_ name: String, _ problem: String) -> ConfigurationError {
        let lines = JSONReader.lines(ofMembersIn: octets, .relaxed)
        let line = lines.first { $0.name.utf8.elementsEqual(name.utf8) }?.line
        return ConfigurationError(file, line: line, "\"\(name)\": \(problem)")
    }

    // MARK: - Members

    /// An error if a newer version of petrel wrote the file, or if the version is invalid.
    var versionError: ConfigurationError? {
        guard let value = value("version") else { return nil }
        guard let version = value.integer, version > 0 else {
            return error("version", "this should be \(ConfigurationKey.formatVersion).")
        }
        guard version > ConfigurationKey.formatVersion else { return nil }
        return error(
            "version",
            """
            a newer petrel wrote this file (format \(version)), and this one reads format \
            \(ConfigurationKey.formatVersion). It is not used and not changed. Use the newer petrel.
            """)
    }

    /// Returns an error for each member that is not declared. `others` are the members of the other kind of file, which
    /// is described by `place`.
    func unknownMembers(
        _ keys: [ConfigurationKey], kind: String, others: [ConfigurationKey], place: String
    ) -> [ConfigurationError] {
        var errors: [ConfigurationError] = []
        for (name, value) in object.members {
            if let key = keys.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
                errors += unknownMembers(in: value, of: key)
                continue
            }
            let isMisplaced = others.contains { $0.name.utf8.elementsEqual(name.utf8) }
            errors.append(
                error(
                    name,
                    isMisplaced
                        ? "this belongs in \(place). Move it there."
                        : "there is no such \(kind). \(Self.remedy(for: name, keys))"))
        }
        return errors
    }

    private func unknownMembers(in value: JSONValue, of key: ConfigurationKey) -> [ConfigurationError] {
        guard let known = key.value.members else { return [] }
        let objects = value.object.map { [$0] } ?? value.array?.compactMap(\.object) ?? []
        return objects.flatMap(\.members).filter { member in
            !known.contains { $0.name.utf8.elementsEqual(member.name.utf8) }
        }.map { error(key.name, "there is no \"\($0.name)\" in it. \(Self.remedy(for: $0.name, known))") }
    }

    /// Returns what to do about a member that is not declared: what was probably meant.
    private static func remedy(for name: String, _ keys: [ConfigurationKey]) -> String {
        let near = keys.compactMap { key in
            SpellingSuggestion.distance(name, key.name).map { (distance: $0, name: key.name) }
        }
        let question = SpellingSuggestion.question(SpellingSuggestion.nearest(near, by: \.distance).map(\.name))
        return question.isEmpty
            ? "Remove it, or use the newer petrel that wrote it." : String(question.dropLast())
    }

    // MARK: - Values (null is treated as absent)

    func value(_ name: String) -> JSONValue? {
        object[name].flatMap { $0.isNull ? nil : $0 }
    }

    /// Returns a text without control characters. Commands may contain them, except NUL.
    func text(_ name: String, isCommand: Bool = false) throws(ConfigurationError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw error(name, "this should be text: \"…\".")
        }
        let isClean = text.utf8.allSatisfy { isCommand ? $0 != 0 : $0 >= 0x20 && $0 != 0x7F }
        guard isClean else { throw error(name, "this contains a control character. Remove it.") }
        return text
    }

    /// Returns a path, which must be absolute or begin with `~/`.
    func path(_ name: String) throws(ConfigurationError) -> Path? {
        guard let text = try text(name) else { return nil }
        return try path(text, of: name)
    }

    /// Returns the path that a text of the member `name` states.
    func path(_ text: String, of name: String) throws(ConfigurationError) -> Path {
        if text.utf8.first == 0x2F { return Path(text) }
        if text.utf8.starts(with: "~/".utf8), let userDirectory {
            return userDirectory / Array(text.utf8.dropFirst(2))
        }
        throw error(name, "a path must begin with / or ~/.")
    }

    func server(_ name: String, _ service: ServerURL.Service) throws(ConfigurationError) -> ServerURL? {
        guard let text = try text(name) else { return nil }
        do throws(ServerURL.Problem) {
            return try ServerURL(text, for: service)
        } catch let problem {
            throw error(name, problem.sentence)
        }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String
    ) throws(ConfigurationError) -> Choice? where Choice.RawValue == String {
        guard let text = try text(name) else { return nil }
        if let choice = Choice.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) { return choice }
        let known = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        throw error(name, "this can be \(known).")
    }

    func undo(_ name: String) throws(ConfigurationError) -> UndoWindow? {
        guard let value = value(name) else { return nil }
        let window = value.integer.flatMap { UndoWindow(String($0)) } ?? value.string.flatMap { UndoWindow($0) }
        guard let window else { throw error(name, "this can be \(UndoWindow.rule).") }
        return window
    }
}
