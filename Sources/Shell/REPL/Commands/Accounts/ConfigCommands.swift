internal import Accounts
internal import Disk
internal import JSONText
internal import LineEditing
internal import Terminal

extension Command {
    static let configList = Command(
        name: "config list", aliases: ["config"], summary: "list all settings, and the errors of config.json",
        configuration: .none,
        details: """
            Prints each setting with its value and where it is from: set for a value of config set or of set at the prompt, which
            comes first; config.json for the file that you edit; default for neither. Exits with 78 if a file has errors.
            petrel-config(5) explains both kinds of files.
            """,
        examples: ["petrel config list", "petrel config list --json"]
    ) { invocation, console throws(CommandFailure) in
        let home = try console.home()
        let settings = Settings(of: home)
        let failure = settings.problems.isEmpty ? nil : CommandFailure(settings.problems)
        if console.isJSON {
            console.object(of: invocation.command.name, failure) { json in
                json.key("settings")
                json.array { json in
                    for setting in SettingDefinition.all { json.setting(setting, settings, home) }
                }
                json.problems(settings.problems)
            }
        } else {
            let columns = SettingDefinition.all.map { DisplayWidth.of($0.name) }.max() ?? 0
            for setting in SettingDefinition.all {
                let value = TerminalSafeText.line(settings[setting] ?? "-")
                // A long value is not cut, because programs and people need all of it.
                let padded = value + String(repeating: " ", count: max(0, 12 - DisplayWidth.of(value)))
                let origin = settings[setting] == nil ? "not set" : settings.origin(of: setting, in: home)
                let spoken = settings[setting] == nil ? origin : "\(value), \(origin)"
                console.printLine(
                    console.isAccessible
                        ? "\(setting.name): \(spoken). \(setting.summary.capitalizedSentence)."
                        : "\(DisplayWidth.fit(setting.name, columns: columns))  \(padded)  \(origin)")
            }
        }
        for problem in settings.problems { console.printError(problem.description) }
        return failure?.exitCode ?? .done
    }

    static let configGet = Command(
        name: "config get", summary: "print the value of a setting", operands: [.one("NAME", .setting)],
        configuration: .settings,
        details: "Prints the value that applies, or the default. Exits with 1 if there is neither.",
        examples: ["petrel config get undo"]
    ) { invocation, console throws(CommandFailure) in
        let setting = try console.setting(try invocation.text(operand: 0) ?? "")
        let home = try console.home()
        let settings = Settings(of: home)
        guard let value = settings[setting] else {
            throw CommandFailure(
                .someFailed, "notSet",
                "\(setting.name) is not set. Type: petrel config set \(setting.name) VALUE")
        }
        console.answer(
            invocation.command,
            { json in
                json.key("name")
                json.string(setting.name)
                json.key("value")
                json.string(value)
                json.key("origin")
                json.string(settings.origin(of: setting, in: home))
            }, text: { $0.write(TerminalSafeText.line(value) + "\n") })
        return .done
    }

    static let configSet = Command(
        name: "config set", summary: "change a setting",
        operands: [.one("NAME", .setting), .one("VALUE", .settingValue)],
        configuration: .settings,
        details: """
            Stores the value in settings.json, as set does at the prompt. It takes precedence over config.json, which petrel
            never writes.
            """,
        examples: ["petrel config set undo 10", "petrel config set editor 'nano -r 72'"]
    ) { invocation, console throws(CommandFailure) in
        let setting = try console.setting(try invocation.text(operand: 0) ?? "")
        let value = try invocation.text(operand: 1) ?? ""
        guard setting.accepts(value) else {
            throw .usage("\(setting.name) can be \(setting.rule). To remove it: petrel config unset \(setting.name)")
        }
        try console.change(setting, to: value)
        console.report(setting, invocation)
        console.printLine("\(setting.name) is now \(value).")
        return .done
    }

    static let configUnset = Command(
        name: "config unset", summary: "remove a setting that was changed by config set or set",
        operands: [.one("NAME", .setting)], configuration: .settings,
        details: "Afterwards, the value in config.json applies, or else the default.",
        examples: ["petrel config unset undo"]
    ) { invocation, console throws(CommandFailure) in
        let setting = try console.setting(try invocation.text(operand: 0) ?? "")
        try console.change(setting, to: nil)
        console.report(setting, invocation)
        let value = Settings(of: try console.home())[setting]
        console.printLine(value.map { "\(setting.name) is now \($0)." } ?? "\(setting.name) is no longer set.")
        return .done
    }
}

extension Console {
    /// Prints in JSON the value of a setting that was changed.
    fileprivate mutating func report(_ setting: SettingDefinition, _ invocation: Invocation) {
        guard isJSON, let home = try? home() else { return }
        let value = Settings(of: home)[setting]
        object(of: invocation.command.name, nil) { json in
            json.key("name")
            json.string(setting.name)
            json.key("value")
            json.string(value)
        }
    }
}

extension Settings {
    /// Returns where the value is from: `set`, `config.json` or `default`.
    fileprivate func origin(of setting: SettingDefinition, in home: Home) -> String {
        guard let file = file(of: setting) else { return "default" }
        return file == Settings.files(of: home).written ? "set" : "config.json"
    }
}

extension JSONWriter {
    fileprivate mutating func setting(_ setting: SettingDefinition, _ settings: Settings, _ home: Home) {
        object { json in
            json.key("name")
            json.string(setting.name)
            json.key("value")
            json.string(settings[setting])
            json.key("origin")
            json.string(settings[setting] == nil ? nil : settings.origin(of: setting, in: home))
            json.key("default")
            json.string(setting.standard)
            json.key("values")
            json.string(setting.rule)
            json.key("summary")
            json.string(setting.summary)
        }
    }

    /// Writes the errors of configuration files.
    mutating func problems(_ problems: [ConfigurationError]) {
        key("problems")
        array { json in
            for problem in problems {
                json.object { json in
                    json.key("file")
                    json.string(problem.file?.description)
                    json.key("line")
                    if let line = problem.line { json.number(line) } else { json.null() }
                    json.key("message")
                    json.string(problem.problem)
                }
            }
        }
    }
}
