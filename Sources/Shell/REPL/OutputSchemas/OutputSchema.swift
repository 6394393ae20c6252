internal import JSONText

/// The JSON Schema [draft 2020-12] of what a command prints with `--json`: of one object, or of each line.
///
/// An object of a command that succeeded has the members of one of the variants. An object with `ok` false may have some
/// of them. Programs must ignore members that they do not know, so the schema accepts others too.
struct OutputSchema: Sendable {
    /// The name of the command.
    let name: String
    let variants: [[JSONMember]]
    /// Whether an object of a failure can be about an unknown command.
    let isForUnknownCommands: Bool
    /// The value of `cmd`.
    private let command: String

    init(_ name: String, command: String? = nil, isForUnknownCommands: Bool = false, _ variants: [[JSONMember]]) {
        (self.name, self.variants, self.isForUnknownCommands) = (name, variants, isForUnknownCommands)
        self.command = command ?? name
    }

    /// Commands whose standard output is a file, the output of another program or that of other commands, or that print a
    /// line for each of many things, so that they print no object when they succeed.
    static let withoutAnswer: Set<String> = [
        "source", "pipe", "drafts export", "run", "petrel", "complete", "sendmail", "watch", "events", "parse",
    ]

    /// The schemas of all commands that print objects, by name.
    static let all: [OutputSchema] =
        (described
        + CommandGroup.all.flatMap(\.commands).map(\.name).filter { !isDescribed($0) }.map {
            OutputSchema($0, [[JSONMember("text", .string, isAlways: false)]])
        }).sorted { $0.name < $1.name }

    private static let described = messageAnswers + draftAnswers + accountSyncAndSettingAnswers + otherAnswers

    private static func isDescribed(_ name: String) -> Bool {
        withoutAnswer.contains(name) || described.contains { $0.name == name }
    }

    /// Returns the schema with this name; a name may have hyphens in place of blanks.
    static func named(_ name: String) -> OutputSchema? {
        all.first { $0.name == name || $0.fileName == name }
    }

    /// The name of the file in docs/schemas/v1, without its extension.
    var fileName: String { name.replacing(" ", with: "-") }

    var json: JSONValue {
        var json = JSONObject([])
        json["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
        json["title"] = .string("petrel \(name) --json, version 1")
        json["anyOf"] = .array(variants.map { success($0).schema } + variants.map { failure($0).schema })
        let definitions = definitions
        if !definitions.isEmpty {
            json["$defs"] = .object(JSONObject(definitions.map { (name: $0.name, value: $0.shape.schema) }))
        }
        return .object(json)
    }

    private func success(_ members: [JSONMember]) -> JSONShape {
        .object(beginning(isOK: true, error: .null) + members)
    }

    private func failure(_ members: [JSONMember]) -> JSONShape {
        let error = JSONShape.object([.init("code", .pattern("^[a-z][A-Za-z]*$")), .init("message", .string)])
        return .object(
            beginning(isOK: false, error: error)
                + members.map { JSONMember($0.name, $0.shape, isAlways: false) })
    }

    private func beginning(isOK: Bool, error: JSONShape) -> [JSONMember] {
        [
            .init("v", .constant(.integer(1))),
            .init("cmd", isForUnknownCommands ? .optional(.word([command])) : .word([command])),
            .init("ok", .constant(.bool(isOK))), .init("error", error),
        ]
    }

    /// The definitions that the shapes need, and those that these need.
    private var definitions: [(name: String, shape: JSONShape)] {
        var names: Set<String> = []
        var open = variants.flatMap { $0.flatMap(\.shape.references) }
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            open += Self.definitions[name]?.references ?? []
        }
        return names.sorted().compactMap { name in Self.definitions[name].map { (name, $0) } }
    }
}
